package commands

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
)

// The first collection puts the collector back to what it was.
func TestLaterCollectionsComeAsAlways(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent, limit := debug.SetGCPercent(70), debug.SetMemoryLimit(math.MaxInt64)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	collectFrom(1 << 40)
	check.Equal(t, "memory is limited to", debug.SetMemoryLimit(-1), 1<<40)
	runtime.GC()
	for end := time.Now().Add(2 * time.Minute); debug.SetMemoryLimit(-1) != math.MaxInt64; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatal("memory is still limited after a collection")
		}
	}
	check.Equal(t, "collections come at", debug.SetGCPercent(100), 70)
}
