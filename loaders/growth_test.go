package loaders

import (
	"context"
	"sync"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Some wait for entries that come, some for more than there will be.
func TestGrowthWakesThoseWhoWait(t *testing.T) {
	var g Growth
	var waiting sync.WaitGroup
	for n := range 20 {
		waiting.Go(func() {
			if err := g.Wait(t.Context(), n); err != nil || g.Len() < n && !g.Complete() {
				t.Errorf("waited for %d, got %d of a list that is complete: %v; %v", n, g.Len(), g.Complete(), err)
			}
		})
	}
	for n := range 11 {
		g.Grow(n, n == 10)
	}
	waiting.Wait()
	if g.Len() != 10 || !g.Complete() {
		t.Errorf("%d entries, complete: %v", g.Len(), g.Complete())
	}
}

func TestGrowthWaitEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var g Growth
	g.Grow(1, MoreToCome)
	check.NoError(t, g.Wait(ctx, 1))
	cancel()
	check.Is(t, "waiting for what does not come", g.Wait(ctx, 2), context.Canceled)
}
