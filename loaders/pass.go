package loaders

import (
	"context"
	"runtime"
	"sync"
)

// Pass reads all examples of a run on all cores, those that are still being
// found included, and keeps none. work is called with each from several
// goroutines, handle with what work returned, in the order of the file, from
// one. A few examples per core are under way at a time, however slow handle is.
// It ends with the first error of either, or with ctx.
func Pass[T any](ctx context.Context, r *Run, work func(i int, ex *Example) (T, error), handle func(T) error) error {
	return PassOver(ctx, r, nil, work, handle)
}

// PassExamples is [Pass] with no work but that of reading.
func PassExamples(ctx context.Context, r *Run, handle func(ex *Example) error) error {
	return Pass(ctx, r, func(_ int, ex *Example) (*Example, error) { return ex, nil }, handle)
}

// PassOver is [Pass] over the examples at rows, each 0 ≤ i < Len, and in their
// order; over all for nil.
func PassOver[T any](ctx context.Context, r *Run, rows []int, work func(i int, ex *Example) (T, error), handle func(T) error) error {
	inner, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var under sync.WaitGroup
	pending := make(chan chan T, 4*runtime.GOMAXPROCS(0))
	under.Go(func() {
		defer close(pending)
		for n := 0; ; n++ {
			i, more, err := r.nextInPass(inner, rows, n)
			if err != nil {
				fail(err)
			}
			if !more {
				return
			}
			result := make(chan T, 1)
			select {
			case pending <- result:
			case <-inner.Done():
				return
			}
			under.Go(func() {
				if v, err := work(i, r.Scan(i)); err != nil {
					fail(err)
				} else {
					result <- v
				}
			})
		}
	})
	handleAll := func() error {
		for result := range pending {
			select {
			case v := <-result:
				if err := handle(v); err != nil {
					return err
				}
			case <-inner.Done():
				return nil
			}
		}
		return nil
	}
	if err := handleAll(); err != nil {
		fail(err)
	}
	under.Wait()
	return context.Cause(inner)
}

// nextInPass returns the place of the example that a pass comes to after n others. It
// waits for one that may still be found where the pass is over all.
func (r *Run) nextInPass(ctx context.Context, rows []int, n int) (i int, more bool, err error) {
	if rows != nil {
		if n < len(rows) {
			i, more = rows[n], true
		}
		return i, more, nil
	}
	if err := r.Wait(ctx, n+1); err != nil {
		return 0, false, err
	}
	return n, n < r.Len(), nil
}
