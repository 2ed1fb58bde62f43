package explain

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

type subject struct {
	ctx    context.Context // of what is asked
	ex     *loaders.Example
	it     *partedInput
	m      *model.Asker
	o      *Options
	ask    Ask
	labels []string // or an open question's options
	target int
	rand   *rand.Rand
	calls  int
	said   []string // keys and values in turn
	words  map[string]*wordScores
	spent  time.Duration // by another explainer, on shared scores
}

type scorer func(s *subject) ([]float64, error)

// Remembered coalitions count as calls, because calls measure what a method costs.
func (s *subject) gameOf(ask Ask) *game {
	seen := map[Coalition]bool{}
	return &game{n: len(s.it.parts), target: s.target, ask: func(list []Coalition) ([][]float64, error) {
		for _, c := range list {
			if !seen[c] {
				seen[c] = true
				s.calls++
			}
		}
		return ask(list)
	}}
}

// The first of equally probable labels counts. A gold answer that isn't a label leaves the verdict
// Unknown.
func answerOf(labels []string, p []float64, gold string) loaders.Answer {
	best := floats.MaxIdx(p)
	a := loaders.Answer{Probability: &p[best]}
	for i, label := range labels {
		a.Classes = append(a.Classes, loaders.Option{Name: label, Probability: p[i]})
	}
	if a.Fill(labels[best], gold); !slices.Contains(labels, gold) {
		a.Correct = loaders.Unknown // it is of another kind
	}
	return a
}

type wordScores struct {
	it     *partedInput
	scores []float64
	calls  int
	took   time.Duration
}
