package scoring

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// GuestComputation computes one thing at a time for a guest ([Alone]). The zero value is ready.
type GuestComputation struct {
	mu    sync.Mutex
	spent atomic.Int64 // nanoseconds
}

type computationCtxKey struct{}

// In makes ctx's computations o's.
func (o *GuestComputation) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, computationCtxKey{}, o)
}

// ResetSpent returns the time of computations ended since the last call.
func (o *GuestComputation) ResetSpent() time.Duration { return time.Duration(o.spent.Swap(0)) }

// Alone waits for ctx's GuestTurn, if any, until done. Computations must not call it again.
func Alone(ctx context.Context) (done func()) {
	o, _ := ctx.Value(computationCtxKey{}).(*GuestComputation)
	if o == nil {
		return func() {}
	}
	o.mu.Lock()
	start := time.Now()
	return func() {
		o.spent.Add(int64(time.Since(start)))
		o.mu.Unlock()
	}
}

var forMany atomic.Bool

// ComputeForMany keeps later computations to one goroutine each until stop, because a process that
// serves guests has no core to spare.
func ComputeForMany() (stop func()) {
	forMany.Store(true)
	return func() { forMany.Store(false) }
}

// Share calls workFunc once per core and waits; the first error ends their context. After
// [ComputeForMany] it calls workFunc once, itself.
func Share(ctx context.Context, workFunc func(ctx context.Context) error) error {
	if forMany.Load() {
		return workFunc(ctx)
	}
	g, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error { return workFunc(ctx) })
	}
	return g.Wait()
}

// Parallel calls do for 0 ≤ i < n on one goroutine per core, until a call fails or ctx ends; do's
// context ends with the first error. It waits for running calls and returns the first error.
func Parallel(ctx context.Context, n int, workOn func(ctx context.Context, i int) error) error {
	var next atomic.Int64
	return Share(ctx, func(ctx context.Context) error {
		for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := workOn(ctx, i); err != nil {
				return err
			}
		}
		return nil
	})
}
