package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// OptionsOf returns the options that an example's answer consists of, several if they tie: the
// prediction's parts if it is a JSON list of strings or has as many between bars as Meta["tied"]
// says; otherwise the prediction.
func OptionsOf(ex *loaders.Example) (options []string) {
	predicted := ex.Answer.Predicted
	if strings.HasPrefix(predicted, "[") && json.Unmarshal([]byte(predicted), &options) == nil {
		return options
	}
	if parts := strings.Split(predicted, " | "); strconv.Itoa(len(parts)) == ex.Meta["tied"] {
		return parts
	}
	return []string{predicted}
}

// Share returns the credit for an answer of n options if ties share it: 1/n if any of them matches,
// else 0.
func Share(tiedOptions []string, matchesGold func(option string) bool) float64 {
	return exactly[slices.ContainsFunc(tiedOptions, matchesGold)] / float64(max(1, len(tiedOptions)))
}

// ShareScore names the score that holds the [Share] of several options.
const ShareScore = "match"

// JudgeOptions judges an answer of options that a.Predicted joins: right if its [Share] is 1. With
// several options the share becomes the score [ShareScore]. Without prediction or gold nothing
// changes.
func JudgeOptions(a *loaders.Answer, tiedOptions []string, matchesGold func(option string) bool) {
	share := Share(tiedOptions, matchesGold)
	if a.Judge(share == 1); len(tiedOptions) > 1 && a.Correct != loaders.Unknown {
		a.Score(ShareScore, share)
	}
}

func tiedJudging(matchesGold func(option, gold string) bool) judgeFunc {
	return func(x judgedAnswer) {
		JudgeOptions(x.Answer, x.parts, func(option string) bool {
			return slices.ContainsFunc(x.golds, func(gold []string) bool { return matchesGold(option, textOf(gold)) })
		})
	}
}

func withoutStop(option, goldAnswer string) bool {
	return strings.EqualFold(strings.TrimRight(option, "."), goldAnswer)
}
