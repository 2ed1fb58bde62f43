package stats

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Holm returns p-values, in order, corrected so that the chance of even one false finding stays
// below their level (Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979).
// Undefined values stay undefined, and don't count as tests.
func Holm(p []scoring.Value) []scoring.Value {
	return adjustStepwise(p, func(x float64, k, n int) float64 { return float64(n-k) * x }, upwards)
}

// BenjaminiHochberg returns adjusted p-values (Benjamini and Hochberg, "Controlling the false
// discovery rate", 1995): for every p, the share of false ones expected among those at least as
// small. For independent or positively dependent tests, accepting values up to q keeps the expected
// share at or below q. Undefined values don't count as tests.
func BenjaminiHochberg(p []scoring.Value) []scoring.Value {
	return adjustStepwise(p, func(x float64, k, n int) float64 { return float64(n) / float64(n-k) * x }, downwards)
}

const downwards, upwards = true, false

// adjustStepwise makes the adjusted values monotonic, because a smaller p must not end above a larger
// one: raised to the one before, or, from above, lowered to the one after. adjustValue gets how many
// of the n defined values are before x: lesser ones, or, from above, greater ones.
func adjustStepwise(p []scoring.Value, adjustValue func(x float64, k, n int) float64, isFromAbove bool) []scoring.Value {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if v.IsDefined() {
			order = append(order, i)
		}
	}
	at := func(i int) float64 {
		x, _ := p[i].Float()
		return x
	}
	loaders.SortBy(order, at)
	kept, keep := 0., math.Max
	if isFromAbove {
		kept, keep = 1, math.Min
		slices.Reverse(order)
	}
	for k, i := range order {
		kept = keep(kept, min(1, adjustValue(at(i), k, len(order))))
		out[i] = scoring.Defined(kept)
	}
	return out
}
