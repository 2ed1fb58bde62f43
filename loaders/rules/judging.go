package rules

import (
	"strings"

	"faithscope/loaders"
)

// judgedAnswer is an answer to be judged; Predicted is the whole prediction.
type judgedAnswer struct {
	*loaders.Answer
	parts []string   // parts or samples of it
	golds [][]string // correct answers in parts; nil for none
}

// judgeFunc sets verdict, credit and scores.
type judgeFunc func(x judgedAnswer)

// scoredJudging takes the greatest of each score over the correct answers, as SQuAD's and DROP's
// evaluations do; the verdict is Right if that of "em" is 1.
func scoredJudging(scoreAnswer func(parts, gold []string) map[string]float64) judgeFunc {
	return func(x judgedAnswer) {
		best := map[string]float64{}
		for _, gold := range x.golds {
			for name, value := range scoreAnswer(x.parts, gold) {
				best[name] = max(best[name], value)
				x.Score(name, best[name])
			}
			x.Correct = loaders.VerdictOf(best["em"] == 1)
		}
	}
}

func textOf(goldParts []string) string { return strings.Join(loaders.Distinct(goldParts), " or ") }
