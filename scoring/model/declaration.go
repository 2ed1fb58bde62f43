package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

func namedBy[T any](names []string, list []T) map[string]T {
	named := map[string]T{}
	for i, x := range list {
		named[names[i]] = x
	}
	return named
}

// What the numbers of a model are.
const (
	Distribution = "distribution" // probabilities of the labels, which add up to 1
	Independent  = "independent"  // a probability for each label
	Binary       = "binary"       // one number: the probability of the second of two labels
)

// Declaration holds what a model says of itself.
type Declaration struct {
	Faithscope int      `json:"faithscope"` // version of the protocol
	Model      string   `json:"model"`
	Version    string   `json:"version"` // changes whenever answers do
	Labels     []string `json:"labels"`
	Inputs     []string `json:"inputs"`    // names of the texts, in their order
	Outputs    string   `json:"outputs"`   // [Distribution] where absent
	MaxBatch   int      `json:"max_batch"` // inputs asked at once; 1 where absent
	Gradients  bool     `json:"gradients"`
	Unknown    string   `json:"unknown"` // a word that the model does not know
	Modules    []string `json:"modules"` // learned ones that it runs again; without labels and inputs it offers nothing else
}

// UnknownWord is a word that no vocabulary has, as lime writes it.
const UnknownWord = "UNKWORDZ"

// mostBatch bounds the inputs of a batch, whatever a model declares.
const mostBatch = 4096

// checkComplete brings MaxBatch into 1 to mostBatch, sets Outputs to Distribution and Unknown to
// UnknownWord if they are empty, and returns an error for another version than 1, fewer than two
// labels, no inputs, any of them twice, unknown outputs, or binary ones with other than two labels.
// A model that declares modules but neither labels nor inputs needs none.
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
		return fmt.Errorf("it declares the labels %q: two or more different ones are needed", d.Labels)
	case len(d.Inputs) == 0 || len(slices.Compact(inputs)) < len(d.Inputs):
		return fmt.Errorf("it declares the inputs %q: one or more different ones are needed", d.Inputs)
	case !slices.Contains([]string{Distribution, Independent, Binary}, d.Outputs):
		return fmt.Errorf("it declares the outputs %q: they are %s, %s or %s", d.Outputs, Distribution, Independent, Binary)
	case d.Outputs == Binary && len(d.Labels) != 2:
		return fmt.Errorf("it declares binary outputs for %d labels", len(d.Labels))
	}
	return nil
}

// sumWithin is how far probabilities of a distribution may be from adding up to 1: what
// half precision leaves.
const sumWithin = 5e-3

// Probabilities returns one probability per label for the numbers of one answer, cut to 1; a single
// number of a binary model becomes two. It is an error if they are too few or many, no
// probabilities, or those of a distribution do not add up to 1.
func (d *Declaration) Probabilities(p []float64) ([]float64, error) {
	if d.Outputs == Binary && len(p) == 1 {
		p = []float64{1 - p[0], p[0]}
	}
	if len(p) != len(d.Labels) {
		return nil, fmt.Errorf("it answered %d numbers for %d labels", len(p), len(d.Labels))
	}
	sum, p := 0.0, slices.Clone(p)
	for i, x := range p {
		if !(x >= 0 && x <= 1+sumWithin) {
			return nil, fmt.Errorf("it answered %g, which is not a probability", x)
		}
		sum += x
		p[i] = min(x, 1)
	}
	if d.Outputs == Distribution && math.Abs(sum-1) > sumWithin {
		return nil, fmt.Errorf("it answered probabilities that add up to %g", sum)
	}
	return p, nil
}
