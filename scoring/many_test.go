package scoring

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// One thing is computed at a time for each guest, and counted; for others nothing waits.
func TestOneThingAtATime(t *testing.T) {
	var turn GuestComputation
	var inside, most atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			defer Alone(turn.In(t.Context()))()
			defer inside.Add(-1)
			most.Store(max(most.Load(), inside.Add(1)))
			runtime.Gosched()
		})
	}
	all.Wait()
	if most.Load() != 1 || turn.ResetSpent() <= 0 || turn.ResetSpent() != 0 {
		t.Errorf("%d things were computed at once, or their time is not counted once", most.Load())
	}
	defer Alone(t.Context())()
	defer Alone(t.Context())() // nobody else's turn
}

// A process for many computes all on the goroutine that asks for it.
func TestComputeForMany(t *testing.T) {
	stop := ComputeForMany()
	n := 0
	err := Parallel(t.Context(), 1000, func(context.Context, int) error { n++; return nil }) // the race detector sees other goroutines
	if err != nil || n != 1000 {
		t.Errorf("%d calls, %v", n, err)
	}
	shared := 0
	_ = Share(t.Context(), func(context.Context) error { shared++; return nil })
	if stop(); shared != 1 {
		t.Errorf("the work was called %d times", shared)
	}
}
