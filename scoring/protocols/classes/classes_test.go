package classes_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/classes"
)

// scores returns the defined scores of examples, by "f1 of cat"; nil for none, defined or
// not.
func scores(p scoring.Protocol, s scoring.Settings, examples ...*loaders.Example) map[string]float64 {
	a := p.Aggregate(s)
	for _, ex := range examples {
		if e := p.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	var list map[string]float64
	for _, s := range a.Scores() {
		if list == nil {
			list = map[string]float64{}
		}
		if x, ok := s.Value.Float(); ok {
			list[s.Metric+" of "+s.Of] = x
		}
	}
	return list
}

func compare(t *testing.T, got, want map[string]float64) {
	t.Helper()
	check.Equal(t, "scores", len(got), len(want))
	for name, w := range want {
		if x, ok := got[name]; !ok || math.Abs(x-w) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, x, w)
		}
	}
}

// answered returns n examples of a class, with what was predicted.
func answered(n int, gold, predicted string) (list []*loaders.Example) {
	for range n {
		verdict := loaders.VerdictOf(gold == predicted)
		if predicted == "" {
			verdict = loaders.Unanswered
		}
		list = append(list, &loaders.Example{Answer: loaders.Answer{Gold: gold, Predicted: predicted, Correct: verdict}})
	}
	return list
}

// animals returns 24 examples: 10 cats, 8 dogs and 6 birds that are never predicted.
func animals() (list []*loaders.Example) {
	for _, x := range []struct {
		n               int
		gold, predicted string
	}{{7, "cat", "cat"}, {2, "cat", "dog"}, {1, "cat", "I cannot tell"},
		{6, "dog", "dog"}, {1, "dog", "cat"}, {1, "dog", ""}, {6, "bird", "dog"}} {
		list = append(list, answered(x.n, x.gold, x.predicted)...)
	}
	return list
}

// The scores of the animals, counted by hand: sklearn's classification_report gives the
// same with labels=["bird", "cat", "dog"] and zero_division=0.
func TestClasses(t *testing.T) {
	t.Parallel()
	cat, dog := 2*7./18, 2*6./22
	want := map[string]float64{
		"precision of cat": 7. / 8, "recall of cat": 7. / 10, "f1 of cat": cat,
		"precision of dog": 6. / 14, "recall of dog": 6. / 8, "f1 of dog": dog,
		"recall of bird": 0, "f1 of bird": 0,
		"precision of macro": (7./8 + 6./14) / 3, "recall of macro": (7./10 + 6./8) / 3, "f1 of macro": (cat + dog) / 3,
	}
	compare(t, scores(classes.Protocol, scoring.Defaults(), animals()...), want)
	omit := scoring.Defaults()
	omit.Missing = scoring.Omit
	dog = 2 * 6. / 21
	want["recall of dog"], want["f1 of dog"] = 6./7, dog
	want["recall of macro"], want["f1 of macro"] = (7./10+6./7)/3, (cat+dog)/3
	compare(t, scores(classes.Protocol, omit, animals()...), want)
	a := classes.Protocol.Aggregate(omit)
	for _, ex := range animals() {
		a.Add(classes.Protocol.Prepare(ex))
	}
	if f1, _ := scoring.Pick(a.Scores(), "f1", "cat"); f1.Count != 11 { // 10, and a dog
		t.Errorf("the F1 of cat rests on %d", f1.Count)
	}
}

// What is omitted is what is unanswered, whatever stands beside it: an answer in prose is one.
func TestOmittedClasses(t *testing.T) {
	t.Parallel()
	list := append(answered(10, "cat", "cat"), answered(10, "dog", "dog")...)
	list[0].Answer.Predicted, list[0].Answer.Correct = strings.Repeat("prose ", 30), loaders.Wrong
	list[10].Answer.Correct = loaders.Unanswered
	list = append(list, answered(10, "bird", "bird")...)
	for policy, want := range map[scoring.MissingNumberPolicy]float64{scoring.Zero: .9, scoring.Omit: 1} {
		s := scoring.Defaults()
		s.Missing = policy
		if got := scores(classes.Protocol, s, list...); got["recall of cat"] != .9 || got["recall of dog"] != want {
			t.Errorf("%v: %v, want a recall of %v", policy, got, want)
		}
	}
}

// A verdict of the run is above the texts.
func TestClassesByVerdict(t *testing.T) {
	t.Parallel()
	list := append(answered(10, "1", "1.0"), answered(10, "2", "2")...)
	for _, ex := range list[:10] {
		ex.Answer.Correct = loaders.Right
	}
	list[10].Answer.Correct = loaders.Wrong
	got := scores(classes.Protocol, scoring.Defaults(), list...)
	if got["f1 of 1"] != 1 || got["recall of 2"] != .9 || got["precision of 2"] != 1 {
		t.Errorf("%v", got)
	}
}

