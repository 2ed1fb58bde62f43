package spans_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/spans"
	"faithscope/scoring/scoringtest"
)

func TestMass(t *testing.T) {
	attention := []float64{.1, .2, .3, .4}
	for _, tt := range []struct {
		why        string
		start, end int
		want       float64
	}{
		{"the end is not part of the span", 1, 2, .2},
		{"all tokens", 0, 4, 1},
		{"cut at the last token", 2, 9, .7},
		{"past the last token", 7, 9, 0},
		{"empty", 2, 2, 0},
		{"turned round", 3, 1, 0},
		{"before the first token", -5, 1, .1},
		{"far outside", math.MinInt, math.MaxInt, 1},
	} {
		check.Near(t, "mass",
			spans.Mass(attention, loaders.Span{Start: tt.start, End: tt.end}), tt.want, 1e-15, tt.why, tt.start, tt.end)
	}
	check.Equal(t, "mass without tokens", spans.Mass(nil, loaders.Span{Start: 0, End: 1}), 0)
}

func TestMerge(t *testing.T) {
	got, ok := spans.Merge([]float64{.1, .7, .2}, []float64{.5, .3, .2})
	if want := []float64{.5, .7, .2}; !ok || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("merged %v, want %v", got, want)
	}
	if _, ok := spans.Merge([]float64{1}, []float64{1, 0}); ok {
		t.Error("merged two lengths")
	}
}

// attend returns a module with an output over the passage.
func attend(op string, attention ...float64) loaders.Module {
	return loaders.Module{Op: op, Output: loaders.Output{Tokens: attention}}
}

func gold(m loaders.Module, merged []int, list ...loaders.Span) loaders.Module {
	m.Gold = &loaders.Gold{Spans: append([]loaders.Span{}, list...), Merged: merged}
	return m
}

func span(start, end int) loaders.Span { return loaders.Span{Start: start, End: end} }

func TestExample(t *testing.T) {
	type want struct {
		overall  string  // why undefined, "" for a mass
		mass     float64 // of the example
		modules  int
		faithful loaders.Verdict
	}
	for _, tt := range []struct {
		why     string
		program []loaders.Module
		want    want
	}{
		{"one span of mass .6 is over the bar", []loaders.Module{gold(attend("find", .6, .4), nil, span(0, 1))},
			want{mass: .6, modules: 1, faithful: loaders.Right}},
		{"the mean is over modules, and a token in two spans counts once", []loaders.Module{
			gold(attend("filter", .9, .1), nil, span(0, 1)),
			gold(attend("find", .1, .2, .7), nil, span(0, 1), span(1, 2), span(0, 2)),
		}, want{mass: (.9 + .3) / 2, modules: 2, faithful: loaders.Right}},
		{"all of the attention on four spans is faithful", []loaders.Module{
			gold(attend("find", .25, .25, .25, .25), nil, span(0, 1), span(1, 2), span(2, 3), span(3, 4)),
		}, want{mass: 1, modules: 1, faithful: loaders.Right}},
		{"exactly on the bar is faithful", []loaders.Module{gold(attend("find", .5, .5), nil, span(0, 1))},
			want{mass: .5, modules: 1, faithful: loaders.Right}},
		{"a mass over 1 is 1", []loaders.Module{gold(attend("find", .9, .9), nil, span(0, 2))},
			want{mass: 1, modules: 1, faithful: loaders.Right}},
		{"two finds answer one gold: the greater counts, once", []loaders.Module{
			gold(attend("find", .8, .2), []int{0, 1}, span(1, 2)),
			gold(attend("find", .1, .3), []int{0, 1}, span(1, 2)),
		}, want{mass: .3, modules: 1, faithful: loaders.Wrong}},
		{"modules without gold do not count", []loaders.Module{attend("relocate", 0, 1), gold(attend("find", 1, 0), nil, span(0, 1))},
			want{mass: 1, modules: 1, faithful: loaders.Right}},
		{"no gold at all", []loaders.Module{attend("find", .5, .5)}, want{overall: "no gold"}},
		{"gold without any span", []loaders.Module{gold(attend("find", .5, .5), nil)}, want{overall: "no span", modules: 1}},
		{"a module without output is not scored, and the others are", []loaders.Module{
			gold(loaders.Module{Op: "filter"}, nil, span(0, 1)), gold(attend("find", 1), nil, span(0, 1)),
		}, want{mass: 1, modules: 2, faithful: loaders.Right}},
		{"no module has an output", []loaders.Module{gold(loaders.Module{Op: "filter"}, nil, span(0, 1))},
			want{overall: "filter: the run has no output", modules: 1}},
		{"the second of two merged outputs is missing", []loaders.Module{
			gold(attend("find", 1), []int{0, 1}, span(0, 1)), gold(loaders.Module{Op: "find"}, []int{0, 1}, span(0, 1)),
		}, want{overall: "no output", modules: 1}},
		{"merged outputs of two lengths", []loaders.Module{
			gold(attend("find", 1), []int{0, 1}, span(0, 1)), gold(attend("find", 1, 0), []int{0, 1}, span(0, 1)),
		}, want{overall: "length", modules: 1}},
		{"merged with a module that does not exist", []loaders.Module{gold(attend("find", 1), []int{0, 7}, span(0, 1))},
			want{overall: "does not have", modules: 1}},
		{"merged with one before the first", []loaders.Module{gold(attend("find", 1), []int{0, -1}, span(0, 1))},
			want{overall: "does not have", modules: 1}},
		{"an output that is not a number", []loaders.Module{gold(attend("find", math.NaN()), nil, span(0, 1))},
			want{overall: "finite", modules: 1}},
	} {
		e := spans.Protocol.Prepare(&loaders.Example{Program: tt.program})
		if e == nil {
			t.Errorf("%s: no evidence", tt.why)
			continue
		}
		s := scoringtest.Example(e, scoring.Defaults())
		got, ok := s.Overall.Float()
		switch {
		case ok != (tt.want.overall == ""), !strings.Contains(s.Overall.Why(), tt.want.overall):
			t.Errorf("%s: overall %v (%s), want undefined: %q", tt.why, got, s.Overall.Why(), tt.want.overall)
		case ok && math.Abs(got-tt.want.mass) > 1e-12:
			t.Errorf("%s: mass %v, want %v", tt.why, got, tt.want.mass)
		}
		if len(s.Modules) != tt.want.modules || s.Faithful != tt.want.faithful {
			t.Errorf("%s: %d modules, faithful %v; want %d, %v", tt.why, len(s.Modules), s.Faithful, tt.want.modules, tt.want.faithful)
		}
	}
}

