package rules

import (
	"strings"

	"faithscope/loaders"
)

// judgedAnswer is an answer to be judged: Predicted is the prediction as a whole.
type judgedAnswer struct {
	*loaders.Answer
	parts []string   // its parts or samples
	golds [][]string // gold answers, each in its parts; nil for none
}

// judgeFunc fills in what a rule says of an answer.
type judgeFunc func(x judgedAnswer)

// scoredJudging returns a judging by the numbers that score gives for an answer's parts and one
// gold answer. It sets each, by name, to its greatest over all gold answers, and the verdict to
// Right if that of "em" is 1, else Wrong. Without gold answers it changes nothing.
func scoredJudging(score func(parts, gold []string) map[string]float64) judgeFunc {
	return func(x judgedAnswer) {
		best := map[string]float64{}
		for _, gold := range x.golds {
			for name, value := range score(x.parts, gold) {
				best[name] = max(best[name], value)
				x.Score(name, best[name])
			}
			x.Correct = loaders.VerdictOf(best["em"] == 1)
		}
	}
}

func textOf(gold []string) string { return strings.Join(loaders.Distinct(gold), " or ") }
