package boxes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// plainCount returns the definition, word by word: the twin of evidence.count.
func plainCount(proposals []loaders.Box, probabilities []float64, gold []loaders.Box, s scoring.Settings) PrecisionCounts {
	iou := make([][]float64, len(proposals))
	best := make([]float64, len(proposals))
	for j := range proposals {
		for i := range gold {
			iou[j] = append(iou[j], iou64(proposals[j], gold[i]))
		}
		if len(gold) > 0 {
			best[j] = slices.Max(iou[j]) // NaN if any is
		}
	}
	predicted := func(j int) bool {
		if s.UpperBound {
			return slices.ContainsFunc(iou[j], func(x float64) bool { return x > s.IoU })
		}
		return probabilities[j] > s.Threshold
	}
	var c PrecisionCounts
	for j := range proposals {
		switch {
		case !predicted(j):
		case best[j] > s.IoU:
			c.PrecisionGood++
		case best[j] < s.Negative() || s.Inclusive && best[j] == s.Negative():
			c.PrecisionBad++
		}
	}
	for i := range gold {
		found := false
		for j := range proposals {
			found = found || predicted(j) && iou[j][i] > s.IoU
		}
		if found {
			c.RecallGood++
		} else {
			c.RecallBad++
		}
	}
	return c
}

// one returns an example of one find on one image.
func one(proposals []loaders.Box, probabilities []float64, gold []loaders.Box) *loaders.Example {
	return &loaders.Example{
		Images: []loaders.Image{{Proposals: proposals}},
		Program: []loaders.Module{{
			Op: "find", Output: loaders.Output{Boxes: [][]float64{probabilities}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold}},
		}},
	}
}

func compare(t *testing.T, proposals []loaders.Box, probabilities []float64, gold []loaders.Box, s scoring.Settings) {
	t.Helper()
	e := weighExample[float64](one(proposals, probabilities, gold))
	got, want := e.countImage(e.outcomes[0], &s), plainCount(proposals, probabilities, gold, s)
	if got != want {
		t.Fatalf("proposals %v, probabilities %v, gold %v, %+v:\n%+v, want %+v", proposals, probabilities, gold, s, got, want)
	}
	compareTold(t, e, s, want)
}

// compareTold checks that the boxes told apart add up to the counts.
func compareTold(t *testing.T, e *evidence, s scoring.Settings, want PrecisionCounts) {
	t.Helper()
	var c PrecisionCounts
	image := e.Example(s).Modules[0].Images[0]
	for _, p := range image.Predicted {
		switch {
		case p.Hit:
			c.PrecisionGood++
		case p.Counted:
			c.PrecisionBad++
		}
		if p.BestIoU != p.BestIoU {
			t.Fatal("a NaN is shown")
		}
	}
	for _, g := range image.Gold {
		if g.Matched {
			c.RecallGood++
		} else {
			c.RecallBad++
		}
	}
	if c != want {
		t.Fatalf("told apart %+v, counted %+v, %+v", c, want, s)
	}
}

