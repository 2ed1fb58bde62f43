package explain

import (
	"faithscope/loaders"
	"faithscope/scoring/model"
)

// AskCoalitions returns answers about coalitions, asking each different one once.
type AskCoalitions func(coalitions []Coalition) (model.Answers, error)

type coalitionGame struct {
	n      int
	ask    AskCoalitions
	target int
}

func (g *coalitionGame) valuesOf(coalitions []Coalition) ([]float64, error) {
	p, err := g.ask(coalitions)
	return loaders.Map(p, func(p []float64) float64 { return p[g.target] }), err
}

func askOnce(askCoalitions AskCoalitions) AskCoalitions {
	known := map[Coalition][]float64{}
	return func(coalitions []Coalition) (model.Answers, error) {
		var open []Coalition
		for _, c := range coalitions {
			if _, asked := known[c]; !asked {
				known[c] = nil
				open = append(open, c)
			}
		}
		answers, err := askCoalitions(open)
		for i, c := range open {
			if err != nil {
				delete(known, c)
			} else {
				known[c] = answers[i]
			}
		}
		if err != nil {
			return nil, err
		}
		return loaders.Map(coalitions, func(c Coalition) []float64 { return known[c] }), nil
	}
}
