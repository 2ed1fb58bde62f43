package counting

import (
	"math"
	"math/rand/v2"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestSteps(t *testing.T) {
	got := Steps([][]float64{{.25, .5}, {}, {.5, 1}})
	want := []RegionStep{{2, 1, 1, 1}, {0, 1, .5, 1.5}, {2, 0, .5, 2}, {0, 0, .25, 2.25}}
	check.EqualLists(t, "steps", got, want)
	if got := Steps(nil); got != nil {
		t.Errorf("nothing steps as %v", got)
	}
	for _, ex := range random(rand.New(rand.NewPCG(9, 9)), 50) {
		steps := Steps(ex.Program[0].Output.Boxes)
		if predicted, _ := Prediction(ex); len(steps) > 0 && math.Abs(steps[len(steps)-1].Sum-predicted) > 1e-9 {
			t.Errorf("the steps lead to %v, the prediction is %v", steps[len(steps)-1].Sum, predicted)
		}
	}
}
