package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"faithscope/loaders"
)

// SharedModel is asked by several people in turns of one batch. A batch nobody waits for still ends, so
// that a slow process need not start again.
type SharedModel struct {
	Model
	*requestQueue
	Limit
	asked, took atomic.Int64
}

type requestQueue struct {
	turn  chan struct{}
	over  context.Context
	close context.CancelFunc
}

// Limit bounds a person's inputs, time, and bytes of a text; 0 for no limit.
type Limit struct {
	Texts, Longest int
	Within         time.Duration
}

// Share has no limits. Its Close cancels what is asked and closes m.
func Share(m Model) *SharedModel {
	s := &SharedModel{Model: m, requestQueue: &requestQueue{turn: make(chan struct{}, 1)}}
	s.over, s.close = context.WithCancel(context.Background())
	return s
}

// Guest adds a person with a limit of their own.
func (s *SharedModel) Guest(l Limit) *SharedModel {
	return &SharedModel{Model: s.Model, requestQueue: s.requestQueue, Limit: l}
}

var errBlunt = errors.New("the model has no gradients")

// Close closes the model for all guests.
func (s *SharedModel) Close() error {
	s.close()
	return s.Model.Close()
}

func (s *SharedModel) admitBatch(inputBatch []Input) error {
	for _, in := range inputBatch {
		for _, t := range in {
			if n := len(t.String()); s.Longest > 0 && n > s.Longest {
				return fmt.Errorf("a text of %d bytes is too long for a guest: the limit is %d", n, s.Longest)
			}
		}
	}
	switch n := s.asked.Add(int64(len(inputBatch))); {
	case s.Texts > 0 && n > int64(s.Texts):
		return fmt.Errorf("you have used up the %d texts a guest may ask about", s.Texts)
	case s.Within > 0 && s.took.Load() >= int64(s.Within):
		return fmt.Errorf("you have used up a guest's %s of model time", s.Within)
	}
	return nil
}

// Only closing the model ends a begun ask's context. Leaving does not evade the limit.
func answerInTurn[T any](ctx context.Context, s *SharedModel, inputBatch []Input, askFunc func(ctx context.Context) (T, error)) (none T,
	_ error) {
	if err := s.admitBatch(inputBatch); err != nil {
		return none, err
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return none, ctx.Err()
	}
	var result T
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { <-s.turn }()
		begun := time.Now()
		result, failed = askFunc(s.over)
		s.took.Add(int64(time.Since(begun)))
	}()
	select {
	case <-done:
		return result, failed
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// Ask keeps turns and limits.
func (s *SharedModel) Ask(ctx context.Context, inputBatch []Input) (Answers, error) {
	return answerInTurn(ctx, s, inputBatch, func(ctx context.Context) (Answers, error) { return s.Model.Ask(ctx, inputBatch) })
}

// Vectors keeps turns and limits; it is an error if the model has no gradients.
func (s *SharedModel) Vectors(ctx context.Context, inputBatch []Input) ([]Vectors, error) {
	d, ok := s.Model.(Differentiable)
	if !ok {
		return nil, errBlunt
	}
	return answerInTurn(ctx, s, inputBatch, func(ctx context.Context) ([]Vectors, error) { return d.Vectors(ctx, inputBatch) })
}

// At keeps turns and limits; it is an error if the model has no gradients.
func (s *SharedModel) At(ctx context.Context, gradientPoints []GradientPoint) (Answers, []Vectors, error) {
	d, ok := s.Model.(Differentiable)
	if !ok {
		return nil, nil, errBlunt
	}
	type both struct {
		probabilities Answers
		gradients     []Vectors
	}
	inputs := loaders.Map(gradientPoints, func(point GradientPoint) Input { return point.Input })
	r, err := answerInTurn(ctx, s, inputs, func(ctx context.Context) (r both, err error) {
		r.probabilities, r.gradients, err = d.At(ctx, gradientPoints)
		return r, err
	})
	return r.probabilities, r.gradients, err
}

// Return keeps turns, the argument counting as a text; it is an error if the model offers no
// modules.
func (s *SharedModel) Return(ctx context.Context, moduleCall json.RawMessage) (Answers, error) {
	m, ok := s.Model.(ModularModel)
	if !ok {
		return nil, errNoModules
	}
	var typed struct{ Argument string }
	if err := json.Unmarshal(moduleCall, &typed); err != nil {
		return nil, err
	}
	return answerInTurn(ctx, s, []Input{{{Raw: typed.Argument}}},
		func(ctx context.Context) (Answers, error) { return m.Return(ctx, moduleCall) })
}
