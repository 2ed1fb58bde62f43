package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
)

func TestClustersOf(t *testing.T) {
	run := scoredRun(t, 6, session.Protocols(), func(i int) *loaders.Example {
		ex := &loaders.Example{ID: fmt.Sprint(i), Question: fmt.Sprint("question ", i%4)}
		ex.Images = []loaders.Image{{Path: fmt.Sprint(i/2, ".png")}}
		if i == 5 {
			ex.Images = nil
			ex.Passage = &loaders.Passage{Text: "a text"}
		}
		ex.Groups = [][]string{{"a"}, nil, {"b", "a"}, nil, {"b"}, nil}[i]
		return ex
	})
	for by, want := range map[session.ClusterKind][]int{
		session.ByExample: {0, 1, 2, 3, 4, 5},
		session.ByPicture: {0, 0, 2, 2, 4, 5},
		session.BySet:     {0, 1, 0, 3, 0, 1}, // a and b share 2; 1 and 5 are one question
	} {
		clustered, err := run.Clusters(t.Context(), by)
		check.NoError(t, err)
		var got []int
		for i := range want {
			got = append(got, clustered.First(i))
		}
		check.EqualLists(t, "clusters", got, want, "by", by)
		name := map[session.ClusterKind]string{session.ByExample: "examples", session.ByPicture: "whole pictures or passages",
			session.BySet: "whole sets or questions"}[by]
		check.Equal(t, "name", clustered.String(), name, "by", by)
	}
	var c session.ClusterKind
	if c.Set("passage") == nil || c.Set("set") != nil || c != session.BySet {
		t.Errorf("the flag is %s", c)
	}
}

