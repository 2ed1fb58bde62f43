package annotators

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

func rationale(name string, scores ...float64) loaders.Rationale {
	return loaders.Rationale{Name: name, Over: "tokens", Scores: scores}
}

func scored(t *testing.T, metric, of string, list ...*loaders.Example) (scoring.Value, int) {
	t.Helper()
	a := Protocol.Aggregate(scoring.Defaults())
	for _, ex := range list {
		if e := Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	for _, s := range a.Scores() {
		if s.Metric == metric && s.Of == of {
			return s.Value, s.Count
		}
	}
	t.Fatalf("no %s of %s", metric, of)
	return scoring.Value{}, 0
}

func near(t *testing.T, what string, v scoring.Value, want float64) {
	t.Helper()
	if x, ok := v.Float(); !ok || math.Abs(x-want) > 1e-12 {
		t.Errorf("%s is %v, want %v", what, v, want)
	}
}

// Krippendorff's own example of two observers and binary data ("Computing
// Krippendorff's Alpha-Reliability", 2011, A): .095.
func TestAlphaIsKrippendorffs(t *testing.T) {
	t.Parallel()
	ex := &loaders.Example{Rationales: []loaders.Rationale{
		rationale("expert-1", 0, 1, 0, 0, 0, 0, 0, 0, 1, 0), rationale("expert-2", 1, 1, 1, 0, 0, 1, 0, 0, 0, 0),
	}}
	v, n := scored(t, "alpha", "expert", ex)
	near(t, "alpha", v, 1-(20-1)*4./(14*6)) // 1 - (n-1)·o01/(n0·n1)
	if x, _ := v.Float(); math.Round(x*1000) != 95 || n != 10 {
		t.Errorf("alpha is %v of %d tokens", x, n)
	}
	// The same in two examples, whose tokens are pooled.
	half := func(from, to int) *loaders.Example {
		return &loaders.Example{Rationales: []loaders.Rationale{
			rationale("expert-1", ex.Rationales[0].Scores[from:to]...), rationale("expert-2", ex.Rationales[1].Scores[from:to]...),
		}}
	}
	pooled, _ := scored(t, "alpha", "expert", half(0, 4), half(4, 10))
	x, _ := v.Float()
	near(t, "alpha of two examples", pooled, x)
}

// The textbook's example of κ: 20 both, 15 neither, 5 and 10 apart, .4.
func TestKappaIsCohens(t *testing.T) {
	t.Parallel()
	var a, b []float64
	for _, c := range []struct {
		n    int
		a, b float64
	}{{20, 1, .5}, {5, .9, .4}, {10, 0, 1}, {15, .1, 0}} {
		for range c.n {
			a, b = append(a, c.a), append(b, c.b)
		}
	}
	v, n := scored(t, "kappa", "expert 1 and expert 2", &loaders.Example{
		Rationales: []loaders.Rationale{rationale("expert", a...), rationale("expert", b...)}})
	near(t, "kappa", v, .4)
	check.Equal(t, "kappa rests on tokens", n, 50)
}

func TestWhoIsAnAnnotator(t *testing.T) {
	t.Parallel()
	sentence := 0
	for _, c := range []struct {
		why  string
		list []loaders.Rationale
		want int // pairs
	}{
		{"two with numbers", []loaders.Rationale{rationale("annotator 1", 1, 0), rationale("annotator 2", 0, 1)}, 1},
		{"three of one name", []loaders.Rationale{rationale("expert", 1), rationale("expert", 0), rationale("expert", 1)}, 3},
		{"two kinds", []loaders.Rationale{rationale("expert", 1), rationale("crowd", 0)}, 0},
		{"other tokens", []loaders.Rationale{rationale("expert", 1), rationale("expert", 0, 1)}, 0},
		{"sets of evidence", []loaders.Rationale{{Name: "gold 1", Over: "sentences", Spans: []loaders.Span{{End: 1}}},
			{Name: "gold 2", Over: "sentences", Spans: []loaders.Span{{End: 1}}}}, 0},
		{"alternatives", []loaders.Rationale{rationale("gold 1", 1, 0), rationale("gold 2", 0, 1)}, 0},
		{"sentences", []loaders.Rationale{{Name: "gold", Sentence: &sentence}, {Name: "gold", Sentence: &sentence}}, 0},
		{"spans", []loaders.Rationale{{Name: "a1", Spans: []loaders.Span{{End: 1}}}, {Name: "a2", Spans: []loaders.Span{}}}, 1},
	} {
		e, pairs := Protocol.Prepare(&loaders.Example{Tokens: []string{"a", "b"}, Rationales: c.list}), 0
		if e != nil {
			pairs = len(e.(*evidence).Kinds[0].Pairs)
		}
		check.Equal(t, c.why+": pairs", pairs, c.want)
	}
	ex := &loaders.Example{Rationales: []loaders.Rationale{rationale("expert-1", 1, 1), rationale("expert-2", 1, 1)}}
	if v, _ := scored(t, "alpha", "expert", ex); v.Why() == "" {
		t.Errorf("alpha of annotators who mark everything is %v", v)
	}
	v, n := scored(t, "annotators", "expert", ex)
	near(t, "annotators", v, 2)
	check.Equal(t, "examples have annotators", n, 1)
}

// Of three annotators the first agrees with the second less than with the third.
func TestWithWhomSomebodyAgreesLeast(t *testing.T) {
	t.Parallel()
	ex := &loaders.Example{ID: "a", Tokens: []string{"a", "b", "c", "d"}, Rationales: []loaders.Rationale{
		rationale("expert-1", 1, 1, 0, 0), rationale("expert-2", 0, 1, 1, 0), rationale("expert-3", 1, 1, 0, 1)}}
	a := Protocol.Aggregate(scoring.Defaults())
	a.Add(Protocol.Prepare(ex))
	want := map[string]struct {
		least float64
		with  string
	}{"expert-1": {0, "expert-2"}, "expert-2": {-.5, "expert-3"}, "expert-3": {-.5, "expert-2"}}
	people := ListPeople(t.Context(), scoringtest.RunOf("marked", []*loaders.Example{ex}), a.Scores())
	if len(people) != len(want) {
		t.Fatalf("%d people: %+v", len(people), people)
	}
	for _, p := range people {
		near(t, "the least κ of "+p.Name, p.Least, want[p.Name].least)
		check.Equal(t, p.Name+" agrees least with", p.With, want[p.Name].with)
	}
}
