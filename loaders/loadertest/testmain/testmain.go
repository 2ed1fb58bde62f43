// Package testmain runs the tests of a package that would spend a third of their time on
// collecting garbage.
package testmain

import (
	"runtime/debug"
	"testing"
)

// Run runs the tests while garbage is collected less often: there is memory.
func Run(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
