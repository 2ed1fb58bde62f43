// Package testmain runs the tests of a package that would spend a third of their time on
// collecting garbage.
package testmain

import (
	"flag"
	"runtime/debug"
	"strconv"
	"testing"
)

// Run runs the tests of a package with garbage collected less often: there is memory.
func Run(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// SideBySide runs the tests of a package with n of the parallel ones at a time. More than there are
// processors is of use where tests wait, for a terminal or for a file, more than they work.
func SideBySide(m *testing.M, n int) {
	if err := flag.Set("test.parallel", strconv.Itoa(n)); err != nil {
		panic(err)
	}
	Run(m)
}
