package rules

import (
	"cmp"
	"regexp"
	"strings"
)

func polarJudging(read func(text string) string) judgeFunc {
	return func(x judgedAnswer) {
		if text := strings.TrimSpace(x.Predicted); text != "" {
			x.Predicted = cmp.Or(read(text), "other")
		}
		x.Correct = oneOf(x.Predicted, x.golds, strings.ToLower)
	}
}

var denial = regexp.MustCompile("(^| )(No|no|not)( |$)")

// inPOPE returns "no" if the first sentence, commas removed, has a word No, no or not between
// blanks; otherwise "yes", also for an empty text, because POPE's evaluation does.
func inPOPE(text string) string {
	first, _, _ := strings.Cut(text, ".")
	if denial.MatchString(strings.ReplaceAll(first, ",", "")) {
		return "no"
	}
	return "yes"
}

func inMME(text string) string {
	for _, word := range []string{"yes", "no"} {
		if first := strings.ToLower(text); strings.Contains(first[:min(len(first), 4)], word) {
			return word
		}
	}
	return ""
}
