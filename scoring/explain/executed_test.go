package explain

import (
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/model"
)

// scene returns a question about four boxes, of which the third is padding: is anything red?
func scene(answer string) *loaders.Example {
	box := func(x float64) loaders.Box { return loaders.Box{X0: x, X1: x + 1, Y1: 1} }
	return &loaders.Example{
		ID: "s", Meta: map[string]string{"image": "p"}, Answer: loaders.Answer{Predicted: answer, Gold: answer},
		Images: []loaders.Image{{Path: "p.png", Units: loaders.Pixels, Proposals: []loaders.Box{box(0), box(2), box(4)}}},
		Program: []loaders.Module{{Op: "exist", Children: []int{1}},
			{Op: "find", Text: "red", Output: loaders.Output{Boxes: [][]float64{{.5, .6, .2}}}}},
	}
}

// By hand: without box i nothing is red with the product of the others' 1 - p.
func TestObjectsOfFirstOrderLogic(t *testing.T) {
	s, err := dfol.NewScene(3, map[string][]float64{"red": {.5, .6, .2}}, nil)
	check.NoError(t, err)
	ex := scene("yes")
	o := Defaults()
	o.Over, o.Methods = Objects, []string{"occlusion", "shapley", "lime", "flip"}
	e := &PictureModel{Runs: &dfol.Executor{Scene: func(string) (*dfol.Scene, error) { return s, nil }}, Name: "∇-FOL"}
	out, failed, err := o.Explain(t.Context(), ex, &model.Asker{Model: e})
	if err != nil || failed != nil || o.Check(e) != nil {
		t.Fatal(failed, err, o.Check(e))
	}
	if a := out.Answer; a.Predicted != "yes" || a.Correct != loaders.Right || len(a.Classes) != 2 || out.Meta["recorded"] != "yes" {
		t.Errorf("answer %+v", a)
	}
	whole := 1 - .5*.4*.8
	occluded := out.Attributions[0]
	check.NearLists(t, "occlusion", occluded.Scores, []float64{whole - (1 - .4*.8), whole - (1 - .5*.8), whole - (1 - .5*.4)}, exact)
	check.Near(t, "the sum of Shapley values", loaders.Sum(out.Attributions[1].Scores), whole, exact)
	if occluded.Over != "image 0" || occluded.Class != "yes" || !slices.Equal(occluded.Interventions.Order, []int{1, 0, 2}) {
		t.Errorf("%+v", occluded)
	}
	check.Equal(t, "flip", out.Meta["flip removal"], "2 of 3 parts, provably the fewest")
	o.Methods = []string{"ig"}
	check.Error(t, "integrated gradients of an executor", o.Check(e), "gradients")
	if o.Over = Words; o.Check(e) == nil || o.Check(demo(t)) != nil {
		t.Error("an executor has words, or the demo's model none")
	}
}

// Over logged outputs a box that goes has probability 0 in each of them, and padding is not
// an object.
func TestObjectsOfLoggedOutputs(t *testing.T) {
	ex := scene("True")
	ex.Images[0].Proposals = append(ex.Images[0].Proposals, loaders.Box{})
	ex.Program[1].Output.Boxes[0] = []float64{.9, .8, .1, 0}
	o := Defaults()
	o.Over, o.Methods = Objects, []string{"occlusion"}
	e := &PictureModel{Runs: &nmn.Executor{Counting: nmn.Sum}, Name: "the executor on logged outputs"}
	out, failed, err := o.Explain(t.Context(), ex, &model.Asker{Model: e})
	if err != nil || failed != nil {
		t.Fatal(failed, err)
	}
	a := out.Attributions[0]
	if len(a.Scores) != 4 || a.Scores[3] != 0 || len(a.Interventions.Order) != 3 || !slices.Equal(a.Interventions.Order[:2], []int{0, 1}) {
		t.Errorf("scores %v, order %v", a.Scores, a.Interventions.Order)
	}
	none := slices.Concat(a.Interventions.Deletion)[3]
	without := scene("True")
	without.Program[1].Output.Boxes[0] = []float64{0, 0, 0}
	logged, err := e.Runs.Run(without, nil)
	check.NoError(t, err)
	check.NearLists(t, "without objects", none, []float64{1 - *logged.Probability, *logged.Probability}, exact)
	// A count that only a network knows says nothing of what went.
	e.Runs = &nmn.Executor{}
	if _, failed, err = o.Explain(t.Context(), ex, &model.Asker{Model: e}); err != nil || failed == nil {
		t.Errorf("counted by a network: %v, %v", failed, err)
	}
}
