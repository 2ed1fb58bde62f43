package answers_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/scoringtest"
)

func answered(v loaders.Verdict, metrics map[string]float64) *loaders.Example {
	return &loaders.Example{Answer: loaders.Answer{Correct: v, Scores: metrics}}
}

func scores(list ...*loaders.Example) []scoring.Score {
	a := answers.Protocol.Aggregate(scoring.Defaults())
	for _, ex := range list {
		a.Add(answers.Protocol.Prepare(ex))
	}
	return a.Scores()
}

func TestScores(t *testing.T) {
	right, wrong, unknown := answered(loaders.Right, nil), answered(loaders.Wrong, nil), answered(loaders.Unknown, nil)
	half := .5
	inPart := &loaders.Example{Answer: loaders.Answer{Credit: &half}}
	type row struct {
		metric string
		value  float64
		count  int
	}
	for _, c := range []struct {
		why  string
		list []*loaders.Example
		want []row
	}{
		{"a share of those known", []*loaders.Example{right, right, right, wrong}, []row{{"accuracy", 0.75, 4}}},
		{"unknown answers move nothing and are counted", []*loaders.Example{right, wrong, unknown, unknown, unknown},
			[]row{{"accuracy", 0.5, 2}, {"unknown", 3, 3}}},
		{
			"the file's metrics rest on the examples that have them, and other names are scores",
			[]*loaders.Example{
				answered(loaders.Right, map[string]float64{"em": 1, "f1": 0.5, "loss": 9}), answered(loaders.Right, map[string]float64{"em": 0}),
			},
			[]row{{"accuracy", 1, 2}, {"em", 0.5, 2}, {"f1", 0.5, 1}, {"score", 9, 1}},
		},
		{
			"what is right in part counts as the log counts it",
			slices.Concat(slices.Repeat([]*loaders.Example{right}, 17), slices.Repeat([]*loaders.Example{inPart}, 5),
				slices.Repeat([]*loaders.Example{wrong}, 5)),
			[]row{{"accuracy", 19.5 / 27, 27}},
		},
	} {
		got := scores(c.list...)
		if len(got) != len(c.want) {
			t.Errorf("%s: %+v", c.why, got)
			continue
		}
		for i, w := range c.want {
			x, ok := got[i].Value.Float()
			if !ok || x != w.value || got[i].Metric != w.metric || got[i].Count != w.count || got[i].Of != "overall" && got[i].Of != "loss" ||
				got[i].Protocol != "answers" {
				t.Errorf("%s: %+v, want %+v", c.why, got[i], w)
			}
		}
	}
}

// Of ten questions six are answered, three of them correctly: evaluate-v1.1 counts 3 of
// 10, evaluate-v2.0 3 of 6.
func TestUnanswered(t *testing.T) {
	list := slices.Concat(
		slices.Repeat([]*loaders.Example{answered(loaders.Right, map[string]float64{"em": 1, "f1": 1})}, 3),
		slices.Repeat([]*loaders.Example{answered(loaders.Wrong, map[string]float64{"em": 0, "f1": .5})}, 3),
		slices.Repeat([]*loaders.Example{answered(loaders.Unanswered, map[string]float64{"em": 0})}, 3),
		[]*loaders.Example{answered(loaders.Unanswered, nil)},
	)
	for policy, want := range map[scoring.MissingNumberPolicy][]float64{
		scoring.Zero: {.3, 10, 4, 4, .3, 10, .45, 10},
		scoring.Omit: {.5, 6, 4, 4, .5, 6, .75, 6},
	} {
		s := scoring.Defaults()
		s.Missing = policy
		a := answers.Protocol.Aggregate(s)
		for _, ex := range list {
			a.Add(answers.Protocol.Prepare(ex))
		}
		got := a.Scores()
		for i, name := range []string{"accuracy", "unanswered", "em", "f1"} {
			x, ok := got[i].Value.Float()
			if !ok || got[i].Metric != name || x != want[2*i] || got[i].Count != int(want[2*i+1]) {
				t.Errorf("%v: %+v, want %s %v of %v", policy, got[i], name, want[2*i], want[2*i+1])
			}
		}
	}
}

func TestNoKnownAnswerIsUndefined(t *testing.T) {
	for _, list := range [][]*loaders.Example{nil, {answered(loaders.Unknown, nil)}} {
		if got := scores(list...)[0]; got.Value.Why() == "" || got.Count != 0 || got.Metric != "accuracy" {
			t.Errorf("accuracy of %d examples: %+v", len(list), got)
		}
	}
}

// Scores from sums of terms are those of one pass; a draw without an unknown
// answer has the same scores as one with.
func TestSummedTerms(t *testing.T) {
	list := []*loaders.Example{
		answered(loaders.Right, map[string]float64{"em": 1}), answered(loaders.Wrong, nil),
		answered(loaders.Unknown, map[string]float64{"em": 0.25}),
	}
	a := answers.Protocol.Aggregate(scoring.Defaults())
	for _, ex := range list {
		a.Add(answers.Protocol.Prepare(ex))
	}
	summed := a.(scoring.SummedAggregate)
	sums, row := make([]float64, summed.Width()), make([]float64, summed.Width())
	for i, ex := range list {
		summed.Terms(answers.Protocol.Prepare(ex), row)
		for k, x := range row {
			sums[k] += x
		}
		if i == 0 && len(summed.Values(row)) != len(a.Scores()) {
			t.Errorf("%d values of the first example alone, want %d", len(summed.Values(row)), len(a.Scores()))
		}
	}
	for k, s := range a.Scores() {
		check.Equal(t, s.Metric, summed.Values(sums)[k], s.Value)
	}
}

// A credit is a share of the example, whoever wrote the evidence.
func TestACreditIsAShare(t *testing.T) {
	for credit, valid := range map[float64]bool{0: true, 1: true, 1.5: false, -0.5: false} {
		e := answers.Protocol.Prepare(&loaders.Example{Answer: loaders.Answer{Credit: &credit}})
		_, err := scoringtest.ReadBack(answers.Protocol, scoringtest.Written(answers.Protocol, e))
		check.Equal(t, "read back", err == nil, valid, credit, err)
	}
}

// Errors are those worked out by hand: a mean of 5/8, the root of 11/16, and a correlation
// of 0.98103. A single prediction has no correlation, and other answers have no errors.
func TestErrors(t *testing.T) {
	a := answers.Errors.Aggregate(scoring.Defaults())
	add := func(predicted, gold string, is bool) {
		ex := &loaders.Example{Answer: loaders.Answer{Predicted: predicted, Gold: gold}}
		if is {
			ex.Answer.Score(loaders.AbsoluteError, 0)
		}
		if e := answers.Errors.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	value := func(i int) float64 {
		x, _ := a.Scores()[i].Value.Float()
		return x
	}
	add("2.5", "3", true)
	if why := a.Scores()[2].Value.Why(); value(0) != .5 || !strings.Contains(why, "differ too little") {
		t.Errorf("one: mae %v, r %q", value(0), why)
	}
	add("0", "-0.5", true)
	add("2", "2", true)
	add(" 8.5 ", "7", true)
	add("1", "1", false)
	add("x", "1", true)
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
	if n := a.Scores()[0].Count; n != 4 || value(0) != .625 || !near(value(1), math.Sqrt(11./16)) || !near(value(2), 0.9810268676937066) {
		t.Errorf("%d: mae %v, rmse %v, r %v", n, value(0), value(1), value(2))
	}
}
