package model

import (
	"bytes"
	"context"
	_ "embed"
	"time"
)

// Model is safe for concurrent use.
type Model interface {
	Declaration() *Declaration
	// Ask returns the labels' probabilities per input, in order. It fails for the whole batch;
	// [ErrGone] means that no other will be answered.
	Ask(ctx context.Context, batch []Input) (Answers, error)
	Close() error
}

// Differentiable models compute gradients.
type Differentiable interface {
	Model
	// Vectors returns each input's word vectors.
	Vectors(ctx context.Context, batch []Input) ([]Vectors, error)
	// At returns each point's probabilities and its target's gradient by its vectors.
	At(ctx context.Context, batch []GradientPoint) (probabilities Answers, gradients []Vectors, err error)
}

// Limits bound a model's time, restarts and replies.
type Limits struct {
	Start    time.Duration // until it declares itself
	Batch    time.Duration
	Restarts int // after it hung, died or answered another request
	Reply    int // bytes
}

// DefaultLimits apply unless the person sets others.
var DefaultLimits = Limits{Start: 60 * time.Second, Batch: 60 * time.Second, Restarts: 5, Reply: 64 << 20}

//go:embed faithscope_model.py
var python []byte

// Python returns a module, for Python 3.8 or later without dependencies, that serves a function as
// a model.
func Python() []byte { return bytes.Clone(python) }
