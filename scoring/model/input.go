package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

func sameForm(a, b Vectors) bool {
	return slices.EqualFunc(a, b, func(a, b [][]float64) bool {
		return slices.EqualFunc(a, b, func(a, b []float64) bool { return len(a) == len(b) })
	})
}

// Text is one text of an input: tokens, or if Tokens is nil the typed text, which the model cuts
// itself.
type Text struct {
	Tokens []string
	Raw    string
}

// MarshalJSON writes tokens as a list and other text as a string.
func (t Text) MarshalJSON() ([]byte, error) {
	if t.Tokens != nil {
		return json.Marshal(t.Tokens)
	}
	return json.Marshal(t.Raw)
}

// String returns the text, with spaces between tokens.
func (t Text) String() string {
	if t.Tokens != nil {
		return strings.Join(t.Tokens, " ")
	}
	return t.Raw
}

// Input is a model's question: one text for each of [Declaration.Inputs].
type Input []Text

// Key returns a text that only equal inputs share; tokens and raw text differ.
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

// Vectors are an input's word vectors: per text, per token, the dimensions.
type Vectors [][][]float64

// Point is where a gradient is wanted: an input with other vectors, and the label to differentiate.
type Point struct {
	Input   Input
	Vectors Vectors
	Target  int
	Logit   bool // differentiate the score before softmax, not the probability
}
