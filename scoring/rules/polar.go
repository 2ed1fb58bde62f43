package rules

import (
	"cmp"
	"regexp"
	"strings"
)

// polarJudging returns the judging of answers to questions of yes or no: the prediction becomes
// what read finds in it, "other" if that is nothing, and is right if it is a gold answer, case
// aside. An empty prediction stays.
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

// inPOPE returns an answer as POPE counts it: "no" if its first sentence has the word no or not,
// else "yes".
func inPOPE(text string) string {
	first, _, _ := strings.Cut(text, ".")
	if denial.MatchString(strings.ReplaceAll(first, ",", "")) {
		return "no"
	}
	return "yes"
}

// inMME returns an answer as MME counts it: "yes" or "no", if one is in its first four letters; ""
// for neither.
func inMME(text string) string {
	for _, word := range []string{"yes", "no"} {
		if first := strings.ToLower(text); strings.Contains(first[:min(len(first), 4)], word) {
			return word
		}
	}
	return ""
}
