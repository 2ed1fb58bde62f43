package stats

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"faithscope/loaders"
	"faithscope/scoring"
)

// TTest is Student's paired t-test.
type TTest struct {
	Mean scoring.Value // of a - b
	T    scoring.Value
	P    scoring.Value // two-sided
	// Greater is the one-sided p for a mean above 0.
	Greater scoring.Value
}

// PairedT tests whether the mean of a - b is 0. The statistic is undefined for fewer than two pairs
// and if all differences are equal; everything is undefined if a number isn't finite. It panics if
// the lengths differ.
func PairedT(a, b []float64) TTest {
	if len(a) != len(b) {
		panic("stats: paired samples of different lengths")
	}
	n := float64(len(a))
	if len(a) == 0 {
		return noTTest(scoring.Undefined("no pairs"), "no pairs")
	}
	differences := floats.SubTo(make([]float64, len(a)), a, b)
	mean := loaders.Sum(differences) / n
	squares := loaders.Sum(loaders.Map(differences, func(d float64) float64 { return (d - mean) * (d - mean) }))
	switch {
	case squares-squares != 0:
		return noTTest(scoring.Undefined("not a finite number"), "not a finite number")
	case len(a) == 1:
		return noTTest(scoring.Defined(mean), "a t-test needs at least two pairs")
	case squares == 0:
		return noTTest(scoring.Defined(mean), "all differences are equal")
	}
	t := mean / math.Sqrt(squares/(n-1)/n)
	tail := upperTail(t, n-1)
	return TTest{
		Mean: scoring.Defined(mean), T: scoring.Defined(t),
		P: scoring.Defined(2 * min(tail, upperTail(-t, n-1))), Greater: scoring.Defined(tail),
	}
}

// OfCorrelation returns the two-sided p of Pearson's r over n pairs, by Student's t with n - 2
// degrees of freedom.
func OfCorrelation(r scoring.Value, n int) scoring.Value {
	x, ok := r.Float()
	switch {
	case !ok:
		return r
	case n < 3:
		return scoring.Undefined("a correlation test needs at least three pairs")
	case x*x == 1:
		return scoring.Defined(0)
	}
	df := float64(n - 2)
	return scoring.Defined(2 * upperTail(math.Abs(x)*math.Sqrt(df/(1-x*x)), df))
}

func noTTest(meanValue scoring.Value, undefinedReason string) TTest {
	absent := scoring.Undefined(undefinedReason)
	return TTest{Mean: meanValue, T: absent, P: absent, Greater: absent}
}

func upperTail(t, df float64) float64 {
	tail := mathext.RegIncBeta(df/2, 0.5, df/(df+float64(t*t))) / 2
	if t < 0 {
		return 1 - tail
	}
	return tail
}
