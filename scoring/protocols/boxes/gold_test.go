package boxes

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
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

// Of the seven proposals, two have label 1, three 0, one is between the bounds, and one is padding.
// All logarithms are those of powers of 2, so that the mean is exact.
func TestLabelledProposalsByHand(t *testing.T) {
	tall := func(height float64) loaders.Box { return loaders.Box{X1: 16, Y1: height} }
	module := loaders.Module{Op: "find", Gold: &loaders.Gold{Boxes: [][]loaders.Box{{tall(16)}}},
		Output: loaders.Output{Boxes: [][]float64{{1, .25, .125, .5, .5, 0, .875}}}}
	ex := &loaders.Example{Program: []loaders.Module{module}, Images: []loaders.Image{{Proposals: []loaders.Box{
		tall(16), tall(12), tall(8), tall(2), {X0: 20, X1: 30, Y1: 9}, {X0: 40, X1: 50, Y1: 9}, {}}}}}
	for _, test := range []struct {
		negative float64
		want     []scoring.Score
	}{
		{0, nil},
		// 0 + 2 bits of the labels 1; 1 + 1 + 0 of the labels 0
		{.25, []scoring.Score{{Value: scoring.Defined(4 * math.Ln2 / 5), Count: 5}}},
		// 1 + 0 of the labels 0, without the one with an IoU of an eighth
		{.125, []scoring.Score{{Value: scoring.Defined(3 * math.Ln2 / 4), Count: 4}}},
	} {
		s := scoring.Defaults()
		s.IoU, s.NegativeIoU = .75, test.negative
		a := Protocol.Aggregate(s)
		a.Add(Protocol.Prepare(ex))
		var got []scoring.Score
		for _, score := range a.Scores() {
			if score.Metric == "bce" && score.Of == "find" {
				got = append(got, scoring.Score{Value: score.Value, Count: score.Count})
			}
			if _, known := score.Value.Float(); score.Metric == "bce" && score.Of == "filter" && (score.Count != 0 || known) {
				t.Errorf("a filter's: %+v", score)
			}
		}
		check.EqualLists(t, "below", got, test.want, test.negative)
	}
}
