package stats

import (
	"math"

	"faithscope/scoring"
)

// Difference is what one group's mean is above another's.
type Difference struct {
	Value    scoring.Value
	Interval *scoring.Interval // of 95 %, nil where there is none
	P        scoring.Value     // two-sided, of no difference
}

// exactUpTo is how many examples in all Fisher's test counts one by one; over
// more the normal approximation differs in no digit that is shown.
const exactUpTo = 20_000

// Shares is the difference k1/n1 - k2/n2 of two proportions, 0 ≤ k ≤ n, with
// the interval of Newcombe, "Interval estimation for the difference between
// independent proportions", 1998, method 10, and Fisher's exact test (two-sided,
// by the probability of the table), over 20,000 examples the z-test of the
// pooled proportion. It is undefined where a group is empty.
func Shares(k1, n1, k2, n2 int) Difference {
	if n1 == 0 || n2 == 0 {
		absent := scoring.Undefined("a group is empty")
		return Difference{Value: absent, P: absent}
	}
	a, b := float64(k1)/float64(n1), float64(k2)/float64(n2)
	_, first := Share(k1, n1)
	_, second := Share(k2, n2)
	d := a - b
	p := fisher(k1, n1, k2, n2)
	if n1+n2 > exactUpTo {
		p = pooled(k1, n1, k2, n2)
	}
	return Difference{
		scoring.Defined(d),
		&scoring.Interval{Low: d - math.Hypot(a-first.Low, second.High-b), High: d + math.Hypot(first.High-a, b-second.Low), Level: 0.95},
		scoring.Defined(p),
	}
}

// fisher sums the probabilities of all tables with these margins that are no
// likelier than this one.
func fisher(k1, n1, k2, n2 int) float64 {
	k, n := k1+k2, n1+n2
	logOf := func(x int) float64 { return LogChoose(n1, x) + LogChoose(n2, k-x) - LogChoose(n, k) }
	const slack = 1e-7 // R's: tables as likely as this one but for rounding count
	limit := logOf(k1) + slack
	sum := 0.0
	for x := max(0, k-n2); x <= min(k, n1); x++ {
		if l := logOf(x); l <= limit {
			sum += math.Exp(l)
		}
	}
	return min(1, sum)
}

// LogChoose is the logarithm of n over k.
func LogChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// pooled is the p of the z-test of two proportions.
func pooled(k1, n1, k2, n2 int) float64 {
	p := float64(k1+k2) / float64(n1+n2)
	if p == 0 || p == 1 {
		return 1
	}
	z := (float64(k1)/float64(n1) - float64(k2)/float64(n2)) / math.Sqrt(p*(1-p)*(1/float64(n1)+1/float64(n2)))
	return math.Erfc(math.Abs(z) / math.Sqrt2)
}

// Moments are what a mean and its variance take: how many numbers, their sum,
// and that of their squares.
type Moments struct {
	N            int
	Sum, Squares float64
}

// Add adds a number.
func (m *Moments) Add(x float64) {
	m.N++
	m.Sum += x
	m.Squares += float64(x * x)
}

// Less is what is left without some of the numbers.
func (m Moments) Less(o Moments) Moments {
	return Moments{m.N - o.N, m.Sum - o.Sum, m.Squares - o.Squares}
}

// variance is that of the sample, 0 where rounding would bring it below.
func (m Moments) variance() float64 {
	n := float64(m.N)
	return max(0, (m.Squares-float64(m.Sum*m.Sum)/n)/(n-1))
}

// Welch is the difference of the means of two groups, with the interval and the
// test of Welch, "The generalization of 'Student's' problem when several
// different population variances are involved", 1947. The interval and p are
// undefined for a group of fewer than two, and where all numbers are alike.
func Welch(a, b Moments) Difference {
	if a.N == 0 || b.N == 0 {
		absent := scoring.Undefined("a group is empty")
		return Difference{Value: absent, P: absent}
	}
	d := a.Sum/float64(a.N) - b.Sum/float64(b.N)
	if a.N < 2 || b.N < 2 {
		return Difference{Value: scoring.Defined(d), P: scoring.Undefined("a group has one number")}
	}
	va, vb := a.variance()/float64(a.N), b.variance()/float64(b.N)
	if va+vb == 0 {
		return Difference{Value: scoring.Defined(d), P: scoring.Undefined("all numbers of a group are alike")}
	}
	df := (va + vb) * (va + vb) / (float64(va*va)/float64(a.N-1) + float64(vb*vb)/float64(b.N-1))
	error := math.Sqrt(va + vb)
	half := upperQuantile(0.025, df) * error
	return Difference{
		scoring.Defined(d), &scoring.Interval{Low: d - half, High: d + half, Level: 0.95},
		scoring.Defined(2 * upperTail(math.Abs(d)/error, df)),
	}
}

// FalseDiscovery returns for every p of a family of tests the share of false
// ones among those that are at least as small: the adjusted p of Benjamini and
// Hochberg, "Controlling the false discovery rate", 1995. Accepting those up to
// q keeps the expected share of false discoveries at q or less, for tests that
// are independent or positively dependent.
func FalseDiscovery(p []float64) []float64 {
	values, adjusted := make([]scoring.Value, len(p)), make([]float64, len(p))
	for i, x := range p {
		values[i] = scoring.Defined(x)
	}
	for i, v := range corrected(values, func(x float64, rank, n int) float64 { return x * float64(n) / float64(rank+1) }, true) {
		adjusted[i], _ = v.Float()
	}
	return adjusted
}
