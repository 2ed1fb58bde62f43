package runs

import (
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/report"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// A judge's figure stands beside the best control that reads no step, by name, whether or not it beats it.
func TestJudgeSentencesNameTheBestControl(t *testing.T) {
	test := func(control string, x, p float64) *report.ControlTest {
		c := &report.ControlTest{Metric: "f1", Control: control, Holm: scoring.Defined(p), Judges: 2}
		c.B, c.P, c.Count = scoring.Defined(x), c.Holm, 390
		return c
	}
	judge := func(f1 float64, controls map[string]float64, tested ...*report.ControlTest) string {
		r := runScores{numbers: map[string]scoring.Score{}}
		add := func(metric, scope string, x float64, n int) {
			r.numbers[views.NumberOf(steps.Protocol.Name, metric, scope).Value()] =
				scoring.Score{Protocol: steps.Protocol.Name, Metric: metric, Of: scope, Value: scoring.Defined(x), Count: n}
		}
		add("f1", "overall", f1, 400)
		add("error_acc", "overall", .25, 200)
		add("correct_acc", "overall", .5, 200)
		add("error_acc_right", "overall", .25, 8)
		add("judge_silent", "overall", 0, 400)
		add("judge_late", "overall", 12, 400)
		for name, x := range controls {
			add("f1", scoring.ControlOf+name, x, 400)
		}
		for _, c := range tested {
			r.control = c
		}
		return r.judgeSentences("length")
	}
	controls := map[string]float64{"a": .25, "b": .44, "b, chosen on the other half": .6}
	for text, want := range map[string]string{
		judge(.3, controls): "length has F1 .30 over 400, no better than a control that reads no steps: “b” scores .44. 50 of 200 first errors " +
			"found, 100 of 200 error-free chains called right, 2 of 8 errors found despite a right answer, 0 unparsed, 12 late.",
		judge(.5, controls):                        "F1 .50 over 400, above every control that reads no steps: “b” scores .44.",
		judge(.5, controls, test("b", .44, .0004)): "“b” scores .44 (p < .001 over 390 problems; Holm-corrected for 2 judges).",
		judge(.3, controls, test("b", .4, .004)):   "“b” scores .44 (.40 when chosen on the other half, p = .004 over 390 problems",
		judge(.3, controls, test("a", .2, .004)):   "“b” scores .44 (“a” .20, p = .004 over",
		judge(.1, controls, test("b (chosen on each half)", .4, .004)): "length has F1 .10 over 400, worse than a control that reads no steps: " +
			"“b” scores .44 (.40 chosen on each half, p = .004 over",
		judge(.9, map[string]float64{"a": 1}): "which a constant judge also reaches: “a” scores 1.00.",
	} {
		check.Contains(t, text, want)
	}
	viewtest.Equal(t, "without controls", judge(.3, nil), "")
}

// A file without a miss and without a sound chain, like MR-GSM8K's graded outputs, measures nothing.
func TestAJudgeWithoutAMissIsNotMeasured(t *testing.T) {
	r := runScores{numbers: map[string]scoring.Score{}}
	add := func(metric, of string, x float64) {
		r.numbers[views.NumberOf(steps.Protocol.Name, metric, of).Value()] =
			scoring.Score{Protocol: steps.Protocol.Name, Metric: metric, Of: of, Value: scoring.Defined(x), Count: 173}
	}
	add("exact", "overall", 1)
	add("exact", scoring.ControlOf+"no step is wrong", 1)
	check.Contains(t, r.judgeSentences("x"), "a constant judge also reaches")
	add("error_acc", "overall", 1)
	const want = "over 173, as if the file contained only errors its judge found."
	if got := r.judgeSentences("x"); !strings.HasSuffix(got, want) {
		t.Error(got)
	}
}