// Correct answers that are not a closed vocabulary have no scores.
func TestNoClasses(t *testing.T) {
	t.Parallel()
	many := func(n, each int, predicted func(i int) string) (list []*loaders.Example) {
		for i := range n {
			list = append(list, answered(each, fmt.Sprint("class ", i), predicted(i))...)
		}
		return list
	}
	same := func(i int) string { return fmt.Sprint("class ", i) }
	programs := animals()
	for _, ex := range programs {
		ex.Program = []loaders.Module{{Op: "find"}}
	}
	unjudged := animals()
	for _, ex := range unjudged {
		ex.Answer.Correct = loaders.Unknown
	}
	for name, tt := range map[string]struct {
		list []*loaders.Example
		want bool
	}{
		"twenty classes":          {many(20, 2, same), true},
		"21 classes":              {many(21, 2, same), false},
		"a class of one example":  {append(many(2, 20, same), answered(1, "class 2", "class 0")...), false},
		"a single class":          {many(1, 40, same), false},
		"19 examples":             {append(many(2, 9, same), answered(1, "class 0", "class 0")...), false},
		"an answer in prose":      {append(many(2, 20, same), answered(2, strings.Repeat("prose ", 30), "class 1")...), false},
		"predictions in prose":    {append(many(2, 20, same), answered(2, "class 1", strings.Repeat("prose ", 30))...), true},
		"predictions without end": {append(many(2, 20, same), many(300, 2, func(i int) string { return fmt.Sprint("said ", i) })...), false},
		"programs":                {programs, false},
		"answers not compared":    {unjudged, false},
		"classes in all":          {animals(), true},
	} {
		check.Equal(t, name, len(scores(classes.Protocol, scoring.Defaults(), tt.list...)) > 0, tt.want)
	}
}

// However a run is cut, and in whatever order it is read, its scores are the same.
func TestClassesMerge(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 30, 300} {
		var list []*loaders.Example
		for i := range 4 * n {
			list = append(list, answered(1, fmt.Sprint(i%n), fmt.Sprint(i*7%n))...)
		}
		a, b := classes.Protocol.Aggregate(scoring.Defaults()), classes.Protocol.Aggregate(scoring.Defaults())
		for i := range list {
			into := a
			if i%3 == 0 {
				into = b
			}
			into.Add(classes.Protocol.Prepare(list[len(list)-1-i]))
		}
		a.Merge(b)
		if w := a.(scoring.SummedAggregate).Width(); w > 3*201 {
			t.Errorf("%d terms of %d different answers", w, n)
		}
		got := map[string]float64{}
		for _, s := range a.Scores() {
			if x, ok := s.Value.Float(); ok {
				got[s.Metric+" of "+s.Of] = x
			}
		}
		compare(t, got, scores(classes.Protocol, scoring.Defaults(), list...))
	}
}

// The calibration of five answers, by hand.
func TestCalibration(t *testing.T) {
	t.Parallel()
	p := func(x float64) *float64 { return &x }
	var list []*loaders.Example
	for _, a := range []loaders.Answer{
		{Predicted: "a", Correct: loaders.Right, Probability: p(.95)},
		{Predicted: "a", Correct: loaders.Wrong, Probability: p(.91)},
		{Predicted: "false", Correct: loaders.Right, Probability: p(.25)}, // that of True
		{Predicted: "b", Correct: loaders.Wrong, Classes: []loaders.Option{{Name: "a", Probability: .4}, {Name: "b", Probability: .6}}},
		{Predicted: "a", Correct: loaders.Right, Probability: p(1)},
		{Predicted: "a", Correct: loaders.Unanswered, Probability: p(.5)}, {Predicted: "a", Probability: p(.5)},
		{Predicted: "a", Correct: loaders.Right},
	} {
		list = append(list, &loaders.Example{Answer: a})
	}
	compare(t, scores(classes.Calibration, scoring.Defaults(), list...), map[string]float64{
		"ece of overall":   (math.Abs(.05-.91+0) + .25 + .6) / 5,
		"brier of overall": (.05*.05 + .91*.91 + .25*.25 + .6*.6) / 5,
	})
}

// Guo et al. 2017 have bins of which each holds its upper end: a whole tenth is in the one below it.
func TestBinsHoldTheirUpperEnds(t *testing.T) {
	for tenth := range 10 {
		end := float64(tenth+1) / classes.Bins
		for p, want := range map[float64]int{end: tenth, math.Nextafter(end, 0): tenth, math.Nextafter(end, 2): min(tenth+1, 9)} {
			check.Equal(t, "in bin", (&classes.Confidence{P: p}).Bin(), want, p)
		}
	}
	check.Equal(t, "0 is in bin", (&classes.Confidence{}).Bin(), 0)
}

// Of a table whose classes pandas made floats, wrong predictions count too.
func TestEqualNumbersAreOneClass(t *testing.T) {
	list := answered(10, "0.0", "0.0")
	for _, c := range []struct {
		gold, predicted string
		n               int
		isRight         bool
	}{{"0.0", "0", 5, true}, {"0.0", "1", 5, false}, {"1.0", "1", 10, true}} {
		for _, ex := range answered(c.n, c.gold, c.predicted) {
			ex.Answer.Correct = loaders.VerdictOf(c.isRight)
			list = append(list, ex)
		}
	}
	got := scores(classes.Protocol, scoring.Defaults(), list...)
	if p, r := got["precision of 1"], got["recall of 0"]; math.Abs(p-10./15) > 1e-12 || r != .75 {
		t.Errorf("precision of 1 is %v, recall of 0 %v: %v", p, r, got)
	}
}
