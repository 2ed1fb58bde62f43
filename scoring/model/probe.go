package model

import (
	"context"
	"fmt"
	"slices"
)

// Probe asks about at most a batch of inputs again, in another order and one by one. It notes
// slight differences; missing answers and more than noise are errors.
func Probe(ctx context.Context, m Model, probeInputs []Input) (notes []string, err error) {
	probeInputs = probeInputs[:min(len(probeInputs), m.Declaration().MaxBatch)]
	first, err := m.Ask(ctx, probeInputs)
	if err != nil {
		return nil, err
	}
	reversed := slices.Clone(probeInputs)
	slices.Reverse(reversed)
	for _, way := range []struct {
		what    string
		batches [][]Input
	}{
		{"asked again", [][]Input{probeInputs}},
		{"asked in another order", [][]Input{reversed}},
		{"asked one by one", slices.Collect(slices.Chunk(probeInputs, 1))},
	} {
		var answers Answers
		for _, batch := range way.batches {
			list, err := m.Ask(ctx, batch)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", way.what, err)
			}
			answers = append(answers, list...)
		}
		if way.what == "asked in another order" {
			slices.Reverse(answers)
		}
		switch by := largestDifference(first, answers); {
		case by > noise:
			return nil, fmt.Errorf("the model, %s, gives different answers: a probability differs by %.2g", way.what, by)
		case by > sameWithin:
			notes = append(notes, fmt.Sprintf("the model, %s, gives slightly different answers: a probability differs by %.2g", way.what, by))
		}
	}
	return notes, nil
}
