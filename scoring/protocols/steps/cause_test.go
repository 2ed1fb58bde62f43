package steps_test

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
)

// opinions has a chain's verdicts: + right, 0 neutral, - wrong, ? none.
func opinions(gold, judged string) scoring.JudgedEvidence {
	ex := &loaders.Example{Program: []loaders.Module{{Op: "answer", Output: loaders.Output{Verdict: &loaders.StepOpinion{By: "judge"}}}}}
	of := func(sign byte) *loaders.StepOpinion {
		if v := map[byte]loaders.Verdict{'+': loaders.Right, '0': loaders.Neutral, '-': loaders.Wrong}[sign]; v != loaders.Unknown {
			return &loaders.StepOpinion{Verdict: v}
		}
		return nil
	}
	for i := range gold {
		m := loaders.Module{Op: "step", Place: i, Output: loaders.Output{Verdict: of(judged[i])}}
		if v := of(gold[i]); v != nil {
			m.Gold = &loaders.Gold{Verdict: v}
		}
		ex.Program[0].Children, ex.Program = append(ex.Program[0].Children, i+1), append(ex.Program, m)
	}
	return steps.Protocol.Prepare(ex).(scoring.JudgedEvidence)
}

// A chain whose first error the judge finds may have a wrong step after it.
func TestEveryWrongStepHasACause(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ gold, judged, want string }{
		{"+-+-", "+--+", "3 false alarm, 4 missed error"},
		{"+-", "+-", ""},
		{"++", "+?", ""},
	} {
		var causes []string
		score := opinions(c.gold, c.judged).Outline(scoring.Defaults())
		for _, m := range score.Modules {
			if m.Wrong(.5) {
				causes = append(causes, fmt.Sprint(m.Node, " ", m.Cause))
			}
		}
		if got := strings.Join(causes, ", "); got != c.want {
			t.Errorf("people %s, judge %s: %q, want %q", c.gold, c.judged, got, c.want)
		}
	}
}
