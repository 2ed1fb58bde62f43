package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

func sameForm(a, b Vectors) bool {
	return slices.EqualFunc(a, b, func(a, b TextVectors) bool {
		return slices.EqualFunc(a, b, func(a, b []float64) bool { return len(a) == len(b) })
	})
}

// Text is tokens, or if nil the typed text, which the model cuts itself.
type Text struct {
	Tokens []string
	Raw    string
}

// MarshalJSON writes a list or a string.
func (t Text) MarshalJSON() ([]byte, error) {
	if t.Tokens != nil {
		return json.Marshal(t.Tokens)
	}
	return json.Marshal(t.Raw)
}

// String joins tokens with spaces.
func (t Text) String() string {
	if t.Tokens != nil {
		return strings.Join(t.Tokens, " ")
	}
	return t.Raw
}

// Input has a text per [Declaration.Inputs].
type Input []Text

// Key is unique; tokens and raw text differ.
func (in Input) Key() string {
	var b strings.Builder
	for _, t := range in {
		fmt.Fprintf(&b, "%t%d", t.Tokens != nil, len(t.Tokens))
		for _, w := range append(slices.Clip(t.Tokens), t.Raw) {
			fmt.Fprintf(&b, ",%d:%s", len(w), w)
		}
	}
	return b.String()
}

// Answers are the labels' probabilities by input, or a module's numbers by picture.
type Answers = [][]float64

// TextVectors are by token and dimension.
type TextVectors = [][]float64

// Vectors are by text.
type Vectors []TextVectors

// GradientPoint is where a gradient is wanted.
type GradientPoint struct {
	Input   Input
	Vectors Vectors
	Target  int
	Logit   bool // the score before softmax, not the probability
}
