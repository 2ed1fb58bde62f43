package stats

import (
	"gonum.org/v1/gonum/mathext"

	"faithscope/scoring"
)

// McNemar returns the exact two-sided test of two classifiers on the same examples, given how often
// only either is right: the probability of a split at least as uneven if both were equally likely
// (McNemar, "Note on the Sampling Error of the Difference Between Correlated Proportions or
// Percentages", 1947, in its binomial form). It is undefined if both are 0.
func McNemar(firstOnly, secondOnly int) scoring.Value {
	few, n := min(firstOnly, secondOnly), firstOnly+secondOnly
	if n == 0 {
		return scoring.Undefined("the runs never differ")
	}
	// P(X ≤ few) of n trials of probability one half.
	tail := mathext.RegIncBeta(float64(n-few), float64(few+1), .5)
	return scoring.Defined(min(1, 2*tail))
}
