package stats

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// FalseDiscovery is [BenjaminiHochberg] if all p are defined.
func FalseDiscovery(p []float64) []float64 {
	adjusted := make([]float64, len(p))
	for i, v := range BenjaminiHochberg(loaders.Map(p, scoring.Defined)) {
		adjusted[i], _ = v.Float()
	}
	return adjusted
}

// Holm returns p-values, in order, corrected so that the chance of even one false finding stays
// below their level (Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979).
// Undefined values stay undefined, and don't count as tests.
func Holm(p []scoring.Value) []scoring.Value {
	return adjustStepwise(p, func(x float64, rank, n int) float64 { return float64(n-rank) * x }, upwards)
}

// BenjaminiHochberg returns adjusted p-values (Benjamini and Hochberg, "Controlling the false
// discovery rate", 1995): for every p, the share of false ones expected among those at least as
// small. For independent or positively dependent tests, accepting values up to q keeps the expected
// share at or below q. Undefined values don't count as tests.
func BenjaminiHochberg(p []scoring.Value) []scoring.Value {
	return adjustStepwise(p, func(x float64, rank, n int) float64 { return float64(n) / float64(rank+1) * x }, downwards)
}

const downwards, upwards = true, false

// adjustStepwise makes the adjusted values monotonic, because a smaller p must not end above a larger
// one: raised to the one before, or, from above, lowered to the one after. adjustValue gets the rank
// among the n defined values, from 0 for the least.
func adjustStepwise(p []scoring.Value, adjustValue func(x float64, rank, n int) float64, isFromAbove bool) []scoring.Value {
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
	kept := 0.
	if isFromAbove {
		kept = 1
	}
	for k := range order {
		rank := k
		if isFromAbove {
			rank = len(order) - 1 - k
		}
		x := min(1, adjustValue(at(order[rank]), rank, len(order)))
		if isFromAbove {
			kept = min(kept, x)
		} else {
			kept = max(kept, x)
		}
		out[order[rank]] = scoring.Defined(kept)
	}
	return out
}
