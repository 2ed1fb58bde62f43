package model

import (
	"context"
	"encoding/json"
	"errors"

	"faithscope/loaders"
)

// ModularModel offers learned modules.
type ModularModel interface {
	Model
	// Return takes a [ModuleCall] as JSON and returns a list of numbers per picture, or a single list.
	Return(ctx context.Context, call json.RawMessage) (Answers, error)
}

// ModuleCall has an argument in words and the arguments' outputs, each a list of numbers or one per
// picture.
type ModuleCall struct {
	Module    string        `json:"module"`
	Argument  string        `json:"argument"`
	Attention []float64     `json:"attention,omitempty"` // to the question's tokens
	Inputs    []any         `json:"inputs"`
	Example   CalledExample `json:"example"`
}

// CalledExample is the example that a module looks at.
type CalledExample struct {
	ID       string          `json:"id"`
	Question Text            `json:"question"`
	Passage  *Text           `json:"passage,omitempty"`
	Images   []CalledPicture `json:"images,omitempty"`
}

// CalledPicture is a picture that a module is asked about. Proposals are left, top, right, bottom in the run's units.
type CalledPicture struct {
	Path      string        `json:"path"`
	Proposals []loaders.Box `json:"proposals"`
}

var errNoModules = errors.New("the model offers no modules")
