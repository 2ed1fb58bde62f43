package predicates

import (
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// question asks about a picture of two objects, and is answered wrong.
func question(picture string, mending ...[]int) *loaders.Example {
	return &loaders.Example{
		Images:  []loaders.Image{{Path: picture, Proposals: make([]loaders.Box, 2)}},
		Program: []loaders.Module{{Op: "verify"}, {Op: "relocate"}, {Op: "filter"}, {Op: "find"}},
		Answer: loaders.Answer{Correct: loaders.Wrong, Mending: mending, Predicates: []loaders.Predicate{
			{Name: "cup", Module: 3, Likelihoods: []float64{.9, .3}, True: []bool{true, false}},
			{Name: "red", Module: 2, Likelihoods: []float64{.2, .4}, True: []bool{true, false}},
			{Name: "on", Relation: true, Module: 1, Likelihoods: []float64{0, .5, .5, 0}, True: []bool{false, true, false, false}},
			{Name: "big", Module: 0, Likelihoods: []float64{.1, .1}, True: []bool{true, true}},
		}},
	}
}

func TestBlame(t *testing.T) {
	for _, x := range []struct {
		mending [][]int
		node    int
		why     scoring.Cause
	}{
		{[][]int{{0}, {3}}, 3, scoring.MissedObject},
		{[][]int{{1}}, 2, scoring.MissedAttribute},
		{[][]int{{2, 3}}, 1, scoring.MissedRelation},
		{[][]int{{3}}, 0, scoring.MissedAnswer},
		{[][]int{}, -1, scoring.MissedDetection},
		{nil, -1, scoring.NoCause},
		{[][]int{{9}}, -1, scoring.NoCause}, // a file that lies
	} {
		score := scoring.ExampleScore{Faithful: loaders.Right, Modules: []scoring.ModuleScore{{Node: 3, Value: scoring.Defined(1)}}}
		if b, ok := preparePredicates(question("a", x.mending...)).(*AnswerBlame); ok {
			score = b.Amend(score)
		}
		if score.Culprit() != x.node || score.Cause != x.why || (score.Faithful == loaders.Wrong) != (x.why != scoring.NoCause) {
			t.Errorf("%v: module %d, %q, %v; want %d, %q", x.mending, score.Culprit(), score.Cause, score.Faithful, x.node, x.why)
		}
	}
}

// A picture counts once, and a relation has no object and itself.
func TestConcepts(t *testing.T) {
	a := Concepts.Aggregate(scoring.Defaults())
	for _, picture := range []string{"a", "b", "a"} {
		a.Add(Concepts.Prepare(question(picture)))
	}
	got := map[string]scoring.Score{}
	for _, s := range a.Scores() {
		got[s.Metric+" "+s.Of] = s
	}
	for name, want := range map[string]float64{
		"auc cup": 1, "auc red": 0, "auc relation on": .5, "auc overall": .5, "brier cup": .05, "brier relation on": .25, "brier big": .81,
	} {
		x, ok := got[name].Value.Float()
		if !ok || x-want > 1e-12 || want-x > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got[name].Value, want)
		}
	}
	if s := got["auc big"]; s.Value.Why() == "" || s.Count != 4 || got["brier relation on"].Count != 4 {
		t.Errorf("of what is true of everything: %v over %d", s.Value, s.Count)
	}
	told := Gathered(a)
	at := slices.IndexFunc(told, func(t ConceptLikelihoods) bool { return t.Concept == "cup" })
	bins := told[at].Bins(10)
	check.EqualLists(t, "bins", bins, []LikelihoodBin{{.3, 0, 2}, {.9, 1, 2}})
}

// A concept that is true once has an area; one that is always or never true has none. The ends
// of 0 to 1 are likelihoods.
func TestAreaNeedsTrueAndFalseObjects(t *testing.T) {
	for _, c := range []struct {
		yes, no []float64
		want    float64
		defined bool
	}{
		{[]float64{.9}, []float64{.1, .2}, 1, true},
		{[]float64{.15, .3}, []float64{.2}, .5, true},
		{[]float64{.9}, nil, 0, false},
		{nil, []float64{.1}, 0, false},
	} {
		got, ok := (&ConceptLikelihoods{Yes: c.yes, No: c.no}).auc().Float()
		if ok != c.defined || ok && got != c.want {
			t.Errorf("%v and %v: %v, %v; want %v, %v", c.yes, c.no, got, ok, c.want, c.defined)
		}
	}
	for p, want := range map[float64]bool{0: false, 1: false, .5: false, -.001: true, 1.001: true, 1.5: true, 2: true} {
		check.Equal(t, "improbable", isImprobable(p), want, p)
	}
}
