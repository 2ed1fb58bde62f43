package model

import (
	"bytes"
	"context"
	_ "embed"
	"time"
)

// Model answers inputs. It is safe for concurrent use.
type Model interface {
	Declaration() *Declaration
	// Ask returns the labels' probabilities for each input of a batch, in order. It fails for the
	// whole batch; [ErrGone] means that no other will be answered.
	Ask(ctx context.Context, batch []Input) ([][]float64, error)
	// Close ends whatever answers.
	Close() error
}

// Differentiable is a model that computes gradients.
type Differentiable interface {
	Model
	// Vectors returns the vectors of the words of each input.
	Vectors(ctx context.Context, batch []Input) ([]Vectors, error)
	// At returns for each point the probabilities there, and the gradient of its target by its
	// vectors.
	At(ctx context.Context, batch []Point) (probabilities [][]float64, gradients []Vectors, err error)
}

// Limits bound a model's time, restarts and replies.
type Limits struct {
	Start    time.Duration // until it declares itself
	Batch    time.Duration // until it answers
	Restarts int           // after it hung, died or answered another request
	Reply    int           // bytes of a line or a reply
}

// DefaultLimits are the limits unless the person sets others.
var DefaultLimits = Limits{Start: 60 * time.Second, Batch: 60 * time.Second, Restarts: 5, Reply: 64 << 20}

//go:embed faithscope_model.py
var python []byte

// Python returns a module, for Python 3.8 or later and without dependencies, that turns a function
// into a process behind a model.
func Python() []byte { return bytes.Clone(python) }
