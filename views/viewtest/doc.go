// Package viewtest drives views in tests like the program does, and has small runs for them. Only
// tests import it, and it has none of its own.
package viewtest
