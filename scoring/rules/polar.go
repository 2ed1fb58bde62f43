package rules

import (
	"cmp"
	"regexp"
	"strings"
)

// polarJudging returns the judging of answers to questions that yes or no answers, as a benchmark
// reads them; what it cannot read is the answer "other".
func polarJudging(read func(text string) string) judging {
	return func(x judged) {
		if text := strings.TrimSpace(x.Predicted); text != "" {
			x.Predicted = cmp.Or(read(text), "other")
		}
		x.Correct = oneOf(x.Predicted, x.golds, strings.ToLower)
	}
}

// denial matches the words by which POPE knows a no.
var denial = regexp.MustCompile("(^| )(No|no|not)( |$)")

// inPOPE returns an answer as POPE counts it: no if the first sentence has the word no or not,
// otherwise yes.
func inPOPE(text string) string {
	first, _, _ := strings.Cut(text, ".")
	if denial.MatchString(strings.ReplaceAll(first, ",", "")) {
		return "no"
	}
	return "yes"
}

// inMME returns an answer as MME counts it: yes or no, in its first four letters; ""
// for neither.
func inMME(text string) string {
	for _, word := range []string{"yes", "no"} {
		if first := strings.ToLower(text); strings.Contains(first[:min(len(first), 4)], word) {
			return word
		}
	}
	return ""
}
