package rules

import (
	"strings"

	"faithscope/loaders"
)

// judged is an answer to be judged: Predicted is the prediction as a whole.
type judged struct {
	*loaders.Answer
	said  []string   // its parts or samples
	golds [][]string // gold answers, each in its parts; nil for none
}

// judging fills in what a rule says of an answer.
type judging func(x judged)

// scoredJudging returns the judging of an evaluation that gives numbers: it records the best of
// each over all gold answers, and calls an answer right where its exact match is 1. Without gold
// answers it changes nothing.
func scoredJudging(score func(said, gold []string) map[string]float64) judging {
	return func(x judged) {
		best := map[string]float64{}
		for _, gold := range x.golds {
			for name, value := range score(x.said, gold) {
				best[name] = max(best[name], value)
				x.Score(name, best[name])
			}
			x.Correct = loaders.VerdictOf(best["em"] == 1)
		}
	}
}

// textOf returns a gold answer as one text, its different parts joined by " or ".
func textOf(gold []string) string { return strings.Join(loaders.Distinct(gold), " or ") }
