package dfol

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// What a run says of a picture runs its questions again, with the same
// outcome: given in full, or as far as its modules tell.
func TestLoggedRunsServeAsOracles(t *testing.T) {
	own, err := NewScene(3, map[string][]float64{"square": {1, .75, .25}, "yellow": {.5, .9, 0}},
		map[string][][]float64{"left": {{0, 1, .5}, {0, 0, .25}, {0, 0, 0}}})
	check.NoError(t, err)
	own.Boxes = []loaders.Box{{X1: 1, Y1: 1}, {X0: 2, X1: 3, Y1: 1}, {X0: 4, X1: 5, Y1: 1}}
	e := &Executor{Scene: func(string) (*Scene, error) { return own, nil }}
	var answered []*loaders.Example
	for _, text := range []string{"exist(filter[yellow](find[square]))", "exist(relate[square,left,s](find[yellow]))"} {
		ex := &loaders.Example{ID: text, Meta: map[string]string{"image": "a"}, Program: parsed(t, text)}
		out, err := e.Answer(ex)
		check.NoError(t, err)
		answered = append(answered, out)
	}
	_, err = Logged("a", nil)
	check.Fails(t, "a run without the picture says something of it", err)
	told, err := Logged("a", answered)
	check.NoError(t, err)
	for name, want := range map[string][]float64{"square": {1, .75, .25}, "yellow": {.5, .9, 0}} {
		got, err := told.askLikelihood(literal{name: name}, ofAttribute)
		check.NoError(t, err)
		for i := range want {
			check.Near(t, "object", math.Exp(got[i]), want[i], 1e-12, name, i)
		}
	}
	_, err = told.askLikelihood(literal{name: "left"}, ofRelation)
	check.Fails(t, "modules tell a relation", err)
	for _, ex := range answered {
		if ex.Images[0].Likelihoods, err = e.Asked(ex); err != nil {
			t.Fatal(err)
		}
	}
	if told, err = Logged("a", answered); err != nil {
		t.Fatal(err)
	}
	again := &Executor{Scene: func(string) (*Scene, error) { return told, nil }}
	for _, ex := range answered {
		o, err := again.Run(ex, nil)
		if err != nil || math.Abs(*o.Outputs[0].Truth-*ex.Program[0].Output.Truth) > 1e-12 {
			t.Errorf("%s: %+v, %v, want %v", ex.ID, o, err, *ex.Program[0].Output.Truth)
		}
	}
	other := *answered[0]
	other.Images = []loaders.Image{{Proposals: own.Boxes[:2]}}
	_, err = Logged("a", []*loaders.Example{answered[1], &other})
	check.Fails(t, "other objects in the same picture are taken for the same", err)
}
