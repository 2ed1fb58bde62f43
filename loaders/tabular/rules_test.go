package tabular

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/rules"
)

// A table may name any rule, with a correct answer or a list of them; a row with a verdict of its
// own keeps that.
func TestMapsNameRules(t *testing.T) {
	const rows = `{"q": "a", "pred": "The cat!", "gold": ["dog", "a cat"]}
{"q": "b", "pred": "black cat", "gold": "cat"}
{"q": "c", "pred": "none", "gold": {"text": [], "answer_start": []}}
{"q": "d", "pred": "", "gold": {"text": ["cat"], "answer_start": [4]}}
{"q": "e", "pred": "cat", "gold": null}
{"q": "f", "pred": "No, it is not.", "gold": "no"}
`
	for rule, want := range map[string]string{
		"equal":  "wrong wrong unknown unanswered unknown wrong",
		"squad":  "right 1.00 1.00, wrong 0.00 0.67, wrong 0.00 0.00, unanswered 0.00 0.00, unknown, wrong 0.00 0.40",
		"drop":   "right 1.00 1.00, wrong 0.00 0.67, wrong 0.00 0.00, unanswered 0.00 0.00, unknown, wrong 0.00 0.40",
		"yes-no": "wrong wrong unknown unanswered unknown right",
		"none":   "unknown unknown unknown unknown unknown unknown",
	} {
		run := opened(t, rows, "question=q,predicted=pred,gold=gold,right="+rule)
		separator := " "
		if strings.Contains(want, ",") {
			separator = ", "
		}
		var got []string
		for i := range run.Len() {
			a := run.Example(i).Answer
			said := a.Correct.String()
			for _, name := range []string{"em", "f1"} {
				if x, ok := a.Scores[name]; ok {
					said += fmt.Sprintf(" %.2f", x)
				}
			}
			got = append(got, said)
		}
		check.Equal(t, rule, strings.Join(got, separator), want)
		found, err := rules.FindRule(rule)
		if err != nil || !strings.HasSuffix(run.Columns.Said, found.Help) {
			t.Errorf("%s: %q", rule, run.Columns.Said)
		}
	}
	own := `{"q": "a", "pred": "x", "gold": "y", "ok": true}` + "\n" + `{"q": "b", "pred": "cat", "gold": "the cat", "ok": null}` + "\n"
	run := opened(t, own, "question=q,predicted=pred,gold=gold,correct=ok,right=squad")
	if a, b := run.Example(0).Answer, run.Example(1).Answer; a.Correct != loaders.Right || a.Scores != nil || b.Correct != loaders.Right {
		t.Errorf("%+v, %+v", a, b)
	}
}
