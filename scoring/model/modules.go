package model

import (
	"context"
	"encoding/json"
	"errors"

	"faithscope/loaders"
)

// Modular is a model that offers learned modules of a program.
type Modular interface {
	Model
	// Return returns a module's output for call, a [Call] as JSON: a list of numbers per picture,
	// or a single list.
	Return(ctx context.Context, call json.RawMessage) ([][]float64, error)
}

// Call asks a learned module for its output for an argument in words and its arguments' outputs,
// each a list of numbers or one per picture.
type Call struct {
	Module    string    `json:"module"`
	Argument  string    `json:"argument"`
	Attention []float64 `json:"attention,omitempty"` // to the question's tokens
	Inputs    []any     `json:"inputs"`
	Example   Scene     `json:"example"`
}

// Scene is the example that a module looks at.
type Scene struct {
	ID       string    `json:"id"`
	Question Text      `json:"question"`
	Passage  *Text     `json:"passage,omitempty"`
	Images   []Picture `json:"images,omitempty"`
}

// Picture has a picture's proposals in the run's own units: left, top, right, bottom.
type Picture struct {
	Path      string        `json:"path"`
	Proposals []loaders.Box `json:"proposals"`
}

var errNoModules = errors.New("the model offers no modules")
