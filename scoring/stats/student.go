package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"faithscope/scoring"
)

// TTest is Student's t-test of paired samples.
type TTest struct {
	Mean scoring.Value // of the differences a - b
	T    scoring.Value
	P    scoring.Value // two-sided
	// Greater is the one-sided p of the mean being above 0.
	Greater scoring.Value
}

// PairedT tests whether the mean of a - b is 0, for lists of one length. The
// statistic is undefined for fewer than two pairs and for differences that
// are all alike, and everything is where a number is not finite. It panics
// if the lengths differ.
func PairedT(a, b []float64) TTest {
	if len(a) != len(b) {
		panic("stats: paired samples of different lengths")
	}
	n := float64(len(a))
	if len(a) == 0 {
		return noTTest(scoring.Undefined("no pairs"), "no pairs")
	}
	sum := 0.0
	for i := range a {
		sum += a[i] - b[i]
	}
	mean := sum / n
	squares := 0.0
	for i := range a {
		d := a[i] - b[i] - mean
		squares += float64(d * d)
	}
	switch {
	case squares-squares != 0:
		return noTTest(scoring.Undefined("not a finite number"), "not a finite number")
	case len(a) == 1:
		return noTTest(scoring.Defined(mean), "a t-test needs two pairs")
	case squares == 0:
		return noTTest(scoring.Defined(mean), "all differences are alike")
	}
	t := mean / math.Sqrt(squares/(n-1)/n)
	tail := upperTail(t, n-1)
	return TTest{
		Mean: scoring.Defined(mean), T: scoring.Defined(t),
		P: scoring.Defined(2 * min(tail, upperTail(-t, n-1))), Greater: scoring.Defined(tail),
	}
}

func noTTest(mean scoring.Value, why string) TTest {
	absent := scoring.Undefined(why)
	return TTest{Mean: mean, T: absent, P: absent, Greater: absent}
}

// upperTail is the probability of more than t under Student's distribution
// with df degrees of freedom, by the incomplete beta function. For t below 0
// it is one minus the small tail: what is subtracted from 1 loses no digits
// that matter.
func upperTail(t, df float64) float64 {
	tail := mathext.RegIncBeta(df/2, 0.5, df/(df+float64(t*t))) / 2
	if t < 0 {
		return 1 - tail
	}
	return tail
}

// upperQuantile is the t above which Student's distribution with df degrees of
// freedom has the probability p, 0 < p < .5, by the inverse of [upperTail].
func upperQuantile(p, df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*p)
	return math.Sqrt(df * (1 - x) / x)
}

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
