package yesno_test

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/yesno"
)

func scores(t *testing.T, examples ...*loaders.Example) map[string]float64 {
	t.Helper()
	a := yesno.Protocol.Aggregate(scoring.Defaults())
	for _, ex := range examples {
		if e := yesno.Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	list := map[string]float64{}
	for _, s := range a.Scores() {
		if x, ok := s.Value.Float(); ok {
			list[s.Metric+" of "+s.Of] = x
		}
	}
	return list
}

func compare(t *testing.T, got, want map[string]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d scores, want %d: %v", len(got), len(want), got)
	}
	for name, w := range want {
		if x, ok := got[name]; !ok || math.Abs(x-w) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, x, w)
		}
	}
}

func asked(kind, gold, predicted string) *loaders.Example {
	return &loaders.Example{Kind: kind, Answer: loaders.Answer{Gold: gold, Predicted: predicted}}
}

// Three true positives, one false positive, two false negatives and four true
// negatives, as POPE's evaluate.py counts them.
func TestPOPE(t *testing.T) {
	var list []*loaders.Example
	for n, pair := range map[int][2]string{3: {"yes", "yes"}, 1: {"no", "yes"}, 2: {"yes", "no"}, 4: {"no", "no"}} {
		for range n {
			list = append(list, asked("POPE random", pair[0], pair[1]))
		}
	}
	want := map[string]float64{}
	for _, of := range []string{"overall", "random"} {
		want["accuracy of "+of], want["precision of "+of], want["recall of "+of] = .7, .75, .6
		want["f1 of "+of], want["yes_ratio of "+of] = 2*.75*.6/(.75+.6), .4
	}
	compare(t, scores(t, list...), want)
}

// Three subtasks of MME: of two pictures one has both answers right, of one picture
// neither answer is, and of one both are; what is neither yes nor no is wrong.
func TestMME(t *testing.T) {
	with := func(ex *loaders.Example, both float64) *loaders.Example {
		ex.Answer.Scores = map[string]float64{"acc_plus": both}
		return ex
	}
	got := scores(t,
		with(asked("MME existence", "Yes", "Yes"), 1), with(asked("MME existence", "No", "No"), 1),
		with(asked("MME existence", "Yes", "Yes"), 0), with(asked("MME existence", "No", "I cannot tell"), 0),
		with(asked("MME color", "Yes", "No"), 0), with(asked("MME color", "No", "Yes"), 0),
		with(asked("MME code_reasoning", "Yes", "Yes"), 1), with(asked("MME code_reasoning", "No", "No"), 1))
	compare(t, got, map[string]float64{
		"accuracy of overall": 5. / 8, "acc_plus of overall": .5, "mme_score of overall": 325,
		"mme_score of perception": 125, "mme_score of cognition": 200,
		"accuracy of code_reasoning": 1, "acc_plus of code_reasoning": 1, "mme_score of code_reasoning": 200,
		"accuracy of existence": .75, "acc_plus of existence": .5, "mme_score of existence": 125,
		"accuracy of color": 0, "acc_plus of color": 0, "mme_score of color": 0,
	})
}

func TestOthersAreLeftAlone(t *testing.T) {
	for _, ex := range []*loaders.Example{asked("verify", "yes", "no"), asked("POPE random", "two", "yes"), asked("MME color", "yes", "")} {
		if e := yesno.Protocol.Prepare(ex); e != nil {
			t.Errorf("%+v: %+v", ex, e)
		}
	}
}

// A question without an answer is neither yes nor no: wrong, or left out.
func TestUnanswered(t *testing.T) {
	silent := asked("POPE random", "yes", "")
	silent.Answer.Correct = loaders.Unanswered
	for policy, want := range map[scoring.Policy][2]float64{scoring.Zero: {.5, .5}, scoring.Omit: {1, 1}} {
		s := scoring.Defaults()
		s.Missing = policy
		a := yesno.Protocol.Aggregate(s)
		for _, ex := range []*loaders.Example{asked("POPE random", "yes", "yes"), silent} {
			a.Add(yesno.Protocol.Prepare(ex))
		}
		for _, score := range a.Scores() {
			if x, _ := score.Value.Float(); score.Metric == "accuracy" && x != want[0] || score.Metric == "recall" && x != want[1] ||
				score.Metric == "precision" && x != 1 {
				t.Errorf("%v: %+v", policy, score)
			}
		}
	}
}
