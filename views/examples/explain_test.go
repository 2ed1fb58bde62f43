package examples

import (
	"testing"

	"faithscope/loaders"
	"faithscope/views/viewtest"
)

func TestListExplainsTheSelectedNumber(t *testing.T) {
	plain := &loaders.Example{ID: "plain", Question: "why", Answer: loaders.Answer{Predicted: "yes"}}
	s := viewtest.Of(t, viewtest.RunOf("boxes", viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", true, false), plain),
		viewtest.RunOf("spans", viewtest.SpanExample("c", .05)))
	sc := viewtest.New(t, 120, 24, s, New(s, 0, Filter{}))
	sc.Press("j", ".")
	sc.Want("F1 .00 < .50", "over all scored modules and their images together", "module 1", "find, F1 .00 < .50, elsewhere; image 1: 1 predicted, of them 0 hit; 1 gold,", "of them 0 found",
		"the authors' code", "p > .50", "one example")

	sc = viewtest.New(t, 120, 24, s, New(s, 0, Filter{}))
	sc.Press("G", ".")
	if len(sc.Pushed) != 0 || len(sc.Flash) != 1 || sc.Flash[0].Text != "no module of plain is scored" {
		t.Errorf("of an example without scores: opened %v, said %v", sc.Pushed, sc.Flash)
	}

	sc = viewtest.New(t, 120, 24, s, New(s, 1, Filter{}))
	sc.Press(".")
	sc.Want("mass .05 < .50", "the mean, over the scored modules, of the sum of the attention on gold", "find, mass .05 < .50, elsewhere")
	s.Settings.GeometricMean = true
	sc = viewtest.New(t, 120, 24, s, New(s, 1, Filter{}))
	sc.Press(".")
	sc.Want("exp(-loss / spans)")

	sc = viewtest.New(t, 120, 24, s, New(s, 0, Filter{Text: "nothing like it"}))
	if a, ok := sc.Action("."); !ok || a.Why() == "" {
		t.Error("a number is explained where no example is listed")
	}
}
