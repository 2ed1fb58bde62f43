package scoring

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// OneOfMany counts what is computed for one among many, such as a guest: one thing at a time ([Alone]).
// The zero value is ready for use.
type OneOfMany struct {
	mu    sync.Mutex
	spent atomic.Int64 // nanoseconds
}

// oneKey is the key of a OneOfMany in a context.
type oneKey struct{}

// In returns a copy of ctx in which what is computed belongs to o.
func (o *OneOfMany) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, oneKey{}, o)
}

// ResetSpent returns for how long things were computed that have ended since the last call.
func (o *OneOfMany) ResetSpent() time.Duration { return time.Duration(o.spent.Swap(0)) }

func oneIn(ctx context.Context) *OneOfMany {
	o, _ := ctx.Value(oneKey{}).(*OneOfMany)
	return o
}

// Alone waits until nothing else is computed for the same one among many, and returns what ends its
// turn; for others it does nothing. What it lets compute does not call it again.
func Alone(ctx context.Context) (done func()) {
	o := oneIn(ctx)
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

// forMany is set in a process whose cores are for many.
var forMany atomic.Bool

// ComputeForMany makes whatever is computed from now on keep to the goroutine that asks for it: a
// process that serves guests has no core to spare for one of them. stop ends that.
func ComputeForMany() (stop func()) {
	forMany.Store(true)
	return func() { forMany.Store(false) }
}

// Share calls work once for each core and waits for the calls; the first error, which it returns,
// ends their context. After [ComputeForMany] it only calls work itself.
func Share(ctx context.Context, work func(ctx context.Context) error) error {
	if forMany.Load() {
		return work(ctx)
	}
	g, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error { return work(ctx) })
	}
	return g.Wait()
}

// Parallel calls do with every number from 0 below n, on as many goroutines as there are cores,
// until a call fails or ctx ends; do's context ends with the first error. It waits for the calls
// under way and returns the first error, that of do or the context's.
func Parallel(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	var next atomic.Int64
	return Share(ctx, func(ctx context.Context) error {
		for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := do(ctx, i); err != nil {
				return err
			}
		}
		return nil
	})
}