func TestFaithfulFollowsTheBar(t *testing.T) {
	e := spans.Protocol.Prepare(&loaders.Example{Program: []loaders.Module{gold(attend("find", .6, .4), nil, span(0, 1))}})
	s := scoring.Defaults()
	s.FaithfulMass = .61
	check.Equal(t, "mass .6 under a bar of .61: faithful", scoringtest.Example(e, s).Faithful, loaders.Wrong)
}

func TestPrepareLeavesOutOthers(t *testing.T) {
	for why, ex := range map[string]*loaders.Example{
		"no program": {},
		"broken":     {ID: "record 1", Broken: "no JSON"},
		"boxes": {Program: []loaders.Module{{Op: "find", Output: loaders.Output{Boxes: [][]float64{{1}}},
			Gold: &loaders.Gold{Boxes: [][]loaders.Box{{}}}}}},
		"a number alone": {Program: []loaders.Module{{Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: 1}}}}},
	} {
		check.Equal(t, why, spans.Protocol.Prepare(ex), nil)
	}
}

// sample returns evidence of three examples, of which one has no gold and one an
// output missing.
func sample() []scoring.Evidence {
	var all []scoring.Evidence
	for _, program := range [][]loaders.Module{
		{gold(attend("find-num", .5, .5), nil, span(0, 1)), gold(attend("find", 1, 0), nil, span(1, 2))},
		{gold(attend("select", .25, .75), nil, span(0, 1)), gold(attend("find-num", .25, .75), nil, span(0, 1))},
		{attend("find", 1, 0)},
		{gold(loaders.Module{Op: "filter"}, nil, span(0, 1)), gold(attend("find", .5, .5), nil, span(0, 1))},
	} {
		all = append(all, spans.Protocol.Prepare(&loaders.Example{Program: program}))
	}
	return all
}

func TestAggregate(t *testing.T) {
	a := spans.Protocol.Aggregate(scoring.Defaults())
	for _, e := range sample() {
		a.Add(e)
	}
	ln2, floor := math.Ln2, -math.Log(spans.Floor)
	scores := a.Scores()
	for _, want := range []struct {
		of    string
		loss  float64
		count int
		why   string // of an undefined one
	}{
		{"overall", (ln2 + floor + 4*ln2) / 2, 2, ""}, // without the two undefined examples
		{"find", (floor + ln2) / 2, 2, ""},
		{"filter", 0, 0, "the loss is undefined in every case (1)"},
		{"relocate", 0, 0, "no relocate has gold spans"},
		{"min-max", 0, 0, "no find-max-num or find-min-num"},
		{"find-arg", 3 * ln2 / 2, 2, ""},
		{"find-num", 3 * ln2 / 2, 2, ""},
		{"find-date", 0, 0, "no find-date"},
		{"find-max-num", 0, 0, "no find-max-num"},
		{"find-min-num", 0, 0, "no find-min-num"},
		{"select", 2 * ln2, 1, ""}, // not the paper's, but scored
		{"micro", (ln2 + floor + 2*ln2 + 2*ln2 + ln2) / 5, 5, ""},
		{"micro-as-printed", (2*ln2 + floor + 2*ln2 + 4*ln2 + ln2) / 7, 7, ""},
		{"overall", 1, 1, ""}, // unscored: the filter
	} {
		if len(scores) == 0 {
			t.Fatalf("no score where %s should be", want.of)
		}
		s := scores[0]
		scores = scores[1:]
		got, ok := s.Value.Float()
		if s.Of != want.of || s.Count != want.count || ok != (want.why == "") || math.Abs(got-want.loss) > 1e-12 ||
			!strings.Contains(s.Value.Why(), want.why) {
			t.Errorf("%s: %v (%d) %s, want %s: %v (%d) %s", s.Of, got, s.Count, s.Value.Why(), want.of, want.loss, want.count, want.why)
		}
	}
	if len(scores) > 0 {
		t.Errorf("%d more scores", len(scores))
	}
}

