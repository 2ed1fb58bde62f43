package scoring

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A row has the digits of exact sums, whatever is whole and however it was cut
// into parts.
func TestRowIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var want Sum
		parts := []Row{make(Row, 1), make(Row, 1), make(Row, 1)}
		for range 50 {
			x := []float64{1, -3, 1 << 31, 1<<32 + 1, 0.1, 1e300, -1e300, 1e-300, 1 << 53}[r.IntN(9)]
			want.Add(x)
			parts[r.IntN(3)].Add([]float64{x})
		}
		parts[0].Merge(parts[1])
		parts[2].Merge(parts[0])
		if got := parts[2].Floats()[0]; got != want.Float() {
			t.Fatalf("%v, want %v", got, want.Float())
		}
	}
	full := Row{{whole: 1 << 52}}
	full.Merge(Row{{whole: 1 << 52}})
	full.Add([]float64{1})
	full.Merge(Row{{whole: 1<<52 - 1}})
	if got := full.Floats()[0]; got != 3*(1<<52) {
		t.Errorf("%v, want %v", got, 3*(1<<52))
	}
	nan := make(Row, 1)
	nan.Add([]float64{math.NaN()})
	if !math.IsNaN(nan.Floats()[0]) {
		t.Errorf("%v, want NaN", nan.Floats()[0])
	}
}
