package stats

import (
	"math"
	"testing"
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
			if math.Abs(v.got-v.want) > 1e-12 {
				t.Errorf("%s: %s is %v, want %v", c.why, v.name, v.got, v.want)
			}
		}
	}
}

func TestPairedTUndefined(t *testing.T) {
	for why, d := range map[string][]float64{
		"no pairs":                  {},
		"a t-test needs two pairs":  {1},
		"all differences are equal": {2, 2, 2},
		"not a finite number":       {1, math.Inf(1), 2},
	} {
		got := PairedT(d, make([]float64, len(d)))
		for _, v := range []string{got.T.Why(), got.P.Why(), got.Greater.Why()} {
			if v != why {
				t.Errorf("%v: %q, want %q", d, v, why)
			}
		}
	}
}
