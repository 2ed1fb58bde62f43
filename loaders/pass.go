package loaders

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Pass reads all examples of a run on all cores, those that are still being
// found included, and keeps none. work is called with each from several
// goroutines, take with what work returned, in the order of the file, from
// one. A few examples per core are under way at a time, however slow take is.
// It ends with the first error of either, or with ctx.
func Pass[T any](ctx context.Context, r *Run, work func(i int, ex *Example) (T, error), take func(T) error) error {
	g, ctx := errgroup.WithContext(ctx)
	pending := make(chan chan T, 4*runtime.GOMAXPROCS(0))
	g.Go(func() error {
		defer close(pending)
		for i := 0; ; i++ {
			if err := r.Wait(ctx, i+1); err != nil {
				return err
			}
			if i >= r.Len() {
				return nil
			}
			result := make(chan T, 1)
			select {
			case pending <- result:
			case <-ctx.Done():
				return ctx.Err()
			}
			g.Go(func() error {
				v, err := work(i, r.Scan(i))
				if err == nil {
					result <- v
				}
				return err
			})
		}
	})
	g.Go(func() error {
		for result := range pending {
			select {
			case v := <-result:
				if err := take(v); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return g.Wait()
}
