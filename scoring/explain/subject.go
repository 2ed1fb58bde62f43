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

// subject is an example while one explainer explains it.
type subject struct {
	ctx    context.Context // of what is asked
	ex     *loaders.Example
	it     *item
	m      *model.Asker
	o      *Options
	ask    Ask
	labels []string // of the example: those of the model, or an open question's options
	target int
	rand   *rand.Rand
	calls  int
	said   []string // what else it found, as keys and values in turn
	words  map[string]*ofWords
	spent  time.Duration // earlier, on what it shares with another explainer
}

// scorer returns the scores of a subject's parts.
type scorer func(s *subject) ([]float64, error)

// gameOf returns the game about the target that asks ask, and counts in s.calls each different
// coalition once, although ask may answer it from memory.
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

// answerOf returns the answer of a model: the most probable label, the first of equals, with all
// probabilities, judged against gold; the verdict is Unknown if gold is not a label.
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

// ofWords are the scores of an interpreter, with what they took.
type ofWords struct {
	it     *item
	scores []float64
	calls  int
	took   time.Duration
}
