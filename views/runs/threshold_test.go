package runs

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views/viewtest"
)

// scoredRun has a sound chain, whose steps a judge gives the scores right, and one whose second step is
// wrong, which the judge gives the score wrong.
func scoredRun(name, judge string, right, wrong float64) *loaders.Run {
	chain := func(id string, first int, scores ...float64) *loaders.Example {
		ex := &loaders.Example{ID: id, Program: []loaders.Module{{Op: "answer", Output: loaders.Output{Verdict: &loaders.StepOpinion{}}}}}
		for k := range scores {
			ex.Program[0].Children = append(ex.Program[0].Children, k+1)
			gold := &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.VerdictOf(k != first)}}
			ex.Program = append(ex.Program, loaders.Module{Op: "step", Text: fmt.Sprint("step ", k), Gold: gold,
				Output: loaders.Output{Verdict: &loaders.StepOpinion{Score: &scores[k]}}})
		}
		return ex
	}
	run := viewtest.RunOf(name, chain("sound", -1, right, right), chain("wrong", 1, right, wrong))
	run.Judge = judge
	return run
}

// The step score comes from A, or else from another run of the same judge, and the screen says from which.
func TestBestStepScoreComesFromAnotherRun(t *testing.T) {
	sc := of(t, 100, 30, scoredRun("gsm8k", "prm", .9, .7), scoredRun("other", "words", .3, .2), scoredRun("math", "prm", .8, .75))
	for _, c := range []struct{ a, run, said, shown string }{
		{"", "math", "step score .90, best on gsm8k: F1 1.00", "math has F1 .00"},
		{"other", "gsm8k", "step score .30, best on other: F1 1.00", "gsm8k has F1 .00"},
	} {
		if c.a != "" {
			sc.Act("run", c.a)
			sc.Press("space")
		}
		sc.Act("run", c.run)
		sc.Press("*")
		sc.Want(c.shown)
		if said := sc.Flash[len(sc.Flash)-1].Text; said != c.said {
			t.Errorf("%s: said %q, want %q", c.run, said, c.said)
		}
		if text := sc.Named("step-score").Shown(); !strings.HasPrefix(c.said, text+":") {
			t.Errorf("the setting is called %q after %q", text, c.said)
		}
	}
	sc.Act("step-score", "0.8")
	sc.Want("gsm8k has F1 1.00")
	viewtest.Equal(t, "a score of one's own is called", sc.Named("step-score").Shown(), "step score .80")
}