func TestTypesAreTheColumnsOfModules(t *testing.T) {
	ofs := map[string]bool{}
	for _, s := range spans.Protocol.Aggregate(scoring.Defaults()).Scores() {
		ofs[s.Of] = true
	}
	for _, typ := range spans.Protocol.Types {
		if !ofs[typ] {
			t.Errorf("no score of type %s", typ)
		}
	}
}

func FuzzSpans(f *testing.F) {
	f.Add([]byte{10, 200, 30}, 0, 2, 1)
	f.Add([]byte{}, -1, 5, 0)
	f.Add([]byte{255, 255}, 1, 0, -7)
	f.Fuzz(func(t *testing.T, raw []byte, start, end, other int) {
		attention := make([]float64, len(raw))
		for i, b := range raw {
			attention[i] = float64(b) / 255
		}
		m := gold(attend("find", attention...), []int{0, other}, span(start, end), span(end, start))
		e := spans.Protocol.Prepare(&loaders.Example{Program: []loaders.Module{m, attend("find", attention...)}})
		s := scoringtest.Example(e, scoring.Defaults())
		if x, ok := s.Overall.Float(); ok && (x < 0 || x > 1) {
			t.Errorf("mass %v", x)
		}
		if x, ok := s.Modules[0].Loss.Float(); ok && x > -2*math.Log(spans.Floor)+1e-9 {
			t.Errorf("loss %v of two spans", x)
		}
	})
}

// BenchmarkLoss scores five modules over 215 passages of 210 tokens, the size
// of the annotated questions.
func BenchmarkLoss(b *testing.B) {
	attention := make([]float64, 210)
	for i := range attention {
		attention[i] = 1 / 210.
	}
	var program []loaders.Module
	for _, op := range []string{"relocate", "find-max-num", "find-num", "filter", "find"} {
		program = append(program, gold(attend(op, attention...), nil, span(3, 8), span(40, 52), span(200, 210)))
	}
	ex := &loaders.Example{Program: program}
	b.ReportAllocs()
	for b.Loop() {
		a := spans.Protocol.Aggregate(scoring.Defaults())
		for range 215 {
			a.Add(spans.Protocol.Prepare(ex))
		}
		a.Scores()
	}
}

func TestGeometricMean(t *testing.T) {
	e := spans.Protocol.Prepare(&loaders.Example{Program: []loaders.Module{
		gold(attend("find", .1, .9), nil, span(0, 1), span(1, 2), span(0, 1)),
	}})
	s := scoring.Defaults()
	s.GeometricMean = true
	scoringtest.Near(t, "geometric mean", scoringtest.Example(e, s).Overall, math.Cbrt(.1*.9*.1))
}

func TestCauses(t *testing.T) {
	spread := slices.Repeat([]float64{1. / 128}, 128) // half of it takes 64 tokens
	for _, tt := range []struct {
		attention []float64
		gold      []loaders.Span
		want      scoring.Cause
	}{
		{[]float64{.5, .5}, []loaders.Span{span(0, 1)}, scoring.NoCause},
		{[]float64{.05, .95}, []loaders.Span{span(0, 1)}, scoring.Elsewhere},
		{[]float64{.45, .55}, []loaders.Span{span(0, 1)}, scoring.Partial},
		{spread, []loaders.Span{span(0, 31)}, scoring.Diffuse},
		{spread, []loaders.Span{span(0, 32)}, scoring.Partial}, // half takes twice as many as are gold, and not more
		{slices.Repeat([]float64{1. / 32}, 22), []loaders.Span{span(0, 5)}, scoring.Diffuse},
		{slices.Repeat([]float64{1. / 32}, 20), []loaders.Span{span(0, 4)}, scoring.Partial}, // half takes ten
		{nil, []loaders.Span{span(0, 1)}, scoring.NoCause},
		{[]float64{1}, nil, scoring.NoCause},
	} {
		e := spans.Protocol.Prepare(&loaders.Example{Program: []loaders.Module{gold(attend("find", tt.attention...), nil, tt.gold...)}})
		check.Equal(t, "case",
			scoringtest.Example(e, scoring.Defaults()).Modules[0].Cause, tt.want, tt.attention[:min(2, len(tt.attention))], tt.gold)
	}
}
