// Package viewtest drives views in tests as the program does, and has small
// runs for them. Only tests import it.
//
// It has no tests of its own.
package viewtest
