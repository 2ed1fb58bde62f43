package scoring

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Parallel calls do with every number from 0 below n, on as many goroutines as there are cores,
// until a call fails or ctx ends; do's context ends with the first error. It waits for the calls
// under way and returns the first error, that of do or the context's.
func Parallel(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return do(ctx, i)
		})
	}
	return g.Wait()
}
