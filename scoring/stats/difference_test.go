package stats_test

import (
	"math"
	"testing"

	"faithscope/scoring/stats"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.8g, want %.8g", what, got, want)
	}
}

// of returns k ones among n numbers.
func of(k, n float64) stats.Moments { return stats.Moments{N: n, Sum: k, Squares: k} }

// The numbers are those of R 4: fisher.test(matrix(c(3, 1, 1, 3), 2)) and
// fisher.test(matrix(c(1, 9, 11, 3), 2)); the interval is the example (b) of
// Newcombe 1998, Table II, method 10.
func TestSharesAreThoseOfR(t *testing.T) {
	p, _ := stats.Shares(of(3, 4), of(1, 4)).P.Float()
	near(t, "Fisher's tea", p, 0.4857142857, 1e-9)
	p, _ = stats.Shares(of(1, 10), of(11, 14)).P.Float()
	near(t, "p", p, 0.0027594562, 1e-9)
	d := stats.Shares(of(9, 10), of(3, 10))
	near(t, "low", d.Interval.Low, 0.1705, 5e-5)
	near(t, "high", d.Interval.High, 0.8090, 5e-5)
	if d := stats.Shares(of(0, 0), of(1, 2)); d.Interval != nil || d.P.Why() == "" {
		t.Errorf("an empty group has %+v", d)
	}
}

// The z-test that takes over for many examples says what Fisher's says.
func TestManySharesAreTestedAlike(t *testing.T) {
	few, _ := stats.Shares(of(5_000, 9_900), of(4_800, 10_000)).P.Float()
	many, _ := stats.Shares(of(5_051, 10_001), of(4_800, 10_000)).P.Float()
	near(t, "p over 20,000", many, few, few/4)
	for n, counted := range map[float64]bool{10_000: true, 10_001: false} {
		p, _ := stats.Shares(of(5_000, n), of(4_800, 10_000)).P.Float()
		share := 9_800 / (n + 10_000)
		z := (5_000/n - .48) / math.Sqrt(share*(1-share)*(1/n+1./10_000))
		if rounded := math.Abs(p/math.Erfc(z/math.Sqrt2)-1) < 1e-9; rounded == counted {
			t.Errorf("p over %g examples is %g, that of the normal approximation: %v", n+10_000, p, rounded)
		}
	}
}

// Counts that are worth half are tested as half of them, and what lies between two
// counts has a p between theirs.
func TestSharesOfWorth(t *testing.T) {
	p := func(a, b stats.Moments) float64 {
		p, _ := stats.Shares(a, b).P.Float()
		return p
	}
	near(t, "p of half", p(of(6, 20).Worth(2), of(24, 30).Worth(2)), p(of(3, 10), of(12, 15)), 1e-12)
	before := 0.0
	for _, effect := range []float64{1.1, 1.3, 1.7, 2.1} {
		now := p(of(4, 12).Worth(effect), of(14, 16).Worth(effect))
		if !(now > before) {
			t.Errorf("p %g at an effect of %g, and %g at less", now, effect, before)
		}
		before = now
	}
}

// R: t.test(c(1, 2, 3, 4), c(2, 4, 6, 8, 10)).
func TestWelchIsThatOfR(t *testing.T) {
	var a, b stats.Moments
	for _, x := range []float64{1, 2, 3, 4} {
		a.Add(x)
	}
	all := a
	for _, x := range []float64{2, 4, 6, 8, 10} {
		b.Add(x)
		all.Add(x)
	}
	d := stats.Welch(a, all.Less(a))
	p, _ := d.P.Float()
	// t = -2.2514, df = 5.5194, by hand from the formula.
	near(t, "p", p, 0.0693, 5e-4)
	if d.Interval.Low >= -3.5 || d.Interval.High <= -3.5 || d.Interval.High <= 0 {
		t.Errorf("the interval is %+v, and p says that it holds 0", d.Interval)
	}
	if d := stats.Welch(stats.Moments{N: 2, Sum: 2, Squares: 2}, stats.Moments{N: 2, Sum: 4, Squares: 8}); d.P.Why() == "" {
		t.Errorf("numbers that are all alike have a p: %+v", d)
	}
}
