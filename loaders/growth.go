package loaders

import (
	"context"
	"sync"
)

// Growth is the length of a list filled in the background, safe for concurrent use; don't copy it.
// The zero value is empty and incomplete.
type Growth struct {
	mu       sync.Mutex
	n        int
	complete bool
	grown    chan struct{} // closed at the next growth; nil while nobody waits
}

// Values of complete.
const (
	AllThere   = true
	MoreToCome = false
)

// Grow sets the number of existing entries and completeness, and wakes all waiting.
func (g *Growth) Grow(n int, complete bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n, g.complete = n, complete
	if g.grown != nil {
		close(g.grown)
		g.grown = nil
	}
}

// Len returns the number of entries.
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

// Wait blocks until the list has n entries or is complete, or returns ctx's error.
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
