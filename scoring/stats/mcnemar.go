package stats

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"faithscope/scoring"
)

// McNemar is the exact two-sided test of two classifiers on the same examples,
// given how often only the one and only the other is right: the probability of
// a split at least as uneven if either were as likely (McNemar, "Note on the
// Sampling Error of the Difference Between Correlated Proportions or
// Percentages", 1947, in the binomial form). It is undefined where they never
// differ.
func McNemar(one, other int) scoring.Value {
	few, n := min(one, other), one+other
	if n == 0 {
		return scoring.Undefined("the runs never differ")
	}
	// P(X ≤ few) of a binomial distribution of n halves.
	tail := mathext.RegIncBeta(float64(n-few), float64(few+1), .5)
	return scoring.Defined(min(1, 2*tail))
}

// Holm corrects p-values of several tests so that the chance of even one false
// finding stays below the level at which they are read (Holm, "A Simple
// Sequentially Rejective Multiple Test Procedure", 1979). Undefined values
// stay, and do not count as tests.
func Holm(p []scoring.Value) []scoring.Value {
	return corrected(p, func(x float64, rank, n int) float64 { return float64(n-rank) * x }, false)
}

// BenjaminiHochberg corrects p-values so that the share of false ones among the
// findings stays below the level (Benjamini and Hochberg, "Controlling the False
// Discovery Rate", 1995). Undefined values stay, and do not count as tests.
func BenjaminiHochberg(p []scoring.Value) []scoring.Value {
	return corrected(p, func(x float64, rank, n int) float64 { return float64(n) / float64(rank+1) * x }, true)
}

// corrected applies a factor to values by their ranks, from 0 for the least of
// n, and keeps them in order: from the least upwards a value is no less than
// those before it, or from above no more than those behind it.
func corrected(p []scoring.Value, by func(x float64, rank, n int) float64, fromAbove bool) []scoring.Value {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if _, ok := v.Float(); ok {
			order = append(order, i)
		}
	}
	at := func(i int) float64 {
		x, _ := p[i].Float()
		return x
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(at(i), at(j)) })
	kept := 0.
	if fromAbove {
		kept = 1
	}
	for k := range order {
		rank := k
		if fromAbove {
			rank = len(order) - 1 - k
		}
		x := min(1, by(at(order[rank]), rank, len(order)))
		if fromAbove {
			kept = min(kept, x)
		} else {
			kept = max(kept, x)
		}
		out[order[rank]] = scoring.Defined(kept)
	}
	return out
}
