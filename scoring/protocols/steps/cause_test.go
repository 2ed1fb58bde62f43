package steps_test

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
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

// The causes of a chain's wrong steps say what people and the judge call these steps; every wrong step has one.
func TestCausesSayWhatIsJudged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ gold, judged, want string }{
		{"+00-", "+++-", "2 neutral, 3 neutral"}, // the first error is found
		{"+00-", "++++", "2 neutral, 3 neutral, 4 missed error"},
		{"++++-", "+00+-", "2 neutral, 3 neutral"},
		{"+0---", "+++0-", "2 neutral, 3 late, 4 missed error"},
		{"+0--", "++++", "2 neutral, 3 missed error, 4 missed error"},
		{"++0-", "00--", "1 neutral, 2 neutral, 3 early"},
		{"+-+-", "+--+", "3 false alarm, 4 missed error"},
		{"+0", "--", "1 false alarm, 2 false alarm"},
		{"++-", "-??", "1 early, 3 missed error"},
		{"??-?", "-+++", "3 early"}, // nobody marked the step that the judge names
		{"++-", "???", "1 unparsed, 2 unparsed, 3 unparsed"},
		{"+0", "??", "1 unparsed, 2 unparsed"},
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
		check.Equal(t, "people judge", strings.Join(causes, ", "), c.want, c.gold, c.judged)
	}
}
