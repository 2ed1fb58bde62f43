package report

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
)

// scoredRun reads a run of n examples.
func scoredRun(t *testing.T, n int, protocols []scoring.Protocol, example func(i int) *loaders.Example) *session.ScoredRun {
	t.Helper()
	run, _ := scoringtest.Run(scoringtest.NewRecords(n, true), example)
	s := session.New(run, protocols)
	read(t, s)
	return s
}

func read(t *testing.T, s *session.ScoredRun) {
	t.Helper()
	check.NoError(t, s.Read(t.Context()))
}

// unsummed hides that an aggregate is a sum: what is left is to add evidence
// again.
type unsummed struct{ scoring.Aggregate }

func (u unsummed) Merge(o scoring.Aggregate) { u.Aggregate.Merge(o.(unsummed).Aggregate) }

func withoutSums(protocols []scoring.Protocol) []scoring.Protocol {
	for k := range protocols {
		aggregate := protocols[k].Aggregate
		protocols[k].Aggregate = func(s scoring.Settings) scoring.Aggregate { return unsummed{aggregate(s)} }
	}
	return protocols
}

func intervals(t *testing.T, s *session.ScoredRun, settings scoring.Settings) []string {
	t.Helper()
	r := Build([]*session.ScoredRun{s}, settings)
	check.NoError(t, r.DrawIntervals(t.Context(), []*session.ScoredRun{s}))
	var lines []string
	for _, score := range r.Runs[0].Scores {
		line := fmt.Sprintf("%s %s %s %v: ", score.Protocol, score.Metric, score.Of, score.Settings.UpperBound)
		x, ok := score.Value.Float()
		i := score.Interval
		switch {
		case i == nil:
			line += "none"
		case !ok:
			t.Errorf("%s an interval of an undefined score", line)
		case i.Low > x || i.High < x || i.Level != 0.95 || i.Trials > settings.Trials ||
			(i.Trials < 1) != (i.Low == x && x == 0 || i.High == x && x == 1):
			t.Errorf("%s %v is not in %+v", line, x, *i)
		default:
			line += fmt.Sprintf("%.9f %.9f %d", i.Low, i.High, i.Trials)
		}
		lines = append(lines, line)
	}
	return lines
}

// Adding evidence again draws the same intervals as sums of terms do.
func TestIntervalsOfSumsAndOfEvidence(t *testing.T) {
	settings := scoring.Defaults()
	settings.Trials, settings.UpperBound = 200, true
	for _, example := range []func(int) *loaders.Example{scoringtest.Seen, scoringtest.Attended} {
		for settings.Average = scoring.OverExamples; settings.Average <= scoring.OverOccurrences; settings.Average++ {
			fast := intervals(t, scoredRun(t, 9, session.Protocols(), example), settings)
			slow := intervals(t, scoredRun(t, 9, withoutSums(session.Protocols()), example), settings)
			if got, want := strings.Join(fast, "\n"), strings.Join(slow, "\n"); got != want || !strings.Contains(got, " 200") {
				t.Errorf("%s: from sums\n%s\nfrom evidence\n%s", settings.Average, got, want)
			}
		}
	}
}

func TestIntervalsFollowTheSeed(t *testing.T) {
	s := scoredRun(t, 40, session.Protocols(), scoringtest.Seen)
	settings := scoring.Defaults()
	settings.Trials = 50
	first, again := intervals(t, s, settings), intervals(t, s, settings)
	settings.Seed++
	other := intervals(t, s, settings)
	check.EqualLists(t, "intervals of one seed", again, first)
	if slices.Equal(first, other) {
		t.Error("two seeds draw the same intervals")
	}
}

func TestIntervalsEnd(t *testing.T) {
	s := scoredRun(t, 4, session.Protocols(), scoringtest.Seen)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := Build([]*session.ScoredRun{s}, scoring.Defaults()).DrawIntervals(ctx, []*session.ScoredRun{s})
	check.Is(t, "cancelled draws", err, context.Canceled)
}

func TestTrialsOfEvidenceAreBounded(t *testing.T) {
	for _, c := range []struct{ trials, n, scores, want int }{
		{1000, 0, 0, 1000}, {1000, 500, 9, 1000}, {100_000, 1000, 250, 2000}, {100_000, 60, 500, 1000}, {20, 1_000_000, 1, 20},
	} {
		check.Equal(t, "trials of additions scores", affordableDraws(c.trials, c.n, c.scores), c.want, c.trials, c.n, c.scores)
	}
}

// What modules were asked for stands after their scores and before the upper
// bound's; a run without boxes has none.
func TestAddArguments(t *testing.T) {
	named := func(i int) *loaders.Example {
		ex := scoringtest.Seen(i)
		ex.Program[1].Text = []string{"tower", "dog", "tower"}[i%3]
		return ex
	}
	settings := scoring.Defaults()
	settings.UpperBound = true
	list := []*session.ScoredRun{scoredRun(t, 9, session.Protocols(), named), scoredRun(t, 4, session.Protocols(), scoringtest.Attended)}
	r := Build(list, settings)
	before := len(r.Runs[1].Scores)
	r.AddArguments(list)
	var got []string
	for _, s := range r.Runs[0].Scores {
		if s.Protocol == "module-boxes" && (s.Metric == "f1" || s.Of == "overall") {
			got = append(got, fmt.Sprintf("%s/%v/%d", s.Of, s.Settings.UpperBound, s.Count))
		}
	}
	want := "overall/false/9 overall/false/9 overall/false/9 find/false/5 filter/false/4 with-relation/false/0 relocate/false/0 " +
		"find[tower]/false/4 find[dog]/false/1 filter[dog]/false/2 filter[tower]/false/2 " +
		"overall/true/9 overall/true/9 overall/true/9 find/true/5 filter/true/4 with-relation/true/0 relocate/true/0"
	check.Equal(t, "intervals", strings.Join(got, " "), want)
	check.Equal(t, "scores of a run without boxes", len(r.Runs[1].Scores), before)
	check.NoError(t, r.DrawIntervals(t.Context(), list))
}
