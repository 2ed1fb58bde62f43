package report

import (
	"slices"
	"strings"

	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/counting"
)

// ByAnswer is said of a query that [ChoosesByAnswer].
const ByAnswer = "chooses examples by their answers, so tests of answers are biased"

// ChoosesByAnswer reports whether a query with these fields goes by whether answers are right, or compares the predicted
// answer with the right one: the accuracy of what it chooses means nothing.
func ChoosesByAnswer(fields []string) bool {
	isAsked := func(field string) bool { return slices.Contains(fields, field) }
	return isAsked("answer.predicted") && isAsked("answer.gold") || isAsked("count.predicted") && isAsked("count.gold") ||
		slices.ContainsFunc(fields, func(field string) bool {
			of, metric, _ := strings.Cut(field, ".")
			return slices.Contains(answerFields, field) || of == answers.Protocol.Name || of == counting.Protocol.Name && metric != ""
		})
}

var answerFields = strings.Fields("verdict right wrong quadrant failed count_error score.em score.f1 l1 l2 rmse")
