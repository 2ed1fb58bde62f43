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

type explainedExample struct {
	ctx    context.Context // of what is asked
	ex     *loaders.Example
	it     *segmentedInput
	m      *model.Asker
	o      *Options
	ask    AskCoalitions
	labels []string // or an open question's options
	target int
	rand   *rand.Rand
	calls  int
	said   []string // keys and values in turn
	words  map[string]*wordScores
	spent  time.Duration // by another explainer, on shared scores
}

type exampleScorer func(s *explainedExample) ([]float64, error)

// Remembered coalitions count as calls, because calls measure what a method costs.
func (s *explainedExample) gameOf(askCoalitions AskCoalitions) *coalitionGame {
	seen := map[Coalition]bool{}
	return &coalitionGame{n: len(s.it.parts), target: s.target, ask: func(list []Coalition) (model.Answers, error) {
		for _, c := range list {
			if !seen[c] {
				seen[c] = true
				s.calls++
			}
		}
		return askCoalitions(list)
	}}
}

func (s *explainedExample) askInputs(inputOf func(c Coalition) model.Input) AskCoalitions {
	return askOnce(func(coalitions []Coalition) (model.Answers, error) {
		return s.m.Ask(s.ctx, loaders.Map(coalitions, inputOf))
	})
}

// answerOf leaves the verdict Unknown if the correct answer isn't a label, because no answer could be
// right. The first of equally probable labels counts.
func answerOf(answerLabels []string, p []float64, goldAnswer string) loaders.Answer {
	best := floats.MaxIdx(p)
	a := loaders.Answer{Probability: &p[best]}
	for i, label := range answerLabels {
		a.Classes = append(a.Classes, loaders.Option{Name: label, Probability: p[i]})
	}
	if a.Fill(answerLabels[best], goldAnswer); !slices.Contains(answerLabels, goldAnswer) {
		a.Correct = loaders.Unknown // it is of another kind
	}
	return a
}

type wordScores struct {
	it     *segmentedInput
	scores []float64
	calls  int
	took   time.Duration
}
