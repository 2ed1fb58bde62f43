package loaders

import (
	"context"
	"sync"
)

// Growth is how far a list that is filled in the background has grown, for
// those who wait for it. The zero value is an empty list that is not complete.
// It may be used from several goroutines at once; it is not copied.
type Growth struct {
	mu       sync.Mutex
	n        int
	complete bool
	grown    chan struct{} // closed at the next growth; nil while nobody waits
}

// AllThere and MoreToCome say whether a list is complete.
const (
	AllThere   = true
	MoreToCome = false
)

// Grow sets how many entries the list has and whether it is complete, and wakes all that wait. The
// entries are there before Grow is called.
func (g *Growth) Grow(n int, complete bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n, g.complete = n, complete
	if g.grown != nil {
		close(g.grown)
		g.grown = nil
	}
}

// Len returns the number of entries that [Growth.Grow] was last told.
func (g *Growth) Len() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n
}

// Complete reports whether Len is final.
func (g *Growth) Complete() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.complete
}

// Wait blocks until the list has n entries or is complete, and returns nil; or until ctx ends, and
// returns ctx's error.
func (g *Growth) Wait(ctx context.Context, n int) error {
	for {
		g.mu.Lock()
		if g.grown == nil {
			g.grown = make(chan struct{})
		}
		done, grown := g.n >= n || g.complete, g.grown
		g.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
