package boxes

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Two gold boxes are a quarter and a half of their picture; the size of the second picture is
// unknown, and a third one is missing. Padding is not a proposal.
func TestGoldBoxesByHand(t *testing.T) {
	quarter, half := loaders.Box{X1: 50, Y1: 50}, loaders.Box{X1: 100, Y1: 50}
	e := Gold.Prepare(&loaders.Example{
		Images: []loaders.Image{{Units: loaders.Pixels, Width: 100, Height: 100, Proposals: []loaders.Box{quarter, {}}},
			{Units: loaders.Pixels, Proposals: []loaders.Box{half, quarter}}},
		Program: []loaders.Module{
			{Op: "find", Output: loaders.Output{Boxes: [][]float64{{1, 0}, {0, 0}}},
				Gold: &loaders.Gold{Boxes: [][]loaders.Box{{quarter, half}, {half}, {half}}}},
			{Op: "find", Gold: &loaders.Gold{Boxes: [][]loaders.Box{{}}}},
			{Op: "exist"},
		},
	})
	a := Gold.Aggregate(scoring.Defaults())
	a.Add(e)
	want := map[string]scoring.Score{
		"gold_boxes": {Value: scoring.Defined(2), Count: 2},      // 4 of two modules
		"gold_area":  {Value: scoring.Defined(3. / 8), Count: 2}, // of a quarter and a half
		"proposals":  {Value: scoring.Defined(3), Count: 1},      // of the module that chooses
	}
	scores := a.Scores()
	for _, s := range scores {
		if x, _ := s.Value.Float(); s.Of != "overall" && s.Of != "find" || s.Value != want[s.Metric].Value || s.Count != want[s.Metric].Count ||
			math.IsNaN(x) {
			t.Errorf("%s of %s is %v of %d", s.Metric, s.Of, s.Value, s.Count)
		}
	}
	if len(scores) != 6 || Gold.Prepare(&loaders.Example{Program: []loaders.Module{{Op: "find"}}}) != nil {
		t.Errorf("%d scores, or some without gold", len(scores))
	}
}
