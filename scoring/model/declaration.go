package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

func namedBy[T any](itemNames []string, items []T) map[string]T {
	named := map[string]T{}
	for i, x := range items {
		named[itemNames[i]] = x
	}
	return named
}

// Meanings of outputs.
const (
	Distribution = "distribution" // adds up to 1
	Independent  = "independent"  // a probability for each label
	Binary       = "binary"       // the probability of the second of two labels
)

// Declaration holds what a model says about itself.
type Declaration struct {
	Faithscope int      `json:"faithscope"`
	Model      string   `json:"model"`
	Version    string   `json:"version"` // changes whenever answers do
	Labels     []string `json:"labels"`
	Inputs     []string `json:"inputs"`    // of the texts, in order
	Outputs    string   `json:"outputs"`   // [Distribution] where absent
	MaxBatch   int      `json:"max_batch"` // 1 if absent
	Gradients  bool     `json:"gradients"`
	Unknown    string   `json:"unknown"`
	Modules    []string `json:"modules"` // learned ones that it runs again; need no labels or inputs
}

// UnknownWord is in no vocabulary (lime's spelling).
const UnknownWord = "UNKWORDZ"

const mostBatch = 4096

// A call carries its own labels and inputs.
func (d *Declaration) checkComplete() error {
	d.MaxBatch = min(max(d.MaxBatch, 1), mostBatch)
	d.Outputs, d.Unknown = cmp.Or(d.Outputs, Distribution), cmp.Or(d.Unknown, UnknownWord)
	labels, inputs := slices.Sorted(slices.Values(d.Labels)), slices.Sorted(slices.Values(d.Inputs))
	switch {
	case d.Faithscope != 1:
		return fmt.Errorf("it declares version %d of the protocol; this program speaks version 1", d.Faithscope)
	case len(d.Modules) > 0 && d.Labels == nil && d.Inputs == nil:
		return nil
	case len(d.Labels) < 2 || len(slices.Compact(labels)) < len(d.Labels):
		return fmt.Errorf("it declares the labels %q: two or more are needed, all different", d.Labels)
	case len(d.Inputs) == 0 || len(slices.Compact(inputs)) < len(d.Inputs):
		return fmt.Errorf("it declares the inputs %q: one or more are needed, all different", d.Inputs)
	case !slices.Contains([]string{Distribution, Independent, Binary}, d.Outputs):
		return fmt.Errorf("it declares the outputs %q: they must be %s, %s or %s", d.Outputs, Distribution, Independent, Binary)
	case d.Outputs == Binary && len(d.Labels) != 2:
		return fmt.Errorf("it declares binary outputs, but %d labels instead of 2", len(d.Labels))
	}
	return nil
}

// Half precision needs this deviation from a sum of 1.
const sumWithin = 5e-3

// Probabilities returns one probability per label, cut to 1; a binary model's single number becomes
// two. Too few or many numbers, values that are not probabilities, and a distribution that does not
// add up to 1 are errors.
func (d *Declaration) Probabilities(p []float64) ([]float64, error) {
	if d.Outputs == Binary && len(p) == 1 {
		p = []float64{1 - p[0], p[0]}
	}
	if len(p) != len(d.Labels) {
		return nil, fmt.Errorf("it returned the wrong number of probabilities: %d for %d labels", len(p), len(d.Labels))
	}
	sum, p := 0.0, slices.Clone(p)
	for i, x := range p {
		if !(x >= 0 && x <= 1+sumWithin) {
			return nil, fmt.Errorf("it returned %g, which is not a probability", x)
		}
		sum += x
		p[i] = min(x, 1)
	}
	if d.Outputs == Distribution && math.Abs(sum-1) > sumWithin {
		return nil, fmt.Errorf("it returned probabilities that add up to %g instead of 1", sum)
	}
	return p, nil
}
