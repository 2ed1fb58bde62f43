package stats

import (
	"math"
	"testing"
)

// TestShare has the values of Newcombe, "Two-sided confidence intervals for
// the single proportion", 1998, Table I, method 3.
func TestShare(t *testing.T) {
	for _, x := range []struct {
		k, n      int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}, {20, 20, 0.8389, 1}} {
		p, in := Share(x.k, x.n)
		if got, ok := p.Float(); !ok || got != float64(x.k)/float64(x.n) {
			t.Errorf("%d of %d: %v", x.k, x.n, p)
		}
		if math.Abs(in.Low-x.low) > 5e-5 || math.Abs(in.High-x.high) > 5e-5 {
			t.Errorf("%d of %d: %.4f to %.4f, want %v to %v", x.k, x.n, in.Low, in.High, x.low, x.high)
		}
	}
	if p, in := Share(0, 0); in != nil || p.Why() == "" {
		t.Errorf("of none: %v, %v", p, in)
	}
}
