package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"faithscope/scoring"
)

// MeanDifference is one mean less another, and its chance.
type MeanDifference struct {
	Interval *scoring.Interval // 95 % or nil
	P        scoring.Value     // two-sided, for no difference
}

// Fisher's test adds up tables for up to exactUpTo examples; above that, no digit shown differs
// with the normal approximation.
const exactUpTo = 20_000

// Shares returns the difference of two proportions, Sum 1s of N numbers. The interval is
// Newcombe's, "Interval estimation for the difference between independent proportions", 1998,
// method 10. The test is Fisher's exact one (two-sided, by the table's probability), or over 20,000
// examples the z-test of the pooled proportion. With [Moments.Worth], counts aren't whole; Fisher's
// test then counts half of the table itself (Lancaster, "Significance Tests in Discrete
// Distributions", 1961), because such tables lie between the few whole ones at which p jumps. It is
// undefined if a group is empty.
func Shares(a, b Moments) MeanDifference {
	if a.N == 0 || b.N == 0 {
		return MeanDifference{P: scoring.Undefined("a group is empty")}
	}
	_, first := Share(a.Sum, a.N)
	_, second := Share(b.Sum, b.N)
	d := a.mean() - b.mean()
	p := fisherExact(a, b)
	if a.N+b.N > exactUpTo {
		p = pooledTest(a, b)
	}
	return MeanDifference{
		&scoring.Interval{Low: d - math.Hypot(a.mean()-first.Low, second.High-b.mean()),
			High: d + math.Hypot(first.High-a.mean(), b.mean()-second.Low), Level: 0.95},
		scoring.Defined(p),
	}
}

// fisherExact sums the probabilities of tables with the same margins that are at most as likely, and
// differ by whole examples. A design effect makes counts that aren't whole; this table then counts
// half.
func fisherExact(a, b Moments) float64 {
	k, n := a.Sum+b.Sum, a.N+b.N
	logOf := func(x float64) float64 { return LogChoose(a.N, x) + LogChoose(b.N, k-x) - LogChoose(n, k) }
	const slack = 1e-7 // like R's, because equally likely tables count despite rounding
	limit, sum := logOf(a.Sum)+slack, 0.0
	if a.N != math.Trunc(a.N) || b.N != math.Trunc(b.N) {
		sum = -math.Exp(logOf(a.Sum)) / 2
	}
	for x := a.Sum - math.Floor(min(a.Sum, b.N-b.Sum)+slack); x <= min(k, a.N)+slack; x++ {
		if l := logOf(x); l <= limit {
			sum += math.Exp(l)
		}
	}
	return min(1, sum)
}

// LogChoose returns the log of n over k, by the gamma function if they aren't whole.
func LogChoose[N int | float64](n, k N) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

func pooledTest(a, b Moments) float64 {
	p := (a.Sum + b.Sum) / (a.N + b.N)
	if p == 0 || p == 1 {
		return 1
	}
	z := (a.mean() - b.mean()) / math.Sqrt(p*(1-p)*(1/a.N+1/b.N))
	return math.Erfc(math.Abs(z) / math.Sqrt2)
}

// Welch returns the difference of two means with the interval and test of Welch, "The
// generalization of 'Student's' problem when several different population variances are involved",
// 1947. Both are undefined if a group has fewer than two numbers, or all numbers of each are equal.
func Welch(a, b Moments) MeanDifference {
	if a.N == 0 || b.N == 0 {
		return MeanDifference{P: scoring.Undefined("a group is empty")}
	}
	d := a.mean() - b.mean()
	if a.N < 2 || b.N < 2 {
		return MeanDifference{P: scoring.Undefined("few: a group has only one number")}
	}
	va, vb := a.variance()/a.N, b.variance()/b.N
	if va+vb == 0 {
		return MeanDifference{P: scoring.Undefined("equal: all numbers within each group are equal")}
	}
	df := (va + vb) * (va + vb) / (float64(va*va)/(a.N-1) + float64(vb*vb)/(b.N-1))
	error := math.Sqrt(va + vb)
	x := mathext.InvRegIncBeta(df/2, 0.5, 0.05)
	half := math.Sqrt(df*(1-x)/x) * error // .025 are beyond it
	return MeanDifference{
		&scoring.Interval{Low: d - half, High: d + half, Level: 0.95},
		scoring.Defined(2 * upperTail(math.Abs(d)/error, df)),
	}
}
