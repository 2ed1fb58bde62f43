package model

import (
	"math"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Units that the model cuts into several words, or into none, keep answers and gradients in step.
func TestQuestionsMoveWholeUnits(t *testing.T) {
	m := Questions()
	raw := Input{{Raw: "Who built the mill, and when?"}, {Raw: "The mill was built in 1,830 by (van) Dyck. It burned."}}
	in := Input{{Tokens: strings.Fields(raw[0].Raw)}, {Tokens: append(strings.Fields(raw[1].Raw), " ")}}
	ask := func(in Input) float64 {
		p, err := m.Ask(t.Context(), []Input{in})
		if err != nil || math.Abs(p[0][0]+p[0][1]-1) > 1e-12 {
			t.Fatal(p, err)
		}
		return p[0][1]
	}
	x, err := m.Vectors(t.Context(), []Input{in})
	if err != nil || len(x[0][0]) != len(in[0].Tokens) || len(x[0][1]) != len(in[1].Tokens) {
		t.Fatal(err, len(x[0][0]), len(x[0][1]))
	}
	at := func(target int, logit bool) (float64, Vectors) {
		p, g, err := m.At(t.Context(), []GradientPoint{{Input: in, Vectors: x[0], Target: target, Logit: logit}})
		check.NoError(t, err)
		return p[0][1], g[0]
	}
	p, g := at(1, false)
	if ask(in) != ask(raw) || math.Abs(p-ask(in)) > 1e-12 {
		t.Errorf("%g, from raw text %g, from vectors %g", ask(in), ask(raw), p)
	}
	_, other := at(0, true)
	for text, unit := range []int{3, 7} { // mill, and (van)
		const step = 1e-5
		value := &x[0][text][unit][5]
		*value += step
		above, _ := at(1, false)
		*value -= 2 * step
		below, _ := at(1, false)
		*value += step
		got := g[text][unit][5]
		if want := (above - below) / (2 * step); math.Abs(got-want) > 1e-8 || got == 0 {
			t.Errorf("gradient %g, want %g", got, want)
		}
		check.Near(t, "gradient of unanswerable's log odds", other[text][unit][5], -got/p/(1-p), 1e-9)
	}
	check.Equal(t, "a unit without words has the gradient", g[1][len(g[1])-1][0], 0)
	if p := ask(Input{{Raw: ""}, {Raw: ""}}); !(p > 0 && p < 1) {
		t.Errorf("%g without texts", p)
	}
}
