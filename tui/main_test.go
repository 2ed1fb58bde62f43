package tui

import (
	"flag"
	"os"
	"testing"
)

// TestMain lets more tests run side by side than there are processors: those that do
// wait for a terminal more than they work. Tests that resize one run alone, since the
// signal for it reaches every program of this process.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
