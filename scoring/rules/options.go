package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// tiedJudging returns the judging of answers that may be several: only one alone that matches is
// right, and where several tie the score "match" is the share of one, if any is right.
func tiedJudging(matches func(option, gold string) bool) judging {
	return func(x judged) {
		match := false
		for _, gold := range x.golds {
			match = match || slices.ContainsFunc(x.said, func(option string) bool { return matches(option, textOf(gold)) })
		}
		n := len(x.said)
		if x.Judge(match && n == 1); n > 1 && x.Correct != loaders.Unknown {
			x.Score("match", exactly[match]/float64(n))
		}
	}
}

// isIdentical reports whether an option is a gold answer to the letter, as GQA's evaluation does.
func isIdentical(option, gold string) bool { return option == gold }

// withoutStop reports whether an option is a gold answer but for case and full stops at its end, as
// LLaVA's conversion for GQA does.
func withoutStop(option, gold string) bool {
	return strings.EqualFold(strings.TrimRight(option, "."), gold)
}
