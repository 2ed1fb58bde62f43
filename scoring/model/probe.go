package model

import (
	"context"
	"fmt"
	"slices"
)

// Probe asks a model about some inputs in several ways before it is believed: again, in
// another order, one by one. It returns what a reader of its explanations should know,
// and an error for a model that answers by chance or out of order.
func Probe(ctx context.Context, m Model, inputs []Input) (notes []string, err error) {
	inputs = inputs[:min(len(inputs), m.Declaration().MaxBatch)]
	first, err := m.Ask(ctx, inputs)
	if err != nil {
		return nil, err
	}
	ask := func(what string, batches ...[]Input) (answers [][]float64, err error) {
		for _, batch := range batches {
			list, err := m.Ask(ctx, batch)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", what, err)
			}
			answers = append(answers, list...)
		}
		return answers, nil
	}
	reversed := slices.Clone(inputs)
	slices.Reverse(reversed)
	for _, way := range []struct {
		what    string
		batches [][]Input
	}{
		{"asked again", [][]Input{inputs}},
		{"asked in another order", [][]Input{reversed}},
		{"asked one by one", slices.Collect(slices.Chunk(inputs, 1))},
	} {
		answers, err := ask(way.what, way.batches...)
		if err != nil {
			return nil, err
		}
		if way.what == "asked in another order" {
			slices.Reverse(answers)
		}
		switch by := apart(first, answers); {
		case by > noise:
			return nil, fmt.Errorf("the model, %s, gives other answers: a probability differs by %.2g", way.what, by)
		case by > sameWithin:
			notes = append(notes, fmt.Sprintf("the model, %s, gives slightly other answers: a probability differs by %.2g", way.what, by))
		}
	}
	return notes, nil
}