// Two by two the examples show one picture: A is better on three pictures, and on
// the last each run has one right answer that the other has not. Counted by hand
// over all ways to swap.
func TestClustersAreSwappedTogether(t *testing.T) {
	in := func(right string) *session.ScoredRun {
		return scoredRun(t, len(right), session.Protocols(), func(i int) *loaders.Example {
			ex := scoringtest.Seen(i)
			ex.Images[0].Path = fmt.Sprint(i/2, ".png")
			ex.Answer.Correct = loaders.VerdictOf(right[i] == 'r')
			return ex
		})
	}
	a, b := in("rrrwrwrw"), in("wrwwwwwr")
	for _, c := range []struct {
		by                      session.ClusterKind
		p, mcnemar, differences float64
		units                   int
	}{
		// A - B is 1 0 1 0 1 0 1 -1: 3 of 5 that differ, by chance 12 of 32.
		{session.ByExample, 12. / 32, 12. / 32, -3. / 8, 8},
		// Pictures differ by 1 1 1 0: three of three, 2 of 8 ways.
		{session.ByPicture, 2. / 8, 2. / 8, -3. / 8, 4},
	} {
		got := compare(t, a, b, scoring.Defaults(), clustered(1000, c.by))
		test := got.Tests[0]
		p, _ := test.P.Float()
		difference, _ := test.Difference.Float()
		mcnemar, _ := got.Agreement.Pairs[0].Of[AnswerChange].P.Float()
		if test.Metric != "accuracy" || p != c.p || !near(mcnemar, c.mcnemar) || difference != c.differences || test.Trials != 1<<c.units {
			t.Errorf("%s: %s differs by %v, p %v over %d, of the flips %v", c.by, test.Metric, difference, p, test.Trials, mcnemar)
		}
		if i := test.Interval; i == nil || i.Low > difference || i.High < difference || i.Low == i.High {
			t.Errorf("%s: the interval is %+v", c.by, i)
		}
	}
	one := compare(t, in("rr"), in("ww"), scoring.Defaults(), clustered(10, session.ByPicture)).Tests[0]
	if one.Interval != nil {
		t.Errorf("one picture has an interval: %+v", one)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// What is drawn from sums is what is drawn from evidence, by example and by
// picture.
func TestIntervalsOfDifferences(t *testing.T) {
	for _, by := range []session.ClusterKind{session.ByExample, session.ByPicture} {
		var all []string
		for _, protocols := range [][]scoring.Protocol{session.Protocols(), withoutSums(session.Protocols())} {
			paired := func(example func(i int) *loaders.Example) func(i int) *loaders.Example {
				return func(i int) *loaders.Example {
					ex := example(i)
					ex.Images[0].Path = fmt.Sprint(i / 3)
					return ex
				}
			}
			a, b := scoredRun(t, 12, protocols, paired(better)), scoredRun(t, 12, protocols, paired(scoringtest.Seen))
			settings := scoring.Defaults()
			settings.Trials = 200
			var text string
			for _, d := range compare(t, a, b, settings, clustered(20, by)).Tests {
				if d.Interval != nil {
					text += fmt.Sprintf("%s %s %.9f %.9f\n", d.Metric, d.Of, d.Interval.Low, d.Interval.High)
				}
			}
			all = append(all, text)
		}
		if all[0] != all[1] || all[0] == "" {
			t.Errorf("%s: from sums\n%s\nfrom evidence\n%s", by, all[0], all[1])
		}
	}
}

func TestChanges(t *testing.T) {
	in := func(ids []string, right string, boxes ...[]float64) *session.ScoredRun {
		return scoredRun(t, len(ids), session.Protocols(), func(i int) *loaders.Example {
			ex := scoringtest.Seen(0)
			ex.ID, ex.Answer.Correct = ids[i], loaders.VerdictOf(right[i] == 'r')
			ex.Program[1].Output.Boxes[0] = boxes[i]
			return ex
		})
	}
	// The first proposal is gold.
	found, low, elsewhere := []float64{.9, .1}, []float64{.4, .1}, []float64{.1, .9}
	a := in([]string{"1", "2", "3", "4"}, "rrww", found, low, found, found)
	b := in([]string{"2", "1", "4", "5"}, "wrrr", elsewhere, low, found, found)
	g, err := Agree(t.Context(), []*session.ScoredRun{a, b}, scoring.Defaults(), ComparisonDesign{})
	check.NoError(t, err)
	var got []string
	for _, c := range g.Changes(0, 1) {
		got = append(got, fmt.Sprint(c.Kind, " ", c.From, " to ", c.To, " ", c.Examples))
	}
	want := []string{
		"0 right to wrong [[1 0]]", "0 wrong to right [[3 2]]", "1 faithful to unfaithful [[0 1]]", "1 unfaithful to faithful []",
		"2 low p to elsewhere [[1 0]]", "2 no fault to low p [[0 1]]", "3  to " + b.Run.Name + " [[-1 3]]", "3 " + a.Run.Name + " to  [[2 -1]]",
	}
	if !slices.Equal(got, want) || g.Common != 3 {
		t.Errorf("%d in both, %q\nwant %q", g.Common, got, want)
	}
}

// answered returns a run of n examples that share some passages in turn, none of them if there are
// 0. edit may change an example.
func answered(t *testing.T, n, passages int, edit func(i int, ex *loaders.Example)) *session.ScoredRun {
	t.Helper()
	return scoredRun(t, n, []scoring.Protocol{answers.Protocol}, func(i int) *loaders.Example {
		ex := &loaders.Example{ID: fmt.Sprint("q", i), Answer: loaders.Answer{Correct: loaders.Right, Gold: "yes"}}
		if passages > 0 {
			ex.Passage = &loaders.Passage{Text: fmt.Sprint("passage ", i%passages)}
		}
		edit(i, ex)
		return ex
	})
}

// A line says for how many examples nobody knows with which others they belong.
func TestUnknownClusters(t *testing.T) {
	t.Parallel()
	some := answered(t, 20, 5, func(i int, ex *loaders.Example) {
		if i < 4 {
			ex.Passage = nil
		}
	})
	for _, c := range []struct {
		run  *session.ScoredRun
		by   session.ClusterKind
		want string
	}{
		{answered(t, 20, 0, func(int, *loaders.Example) {}), session.ByPicture,
			"20 of A's 20 examples have no known picture, passage or set"},
		{answered(t, 20, 0, func(int, *loaders.Example) {}), session.BySet, "20 of A's 20 examples have no known picture, passage or set"},
		{answered(t, 20, 0, func(int, *loaders.Example) {}), session.ByExample, ""},
		{answered(t, 20, 20, func(int, *loaders.Example) {}), session.ByPicture, ""},
		{some, session.ByPicture, "4 of A's 20 examples have no known picture, passage or set"},
	} {
		settings := scoring.Defaults()
		settings.Trials = 10
		got := compare(t, c.run, c.run, settings, clustered(20, c.by))
		text := strings.Join(got.headingLines(), "\n")
		if !strings.Contains(text, c.want) || c.want == "" && strings.Contains(text, "no known") {
			t.Errorf("%s: no %q in\n%s", c.by, c.want, text)
		}
		if c.run == some && !strings.Contains(text, "draws over whole passages (") {
			t.Errorf("passages are called otherwise in\n%s", text)
		}
	}
}
