package loaders

import (
	"context"
	"runtime"
	"sync"
)

// Pass reads all examples of a run on all cores, those that are still being
// found included, and keeps none. work is called with each from several
// goroutines, take with what work returned, in the order of the file, from
// one. A few examples per core are under way at a time, however slow take is.
// It ends with the first error of either, or with ctx.
func Pass[T any](ctx context.Context, r *Run, work func(i int, ex *Example) (T, error), take func(T) error) error {
	inner, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var under sync.WaitGroup
	pending := make(chan chan T, 4*runtime.GOMAXPROCS(0))
	under.Go(func() {
		defer close(pending)
		for i := 0; ; i++ {
			if err := r.Wait(inner, i+1); err != nil {
				fail(err)
				return
			}
			if i >= r.Len() {
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
	taken := func() error {
		for result := range pending {
			select {
			case v := <-result:
				if err := take(v); err != nil {
					return err
				}
			case <-inner.Done():
				return nil
			}
		}
		return nil
	}
	if err := taken(); err != nil {
		fail(err)
	}
	under.Wait()
	return context.Cause(inner)
}
