package model

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
)

// gated is a model that answers what is let through.
type gated struct {
	Model
	begun chan string // the texts that are asked about
	open  chan bool
}

func newGated(t *testing.T) *gated {
	t.Helper()
	m := Demo()
	return &gated{m, make(chan string), make(chan bool)}
}

func (g *gated) Ask(ctx context.Context, batch []Input) ([][]float64, error) {
	g.begun <- batch[0][1].String()
	select {
	case <-g.open:
		return g.Model.Ask(ctx, batch)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func pair(hypothesis string) []Input { return []Input{{text("a")[0], text(hypothesis)[0]}} }

// Whoever stops waiting leaves a batch to its end; the others have their turns in the order
// in which they came.
func TestAModelIsAskedInTurns(t *testing.T) {
	g := newGated(t)
	s := Share(g)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		_, err := s.Ask(ctx, pair("first"))
		stopped <- err
	}()
	if got := <-g.begun; got != "first" {
		t.Fatal(got)
	}
	stop()
	check.Is(t, "stopped", <-stopped, context.Canceled)
	answered := make(chan error)
	go func() {
		p, err := s.Ask(t.Context(), pair("second"))
		if err == nil && len(p) != 1 {
			err = errors.New("no answer")
		}
		answered <- err
	}()
	g.open <- true // the first is not cancelled
	if got := <-g.begun; got != "second" {
		t.Fatal(got)
	}
	g.open <- true
	check.NoError(t, <-answered)
	go func() {
		_, err := s.Ask(t.Context(), pair("third"))
		answered <- err
	}()
	<-g.begun
	check.NoError(t, s.Close())
	check.Is(t, "after it was closed", <-answered, context.Canceled)
	_, err := s.Vectors(t.Context(), pair("x"))
	check.Is(t, "vectors of a model", err, errBlunt)
}

func TestGuestsAreLimited(t *testing.T) {
	m := Demo()
	s := Share(m)
	defer s.Close()
	g := s.Guest(Limit{Texts: 3, Longest: 10})
	for _, c := range []struct {
		hypothesis, refused string
	}{{"one", ""}, {"more than ten bytes", "too long"}, {"two", ""}, {"three", ""}, {"four", "3 texts"}} {
		p, err := g.Ask(t.Context(), pair(c.hypothesis))
		if c.refused == "" && (err != nil || len(p) != 1) || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%s: %v, %v", c.hypothesis, p, err)
		}
	}
	late := s.Guest(Limit{Within: time.Nanosecond})
	if _, err := late.Ask(t.Context(), pair("one")); err != nil {
		t.Error(err)
	}
	_, err := late.Ask(t.Context(), pair("one"))
	check.Error(t, "beyond its time", err, "1ns")
	v, err := s.Vectors(t.Context(), pair("one"))
	check.NoError(t, err)
	if p, d, err := s.At(t.Context(), []GradientPoint{{Input: pair("one")[0], Vectors: v[0]}}); err != nil || len(p) != 1 || len(d) != 1 {
		t.Errorf("gradients: %v, %v", p, err)
	}
}
