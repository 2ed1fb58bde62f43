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

// Text is one text of an input: tokens, or where Tokens is nil the text as it is typed,
// which the model cuts itself.
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

// String returns the text, tokens with a space between them.
func (t Text) String() string {
	if t.Tokens != nil {
		return strings.Join(t.Tokens, " ")
	}
	return t.Raw
}

// Input holds what a model is asked about: one text for each of [Declaration.Inputs].
type Input []Text

// Key returns a text that is the same for equal inputs only; tokens and raw text differ.
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

// Vectors are the word vectors of an input: per text, per token, the dimensions.
type Vectors [][][]float64

// Point is where a gradient is wanted: an input whose words have other vectors, and
// the label whose value is differentiated.
type Point struct {
	Input   Input
	Vectors Vectors
	Target  int
	Logit   bool // the value is the score before softmax, not the probability
}
