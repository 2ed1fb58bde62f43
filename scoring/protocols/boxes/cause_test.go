package boxes

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// TestCauses has one module for each cause of boxes, with proposals on three
// objects (0, 1, 2) and two on nothing (3, 4).
func TestCauses(t *testing.T) {
	object := func(i int) loaders.Box {
		x := float64(i) / 4
		return loaders.Box{X0: x, Y0: 0, X1: x + 0.2, Y1: 0.2}
	}
	proposals := []loaders.Box{object(0), object(1), object(2), {X0: 0, Y0: 0.5, X1: 0.2, Y1: 0.7}, {X0: 0, Y0: 0.8, X1: 0.2, Y1: 1}}
	on := func(objects ...int) []loaders.Box { return loaders.Map(objects, object) }
	unproposed := loaders.Box{X0: 0.5, Y0: 0.5, X1: 0.9, Y1: 0.9}
	for _, c := range []struct {
		name          string
		probabilities []float64
		gold          []loaders.Box
		want          scoring.Cause
	}{
		{"right", []float64{1, 0, 0, 0}, on(0), scoring.NoCause},
		{"nothing wanted, nothing predicted", []float64{0, 0, 0, 0}, []loaders.Box{}, scoring.NoCause},
		{"something from nothing", []float64{0, 0.9, 0, 0}, []loaders.Box{}, scoring.FromNothing},
		{"the detector missed it", []float64{0, 0, 0.9, 0}, []loaders.Box{unproposed}, scoring.NoProposal},
		{"just below the threshold", []float64{0.35, 0, 0, 0}, on(0), scoring.LowProbability},
		{"at the threshold", []float64{0.5, 0, 0, 0}, on(0), scoring.LowProbability},
		{"far below the threshold", []float64{0.1, 0, 0, 0}, on(0), scoring.Empty},
		{"half of what is missed is just below the threshold", []float64{0.35, 0.1, 0, 0}, on(0, 1),
			scoring.LowProbability},
		{"a third of it is", []float64{0.35, 0.1, 0, 0}, on(0, 1, 2), scoring.Empty},
		{"another object", []float64{0.4, 0.9, 0, 0}, on(0), scoring.Elsewhere},
		{"one of four found, none bad", []float64{0.9, 0, 0, 0}, append(on(0, 1, 2), unproposed),
			scoring.LowProbability},
		{"one of three found, and as many bad as missed", []float64{0.9, 0, 0, 0.9}, append(on(0, 1), unproposed),
			scoring.NoProposal},
		{"one of three found, as many bad as missed, and all proposed", []float64{0.9, 0, 0, 0.9, 0.9},
			on(0, 1, 2), scoring.Elsewhere},
		{"everything", []float64{0.9, 0.9, 0.9, 0.9}, on(0), scoring.TooMany},
	} {
		score := scoringtest.Example(Protocol.Prepare(one(proposals, c.probabilities, c.gold)), scoring.Defaults())
		check.Equal(t, c.name, score.Modules[0].Cause, c.want, "with F1", score.Modules[0].Value)
	}
}

func TestNearMisses(t *testing.T) {
	proposals := []loaders.Box{{X1: 0.2, Y1: 0.19}, {X1: 0.2, Y1: 0.05}, {X0: 0.8, Y0: 0.8, X1: 0.9, Y1: 0.9}, {X1: 0.2, Y1: 0.2}}
	gold := []loaders.Box{{X1: 0.2, Y1: 0.2}, {X0: 0, Y0: 0.15, X1: 0.2, Y1: 0.9}, {X0: 0.4, Y0: 0.4, X1: 0.5, Y1: 0.5}}
	ex := one(proposals, []float64{0.35, 0.45, 0.6, 0.1}, gold)
	image := scoringtest.Example(Protocol.Prepare(ex), scoring.Defaults()).Modules[0].Images[0]
	first := image.Gold[0]
	if !first.Aligned || first.Nearest.Proposal != 0 || first.Nearest.Probability != 0.35 || first.Nearest.IoU < 0.94 {
		t.Errorf("the first gold box is found below .35 by #0, not as in %+v", first)
	}
	if second := image.Gold[1]; second.Aligned || second.Nearest.Proposal < 0 || second.Nearest.IoU <= 0 {
		t.Errorf("the second gold box is touched and not aligned, not as in %+v", second)
	}
	if third := image.Gold[2]; third.Aligned || third.Nearest.Proposal != -1 {
		t.Errorf("no proposal overlaps the third gold box, not as in %+v", third)
	}
	var below []int
	for _, p := range image.Below {
		below = append(below, p.Proposal)
	}
	if len(below) != 3 || below[0] != 1 || below[1] != 0 || below[2] != 3 {
		t.Errorf("below the threshold are %v, want 1, 0, 3 by probability", below)
	}
}
