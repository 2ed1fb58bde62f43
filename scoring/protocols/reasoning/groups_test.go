package reasoning

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

func inGroup(verdict loaders.Verdict, groups ...string) *loaders.Example {
	return &loaders.Example{ID: "x", Groups: groups, Answer: loaders.Answer{Correct: verdict}}
}

func TestConsistencyOfGroups(t *testing.T) {
	const right, wrong, unknown = loaders.Right, loaders.Wrong, loaders.Unknown
	for _, c := range []struct {
		why   string
		list  []*loaders.Example
		value float64 // below 0: undefined
		count int
	}{
		{"one of two sentences is right with every pair", []*loaders.Example{inGroup(right, "a"), inGroup(right, "a"), inGroup(right, "b"),
			inGroup(wrong, "b")}, .5, 2},
		{"a group of one", []*loaders.Example{inGroup(right, "a")}, -1, 0},
		{"a group of one beside one of two", []*loaders.Example{inGroup(right, "a"), inGroup(right, "b"), inGroup(wrong, "b")}, .5, 2},
		{"thirds add up to a whole group", []*loaders.Example{inGroup(right, "a"), inGroup(right, "a"), inGroup(right, "a")}, 1, 1},
		{"large groups count as small ones", []*loaders.Example{inGroup(right, "a"), inGroup(right, "a"), inGroup(wrong, "b"),
			inGroup(right, "b"), inGroup(right, "b"), inGroup(right, "b")}, .5, 2},
		{"an example in two groups breaks both", []*loaders.Example{inGroup(wrong, "a", "b"), inGroup(right, "a"), inGroup(right, "b"),
			inGroup(right, "c"), inGroup(right, "c")}, 1. / 3, 3},
		{"a name that stands twice is one group", []*loaders.Example{inGroup(right, "a", "a"), inGroup(right, "a")}, 1, 1},
		{"what has no verdict is passed over", []*loaders.Example{inGroup(right, "a"), inGroup(right, "a"), inGroup(unknown, "a"),
			inGroup(right, "b"), inGroup(unknown, "b")}, 1, 2},
		{"no verdict at all", []*loaders.Example{inGroup(unknown, "a")}, -1, 0},
	} {
		a := Protocol.Aggregate(scoring.Defaults())
		for _, ex := range c.list {
			a.Add(Protocol.Prepare(ex))
		}
		scores := a.Scores()
		if len(scores) != 1 || scores[0].Metric != "consistency_groups" || scores[0].Of != "overall" {
			t.Errorf("%s: examples that are only in groups have the scores %+v", c.why, scores)
			continue
		}
		x, ok := scores[0].Value.Float()
		if ok != (c.value >= 0) || ok && (x-c.value > 1e-12 || c.value-x > 1e-12) || scores[0].Count != c.count {
			t.Errorf("%s: %v (%s) over %d, want %v over %d", c.why, x, scores[0].Value.Why(), scores[0].Count, c.value, c.count)
		}
	}
}

// A group moves no score of the questions, whose consistency is another one.
func TestGroupsMoveNoQuestion(t *testing.T) {
	question := func(groups ...string) *loaders.Example {
		ex := inGroup(loaders.Right, groups...)
		ex.ID, ex.Kind, ex.Entailed = "q", "verify", []string{"x"}
		return ex
	}
	without, with := Protocol.Aggregate(scoring.Defaults()), Protocol.Aggregate(scoring.Defaults())
	without.Add(Protocol.Prepare(question()))
	with.Add(Protocol.Prepare(question("a")))
	with.Add(Protocol.Prepare(inGroup(loaders.Wrong, "a")))
	want, got := without.Scores(), with.Scores()
	if len(got) != len(want)+1 {
		t.Fatalf("%d scores, without groups %d", len(got), len(want))
	}
	for i := range want {
		check.Equal(t, "without groups", got[i], want[i])
	}
	check.Equal(t, "the group with a wrong answer", got[len(want)].Value, scoring.Defined(0))
	check.Equal(t, "evidence of nothing", Protocol.Prepare(&loaders.Example{ID: "x"}), nil)
}