func everySettings() []scoring.Settings {
	var all []scoring.Settings
	for _, iou := range []float64{0, 0.25, 0.5} {
		for _, negative := range []float64{0, 1e-8, 0.25, 0.75} {
			for _, threshold := range []float64{0, 0.5} {
				for flags := range 4 {
					s := scoring.Defaults()
					s.IoU, s.NegativeIoU, s.Threshold = iou, negative, threshold
					s.Inclusive, s.UpperBound = flags&1 > 0, flags&2 > 0
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// smallBoxes meet each other in all the ways that matter: equal, half, apart,
// touching, without area, inside out.
var smallBoxes = []loaders.Box{
	{X0: 0, Y0: 0, X1: 2, Y1: 2}, {X0: 0, Y0: 0, X1: 1, Y1: 2}, {X0: 1, Y0: 0, X1: 3, Y1: 2}, {X0: 2, Y0: 2, X1: 3, Y1: 3},
	{}, {X0: 1, Y0: 1, X1: 1, Y1: 2}, {X0: 2, Y0: 2, X1: 0, Y1: 0},
}

func TestCountAgreesWithDefinitionExhaustively(t *testing.T) {
	probabilities := []float64{0, 0.5, 0.75}
	settings := everySettings()
	n := 0
	for _, p := range smallBoxes {
		for _, q := range smallBoxes {
			for _, g := range smallBoxes {
				for _, h := range smallBoxes {
					for k := range 9 {
						outputs := []float64{probabilities[k%3], probabilities[k/3]}
						compare(t, []loaders.Box{p, q}, outputs, []loaders.Box{g, h}, settings[n%len(settings)])
						n++
					}
				}
			}
		}
	}
	for _, s := range settings { // every setting on the smallest cases
		for _, p := range smallBoxes {
			compare(t, []loaders.Box{p}, []float64{0.75}, nil, s)
			for _, g := range smallBoxes {
				compare(t, []loaders.Box{p}, []float64{0.75}, []loaders.Box{g}, s)
			}
		}
	}
}

func FuzzCount(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint8(seed), uint8(seed/2))
	}
	settings := everySettings()
	f.Fuzz(func(t *testing.T, seed uint64, proposals, gold uint8) {
		r := rand.New(rand.NewPCG(seed, 1))
		outputs := make([]float64, proposals%40)
		for i := range outputs {
			outputs[i] = []float64{0, 0.25, 0.5, 0.75, 1, r.Float64(), math.NaN(), -1}[r.IntN(8)]
		}
		compare(t, randomBoxes(r, len(outputs)), outputs, randomBoxes(r, int(gold%8)), settings[r.IntN(len(settings))])
	})
}

func randomBoxes(r *rand.Rand, n int) []loaders.Box {
	var list []loaders.Box
	for range n {
		b := loaders.Box{X0: float64(r.IntN(4)), Y0: float64(r.IntN(4)), X1: float64(r.IntN(6)), Y1: float64(r.IntN(6))}
		if r.IntN(8) == 0 {
			b.X1 = []float64{math.NaN(), math.Inf(1), 1e308, -1e308}[r.IntN(4)]
		}
		list = append(list, b)
	}
	return list
}

// iou64 returns the IoU as it is defined.
func iou64(a, b loaders.Box) float64 {
	area := func(b loaders.Box) float64 { return float64((b.X1 - b.X0) * (b.Y1 - b.Y0)) }
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	inter := float64(max(w, 0) * max(h, 0))
	return inter / (area(a) + area(b) - inter)
}

func TestIoUOfOddBoxes(t *testing.T) {
	odd := []float64{0, math.Copysign(0, -1), 0.5, 1, -1, 1e-300, 1e154, 1e308, -1e308, math.Inf(1), math.Inf(-1), math.NaN()}
	r := rand.New(rand.NewPCG(1, 1))
	box := func() loaders.Box {
		at := func() float64 { return odd[r.IntN(len(odd))] }
		return loaders.Box{X0: at(), Y0: at(), X1: at(), Y1: at()}
	}
	for range 1_000_000 {
		a, b := box(), box()
		got, want := IoU([4]float64{a.X0, a.Y0, a.X1, a.Y1}, [4]float64{b.X0, b.Y0, b.X1, b.Y1}), iou64(a, b)
		if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
			t.Fatalf("%v and %v: %v, want %v", a, b, got, want)
		}
	}
}

func TestIoU(t *testing.T) {
	unit := [4]float64{0, 0, 1, 1}
	for _, c := range []struct {
		why  string
		b    [4]float64
		want float64
	}{
		{"the same box", unit, 1},
		{"half of it", [4]float64{0, 0, 1, 0.5}, 0.5},
		{"shifted by half", [4]float64{0.5, 0, 1.5, 1}, 1.0 / 3},
		{"touching", [4]float64{1, 0, 2, 1}, 0},
		{"apart in both directions", [4]float64{3, 3, 4, 4}, 0},
		{"padding", [4]float64{}, 0},
		{"turned inside out", [4]float64{1, 1, 0, 0}, 0},
	} {
		check.Equal(t, c.why, IoU(unit, c.b), c.want)
	}
	if got := IoU([4]float64{}, [4]float64{}); got == got {
		t.Errorf("two boxes without area: %v, want no number", got)
	}
}

func ExampleIoU() {
	fmt.Println(IoU([4]float64{0, 0, 2, 2}, [4]float64{0, 0, 2, 1}))
	// Output: 0.5
}
