package runs

import (
	"strings"
	"testing"

	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/views"
)

// A judge's figure stands beside the best control that reads no step, by name, whether or not it beats it.
func TestJudgeSentencesNameTheBestControl(t *testing.T) {
	judge := func(f1 float64, controls map[string]float64) string {
		r := scores{numbers: map[string]scoring.Score{}}
		add := func(metric, scope string, x float64, n int) {
			r.numbers[views.NumberOf(steps.Protocol.Name, metric, scope).Value()] =
				scoring.Score{Protocol: steps.Protocol.Name, Metric: metric, Of: scope, Value: scoring.Defined(x), Count: n}
		}
		add("f1", "overall", f1, 400)
		add("judge_silent", "overall", 0, 400)
		add("judge_late", "overall", 12, 400)
		for name, x := range controls {
			add("f1", scoring.ControlOf+name, x, 400)
		}
		return r.judgeSentences("length")
	}
	controls := map[string]float64{"a": .25, "b": .44, "b, chosen on the other half": .6}
	for text, want := range map[string]string{
		judge(.3, controls):                   "length: F1 .30 over 400, no better than a control that reads no step: “b” has .44. 0 unp",
		judge(.5, controls):                   "F1 .50 over 400, above every control that reads no step: “b” has .44.",
		judge(.9, map[string]float64{"a": 1}): "which a constant reaches: “a” has 1.00.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q, want %q", text, want)
		}
	}
	if text := judge(.3, nil); text != "" {
		t.Errorf("without controls: %q", text)
	}
}
