package stats

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// Expected values are in closed form, which one and two degrees of freedom
// have.
func TestPairedT(t *testing.T) {
	for _, c := range []struct {
		why           string
		a, b          []float64
		t, p, greater float64
	}{
		{"one degree of freedom: p = 1 - 2 arctan(t)/π", []float64{3, 5}, []float64{0, 0}, 4, 1 - 2*math.Atan(4)/math.Pi,
			0.5 - math.Atan(4)/math.Pi},
		{"two degrees: p = 1 - t/√(2+t²)", []float64{1, 2, 3}, []float64{0, 0, 0}, math.Sqrt(12), 1 - math.Sqrt(12)/math.Sqrt(14),
			0.5 - math.Sqrt(12)/math.Sqrt(14)/2},
		{"a mean below 0 has the same p and the other tail", []float64{0, 0, 0}, []float64{1, 2, 3}, -math.Sqrt(12),
			1 - math.Sqrt(12)/math.Sqrt(14), 0.5 + math.Sqrt(12)/math.Sqrt(14)/2},
		{"no difference on the whole", []float64{1, -1}, []float64{0, 0}, 0, 1, 0.5},
	} {
		got := PairedT(c.a, c.b)
		for _, v := range []struct {
			name      string
			got, want float64
		}{{"t", number(t, got.T), c.t}, {"p", number(t, got.P), c.p}, {"greater", number(t, got.Greater), c.greater}} {
			check.Near(t, c.why, v.got, v.want, 1e-12, v.name)
		}
	}
}

func TestPairedTUndefined(t *testing.T) {
	for why, d := range map[string][]float64{
		"no pairs":                          {},
		"a t-test needs at least two pairs": {1},
		"all differences are equal":         {2, 2, 2},
		"not a finite number":               {1, math.Inf(1), 2},
	} {
		got := PairedT(d, make([]float64, len(d)))
		for _, v := range []string{got.T.Why(), got.P.Why(), got.Greater.Why()} {
			check.Equal(t, "case", v, why, d)
		}
	}
}

// The p of five pairs is that of all 120 orders, counted by Python's itertools; that of ten is
// Wikipedia's example (.627188), by Student's t with eight degrees of freedom in closed form.
func TestSpearmanHasAnExactP(t *testing.T) {
	rho := 29.0 / 165
	rest := 1 - rho*rho
	for _, c := range []struct {
		why  string
		x, y []float64
		want float64
	}{
		{"8 of 24 orders", []float64{1, 2, 3, 4}, []float64{1, 2, 4, 3}, 8. / 24},
		{"the sign doesn't matter", []float64{1, 2, 3, 4}, []float64{3, 4, 2, 1}, 8. / 24},
		{"the best of six orders and its mirror", []float64{1, 2, 3}, []float64{1, 10, 100}, 2. / 6},
		{"two tie", []float64{1, 2, 3, 4, 5}, []float64{5, 6, 7, 8, 7}, 16. / 120},
		{"nine with ties", []float64{1, 2, 2, 3, 9, 9, 4, 0, 1}, []float64{3, 1, 4, 1, 5, 9, 2, 6, 5}, 361424. / 362880},
		{"ten", []float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}, []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17},
			1 - rho*(1+rest/2+3*rest*rest/8+5*rest*rest*rest/16)},
	} {
		check.Near(t, c.why, number(t, OfSpearman(c.x, c.y)), c.want, 1e-12)
	}
	for why, y := range map[string][]float64{
		"a correlation test needs at least three pairs": {1, 2}, "all values on one side are equal": {1, 1, 1, 1},
	} {
		check.Equal(t, "case", OfSpearman(loaders.Fill(len(y), func(i int) float64 { return float64(i) }), y).Why(), why, y)
	}
}
