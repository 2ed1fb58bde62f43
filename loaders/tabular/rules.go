package tabular

import (
	"strings"

	"faithscope/loaders"
)

// unattempted is SimpleQA's verdict on an answer that evades the question, which is not right.
const unattempted = "not_attempted"

// verdictOf reads a truth value, a number or a word.
func verdictOf(v any) (_ loaders.Verdict, known bool) {
	if x, ok := numberOf(v); ok {
		return loaders.VerdictOf(x == 1), x == 0 || x == 1
	}
	switch word, _ := v.(string); strings.ToLower(word) {
	case "true", "yes", "correct", "right", "pass", "passed", "c", "y", "t", "✓", "✔", "✅":
		return loaders.Right, true
	case "false", "no", "incorrect", "wrong", "fail", "failed", "i", "n", "f", unattempted, "✗", "✘", "❌":
		return loaders.Wrong, true
	}
	return loaders.Unknown, false
}

// agrees is whether a prediction is a gold answer, or one of several, as text
// except for white space at the ends, or as a number. Unknown where one is
// missing.
func agrees(predicted string, gold any) loaders.Verdict {
	list, ok := gold.([]any)
	if s, isStruct := gold.(object); isStruct {
		list, ok = s["text"].([]any)
	}
	if !ok {
		list = []any{gold}
	}
	predicted = strings.TrimSpace(predicted)
	verdict := loaders.Unknown
	for _, v := range list {
		text := strings.TrimSpace(Text(v))
		if text == "" || predicted == "" {
			continue
		}
		x, number := numberOf(predicted)
		y, same := numberOf(text)
		if text == predicted || number && same && x == y {
			return loaders.Right
		}
		verdict = loaders.Wrong
	}
	return verdict
}

// How an answer is judged where no column says whether it is right: values of
// the role "right" of a [Map].
const (
	byEquality = "equal"    // to a gold answer, as a text or as a number
	byMajority = "majority" // the most frequent of several samples, the first of two
	byAny      = "any"      // of several samples
	byNumber   = "number"   // the last one in either text
	byError    = "error"    // not as right or wrong: the errors of numbers
	byGreatest = "argmax"   // the class that has the greatest of several numbers
	byHalf     = "half"     // 1 where a probability is .5 or more, else 0
	byNothing  = "none"
)

var rules = []string{byEquality, byMajority, byAny, byNumber, byError, byGreatest, byHalf, byNothing}
