package tabular

import (
	"strings"

	"faithscope/loaders"
)

// unattempted is SimpleQA's verdict on an answer that evades the question, which is not right.
const unattempted = "not_attempted"

// verdictOf returns the verdict that a truth value, a number or a word in any case says. 1 is
// right; 0 and -1 are wrong, but 0 is Unknown if verdicts are signed. known is false for anything
// else.
func verdictOf(v any, signed bool) (_ loaders.Verdict, known bool) {
	if x, ok := numberOf(v); ok {
		if x == 0 && signed {
			return loaders.Unknown, true
		}
		return loaders.VerdictOf(x == 1), x == 0 || x == 1 || x == -1
	}
	switch word, _ := v.(string); strings.ToLower(word) {
	case "true", "yes", "correct", "right", "pass", "passed", "c", "y", "t", "✓", "✔", "✅":
		return loaders.Right, true
	case "false", "no", "incorrect", "wrong", "fail", "failed", "i", "n", "f", unattempted, "✗", "✘", "❌":
		return loaders.Wrong, true
	}
	return loaders.Unknown, false
}
