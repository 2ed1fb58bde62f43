package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

func TestFlipsAreCounted(t *testing.T) {
	// Per example the verdicts on the answers of three runs; the last has no
	// verdict on the first, and knows another example.
	verdicts := [3]string{"rrwwr", "rwwrr", "?wrrr"}
	var runs []*session.ScoredRun
	for k, list := range verdicts {
		runs = append(runs, scoredRun(t, len(list), session.Protocols(), func(i int) *loaders.Example {
			ex := scoringtest.Seen(i)
			if ex.Answer.Correct = map[byte]loaders.Verdict{'r': loaders.Right, 'w': loaders.Wrong}[list[i]]; k == 2 && i == 4 {
				ex.ID = "another"
			}
			return ex
		}))
		runs[k].Run.Name = fmt.Sprint("run ", k)
	}
	a, err := Agree(t.Context(), runs, scoring.Defaults(), ComparisonDesign{})
	check.NoError(t, err)
	right, judged := a.Runs[2].Answers()
	if _, scored := a.Runs[2].Faithful(); right != 3 || judged != 4 || scored != 5 {
		t.Errorf("the last run: %+v", a.Runs[2])
	}
	for k, want := range []FlipCounts{{Both: 2, Neither: 1, Lost: 1, Gained: 1}, {Lost: 1, Gained: 2}, {Both: 1, Neither: 1, Gained: 1}} {
		got := a.Pairs[k].Of[AnswerChange]
		if got.Both != want.Both || got.Neither != want.Neither || got.Lost != want.Lost || got.Gained != want.Gained {
			t.Errorf("pair %d: %+v, want %+v", k, got, want)
		}
		check.Equal(t, "pair p", got.P, stats.McNemar(want.Lost, want.Gained), k)
	}
	if f := a.Pairs[0].Of[FaithfulnessChange]; f.Pairs() != 5 || f.Lost+f.Gained != 0 || f.P.Why() == "" {
		t.Errorf("the same modules, and the faithfulness of the runs is %+v", f)
	}
	c := Comparisons{Agreement: a}
	for _, other := range runs[1:] {
		one := compare(t, runs[0], other, scoring.Defaults(), swaps(100))
		c.List = append(c.List, one)
	}
	text, js, csv := written(t, c.Document(), "table"), written(t, c.Document(), "json"), written(t, c.Document(), "csv")
	var out struct {
		Agreement struct {
			Pairs []struct{ Answers struct{ Gained int } }
		}
		Comparisons []json.RawMessage
	}
	if err := json.Unmarshal([]byte(js), &out); err != nil || len(out.Comparisons) != 2 || len(out.Agreement.Pairs) != 3 ||
		out.Agreement.Pairs[1].Answers.Gained != 2 {
		t.Errorf("%v, %+v", err, out.Agreement)
	}
	if !strings.Contains(text, "right to wrong") || !strings.Contains(text, "run 1, run 2") {
		t.Errorf("no pairs in\n%s", text)
	}
	if lines := strings.Split(csv, "\n"); !strings.HasPrefix(lines[0], "run_a,run_b,protocol") ||
		!strings.HasPrefix(lines[1], "run 0,run 1,") {
		t.Errorf("csv begins with %q", lines[:2])
	}
}

// A question that either run leaves out is compared under neither, by the scores as by
// the flips.
func TestCompareOmitsPairs(t *testing.T) {
	in := func(verdicts string) *session.ScoredRun {
		return scoredRun(t, len(verdicts), session.Protocols(), func(i int) *loaders.Example {
			ex := scoringtest.Seen(i)
			ex.Answer.Correct = map[byte]loaders.Verdict{'r': loaders.Right, 'w': loaders.Wrong, '-': loaders.Unanswered}[verdicts[i]]
			return ex
		})
	}
	a, b := in("rwr-wr---w"), in("rrrrrrrrr-")
	for policy, want := range map[scoring.MissingNumberPolicy]struct {
		a, b  float64
		count int
	}{scoring.Zero: {.3, .9, 10}, scoring.Omit: {.6, 1, 5}} {
		settings := scoring.Defaults()
		settings.Missing = policy
		c := compare(t, a, b, settings, swaps(100))
		got := c.Tests[0]
		inA, _ := got.A.Float()
		inB, _ := got.B.Float()
		flips := c.Agreement.Pairs[0].Of[AnswerChange]
		p, _ := got.P.Float()
		mcnemar, _ := flips.P.Float()
		if got.Metric != "accuracy" || inA != want.a || inB != want.b || got.Count != want.count || flips.Pairs() != want.count ||
			!near(p, mcnemar) {
			t.Errorf("%v: %s %v and %v of %d, p %v; flips %+v", policy, got.Metric, inA, inB, got.Count, p, flips)
		}
	}
}
