package widget

import (
	"testing"
	"testing/synctest"
	"time"

	"charm.land/bubbles/v2/spinner"
)

// A spinner ticks no faster than twice a second, and not at all where nothing is
// waited for.
func TestSpinnerTurnsOnlyWhileSomethingIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Spinner
		if s.Turn("a key", false) != nil || s.View() != "" {
			t.Fatal("it turns although nothing is waited for")
		}
		next := s.Turn("a key", true)
		if next == nil || s.Turn("another", true) != nil {
			t.Fatal("it was not started, or twice")
		}
		var seen []string
		for range 3 {
			start := time.Now()
			msg := next()
			if took := time.Since(start); took < time.Second/2 {
				t.Errorf("a turn after %v", took)
			}
			if _, ok := msg.(spinner.TickMsg); !ok {
				t.Fatalf("%T is not a tick", msg)
			}
			next = s.Turn(msg, true)
			seen = append(seen, s.View())
		}
		if seen[0] == "" || seen[0] == seen[1] || seen[1] == seen[2] {
			t.Errorf("it stands still: %q", seen)
		}
		if s.Turn(next(), false) != nil || s.View() != "" {
			t.Error("it turns on after all was loaded")
		}
		if s.Turn("a key", true) == nil {
			t.Error("it does not turn a second time")
		}
	})
}
