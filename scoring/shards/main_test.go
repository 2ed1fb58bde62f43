package shards

import (
	"os"
	"runtime/debug"
	"testing"
)

// Garbage is collected less often: there is memory, and a third of the time went into it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
