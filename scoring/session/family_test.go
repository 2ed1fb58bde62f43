package session

import (
	"math"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

func answeredRun(t *testing.T, name string, verdicts ...loaders.Verdict) *ScoredRun {
	t.Helper()
	run := scoringtest.RunOf(name, loaders.Fill(len(verdicts), func(i int) *loaders.Example {
		return &loaders.Example{ID: string(rune('a' + i)), Answer: loaders.Answer{Predicted: "x", Correct: verdicts[i]}}
	}))
	run.Name, run.Model, run.Facts = name, "bow", map[string]string{"seed": name}
	s := New(run, Protocols())
	read(t, s)
	return s
}

// A score of a family is the mean of those of its runs, however many examples they have.
func TestScoresOfAFamily(t *testing.T) {
	const r, w = loaders.Right, loaders.Wrong
	runs := []*ScoredRun{answeredRun(t, "1", r, w), answeredRun(t, "2", r, r, r, r), answeredRun(t, "3", r, w, w, w)}
	family, err := Family(t.Context(), "bow", runs)
	check.NoError(t, err)
	accuracy := func(s *ScoredRun) scoring.Score {
		scores, err := s.Whole(t.Context(), "answers", scoring.Defaults())
		at := slices.IndexFunc(scores, func(x scoring.Score) bool { return x.Metric == "accuracy" })
		if err != nil || at < 0 || s.Scores(scoring.Defaults())[at].Value != scores[at].Value {
			t.Fatal(err, scores)
		}
		return scores[at]
	}
	// The deviations from 7/12 are -1/12, 5/12 and -4/12.
	got, deviation := accuracy(family), math.Sqrt((1+25+16)/144.0/2)
	if x, _ := got.Value.Float(); math.Abs(x-7.0/12) > 1e-15 || math.Abs(got.Interval.PlusMinus()-deviation) > 1e-15 ||
		got.Interval.Runs != 3 || got.Count != 10 {
		t.Errorf("%+v, %+v, want 7/12 ± %v of 3 runs with 10 examples", got, got.Interval, deviation)
	}
	if run := family.Run; run.Len() != 10 || run.Row(2).ID != "a" || run.Row(9).ID != "d" || run.Model != "bow" || run.Fact("seed") != "" {
		t.Errorf("the run is %+v", run)
	}
	for i, want := range []loaders.Verdict{r, w, r, r, r, r, r, w, w, w} {
		check.Equal(t, "example", family.Summaries(scoring.Defaults()).Answer(i), want, i)
	}
	part, err := family.Group(t.Context(), "part", []int{1, 2, 3, 7, 8}) // of the runs w, rr and ww
	check.NoError(t, err)
	if x, _ := accuracy(part).Value.Float(); math.Abs(x-1.0/3) > 1e-15 || part.Run.Row(3).ID != "b" {
		t.Errorf("the accuracy of a part is %v", x)
	}
	without, err := Family(t.Context(), "bow", append(runs, answeredRun(t, "4", loaders.Unknown)))
	check.NoError(t, err)
	if got := accuracy(without); got.Value.Why() == "" || got.Interval != nil {
		t.Errorf("one run has no accuracy, the family %+v", got)
	}
}
