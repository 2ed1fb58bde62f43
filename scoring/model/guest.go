package model

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Shared is a model that several people ask in turns, one batch at a time. Whoever stops
// waiting leaves the batch to its end: a process that answers slowly need not start again.
type Shared struct {
	Differentiable
	turn  chan struct{} // holds the right to ask
	over  context.Context
	close context.CancelFunc
}

// Share returns a model to be asked in turns. Its Close cancels what is asked.
func Share(m Model) *Shared {
	s := &Shared{turn: make(chan struct{}, 1)}
	var ok bool
	if s.Differentiable, ok = m.(Differentiable); !ok {
		s.Differentiable = blunt{m}
	}
	s.over, s.close = context.WithCancel(context.Background())
	return s
}

// blunt is a model without gradients.
type blunt struct{ Model }

var errBlunt = errors.New("the model has no gradients")

func (blunt) Vectors(context.Context, []Input) ([]Vectors, error) { return nil, errBlunt }

func (blunt) At(context.Context, []Point) ([][]float64, []Vectors, error) { return nil, nil, errBlunt }

// Close implements [Model].
func (s *Shared) Close() error {
	s.close()
	return s.Differentiable.Close()
}

// askInTurn waits for its turn and for what ask does in it, unless ctx ends before.
func (s *Shared) askInTurn(ctx context.Context, ask func(ctx context.Context)) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { <-s.turn }()
		ask(s.over)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Ask implements [Model].
func (s *Shared) Ask(ctx context.Context, batch []Input) ([][]float64, error) {
	return (&Guest{Shared: s}).Ask(ctx, batch)
}

// Vectors implements [Differentiable].
func (s *Shared) Vectors(ctx context.Context, batch []Input) ([]Vectors, error) {
	return (&Guest{Shared: s}).Vectors(ctx, batch)
}

// At implements [Differentiable].
func (s *Shared) At(ctx context.Context, batch []Point) ([][]float64, []Vectors, error) {
	return (&Guest{Shared: s}).At(ctx, batch)
}

// Guest is a model as one of several people asks it.
type Guest struct {
	*Shared
	// Texts, Within and Longest bound how many inputs are asked about, for how long
	// altogether, and the bytes of one text; 0 for no limit.
	Texts, Longest int
	Within         time.Duration

	asked, took atomic.Int64
}

// admit counts inputs, and refuses what is beyond the limits.
func (g *Guest) admit(batch []Input) error {
	for _, in := range batch {
		for _, t := range in {
			if n := len(t.String()); g.Longest > 0 && n > g.Longest {
				return fmt.Errorf("a text of %d bytes is too long for a guest: at most %d", n, g.Longest)
			}
		}
	}
	switch n := g.asked.Add(int64(len(batch))); {
	case g.Texts > 0 && n > int64(g.Texts):
		return fmt.Errorf("a guest may ask about %d texts, and you have", g.Texts)
	case g.Within > 0 && g.took.Load() >= int64(g.Within):
		return fmt.Errorf("a guest may ask for %s, and you have", g.Within)
	}
	return nil
}

// answer is what ask returns in the guest's turn.
func answer[T any](ctx context.Context, g *Guest, batch []Input, ask func(ctx context.Context) (T, error)) (none T, _ error) {
	if err := g.admit(batch); err != nil {
		return none, err
	}
	var result T
	var failed error
	if err := g.askInTurn(ctx, func(ctx context.Context) {
		begun := time.Now()
		result, failed = ask(ctx)
		g.took.Add(int64(time.Since(begun)))
	}); err != nil {
		return none, err
	}
	return result, failed
}

// Ask implements [Model].
func (g *Guest) Ask(ctx context.Context, batch []Input) ([][]float64, error) {
	return answer(ctx, g, batch, func(ctx context.Context) ([][]float64, error) { return g.Differentiable.Ask(ctx, batch) })
}

// Vectors implements [Differentiable].
func (g *Guest) Vectors(ctx context.Context, batch []Input) ([]Vectors, error) {
	return answer(ctx, g, batch, func(ctx context.Context) ([]Vectors, error) { return g.Differentiable.Vectors(ctx, batch) })
}

// At implements [Differentiable].
func (g *Guest) At(ctx context.Context, batch []Point) ([][]float64, []Vectors, error) {
	type both struct {
		probabilities [][]float64
		gradients     []Vectors
	}
	var of []Input
	for _, at := range batch {
		of = append(of, at.Input)
	}
	r, err := answer(ctx, g, of, func(ctx context.Context) (r both, err error) {
		r.probabilities, r.gradients, err = g.Differentiable.At(ctx, batch)
		return r, err
	})
	return r.probabilities, r.gradients, err
}
