package tabular

import (
	"strings"

	"faithscope/loaders"
)

// unattempted is SimpleQA's verdict on an answer that evades the question, which is not right.
const unattempted = "not_attempted"

// verdictOf reads a truth value, a number or a word. -1 is wrong; 0 is neutral, neither right
// nor wrong, where it stands beside that (signed).
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
