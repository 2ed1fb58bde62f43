package steps_test

import (
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/vectors"
)

// A control that judges the examples has its own value, or that of the other half if it is chosen.
func TestControlsJudgeAsTheyScore(t *testing.T) {
	t.Parallel()
	var all []vector
	vectors.Read(t, "testdata", "vectors.json", &all)
	judged := 0
	for _, v := range all {
		evidence := loaders.Fill(len(v.Examples), func(i int) scoring.Evidence { return steps.Protocol.Prepare(v.Examples[i].example(i)) })
		aggregate := func(judge func(e scoring.Evidence) scoring.Evidence) scoring.ControlledAggregate {
			a := steps.Protocol.Aggregate(scoring.Defaults()).(scoring.ControlledAggregate)
			for _, e := range evidence {
				a.Add(judge(e))
			}
			return a
		}
		for _, c := range aggregate(func(e scoring.Evidence) scoring.Evidence { return e }).Controls() {
			if c.Judge == nil {
				continue
			}
			want, chosen := c.TwoFold.Float()
			if !chosen {
				want, _ = c.Value.Float()
			}
			if s, shown := scoring.Pick(aggregate(c.Judge).Scores(), c.Metric, "overall"); shown {
				scoringtest.Near(t, c.Metric, s.Value, want, v.Name, c.Name)
				judged++
			}
		}
	}
	if judged < 20 {
		t.Errorf("only %d controls judge", judged)
	}
}
