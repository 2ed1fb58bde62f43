package loadertest

import (
	"testing"

	"faithscope/loaders"
)

// OfEveryKind returns, by kind, a module with such an output and, if possible, gold. A kind without
// a module fails the test, so that each table of kinds is tested.
func OfEveryKind(t testing.TB) (all [loaders.Kinds]*loaders.Module) {
	t.Helper()
	one := .75
	opinion := &loaders.StepOpinion{Verdict: loaders.Wrong, Score: new(.25), Reason: "the sum is 5", Category: "arithmetic", By: "ann"}
	all = [loaders.Kinds]*loaders.Module{
		{},
		{Output: loaders.Output{Boxes: [][]float64{{.75, .25}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{{X1: .5, Y1: .5}}}}},
		{Output: loaders.Output{Tokens: []float64{.75, .25}}, Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 1, End: 2}}}},
		{Output: loaders.Output{Number: &loaders.Number{Mean: 3, Var: .25}}, Gold: &loaders.Gold{Value: &one}},
		{Output: loaders.Output{Truth: &one}},
		{Output: loaders.Output{Options: []loaders.Option{{Name: "left", Probability: .75}, {Name: "right", Probability: .25}}}},
		{Output: loaders.Output{Text: new("five")}, Gold: &loaders.Gold{Text: new("six")}},
		{Output: loaders.Output{Verdict: opinion}, Gold: &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.Neutral, By: "ben"}}},
	}
	for kind, m := range all {
		if m == nil || m.Output.Kind() != loaders.Kind(kind) || m.Gold != nil && m.Gold.Kind() != loaders.Kind(kind) {
			t.Fatalf("no module of kind %d: %+v", kind, m)
		}
		m.Op, m.Place = "ask", -1
	}
	return all
}
