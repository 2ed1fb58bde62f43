package rules

import (
	"cmp"
	"regexp"
	"strings"
)

func polarJudging(readReply func(text string) string) judgeFunc {
	return func(x judgedAnswer) {
		if text := strings.TrimSpace(x.Predicted); text != "" {
			x.Predicted = cmp.Or(readReply(text), "other")
		}
		x.Correct = oneOf(x.Predicted, x.golds, polarityOf)
	}
}

func polarityOf(gold string) string {
	switch gold = strings.ToLower(gold); gold {
	case "true":
		return "yes"
	case "false":
		return "no"
	}
	return gold
}

var denial = regexp.MustCompile("(^| )(No|no|not)( |$)")

// inPOPE returns "no" if the first sentence, commas removed, has a word No, no or not between
// blanks; otherwise "yes", also for an empty text, because POPE's evaluation does.
func inPOPE(replyText string) string {
	first, _, _ := strings.Cut(replyText, ".")
	if denial.MatchString(strings.ReplaceAll(first, ",", "")) {
		return "no"
	}
	return "yes"
}

func inMME(replyText string) string {
	for _, word := range []string{"yes", "no"} {
		if first := strings.ToLower(replyText); strings.Contains(first[:min(len(first), 4)], word) {
			return word
		}
	}
	return ""
}
