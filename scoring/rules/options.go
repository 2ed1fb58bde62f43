package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// tiedJudging returns a judging of answers that may be several options, x.said. The answer is
// right if there is one and it matches a gold answer. If there are several, it is wrong, and its
// score "match" is one divided by their number if any matches, else 0. Without prediction or gold
// the verdict stays.
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
