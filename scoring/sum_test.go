package scoring_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// plainSum returns the twin of Sum: rational numbers, rounded once.
func plainSum(list []float64) float64 {
	sum := new(big.Rat)
	for _, x := range list {
		sum.Add(sum, new(big.Rat).SetFloat64(x))
	}
	x, _ := sum.Float64()
	return x
}

func TestSumIsExact(t *testing.T) {
	for _, c := range []struct {
		why  string
		list []float64
		want float64
	}{
		{"nothing", nil, 0},
		{"zeros of both signs", []float64{math.Copysign(0, -1), 0}, 0},
		{"small numbers that a large one hides", []float64{1, 1e100, 1, -1e100}, 2},
		{"tenths", []float64{.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}, 1},
		{"a tie, rounded to even", []float64{1 << 53, 1}, 1 << 53},
		{"just above a tie", []float64{1 << 53, 1, 0x1p-1074}, 1<<53 + 2},
		{"the smallest numbers", []float64{0x1p-1074, 0x1p-1074, 0x1p-1022}, 0x1p-1022 + 0x1p-1073},
		{"the largest, beyond and back", []float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64}, math.MaxFloat64},
		{"too large", []float64{math.MaxFloat64, math.MaxFloat64}, math.Inf(1)},
		{"too small", []float64{-math.MaxFloat64, -math.MaxFloat64}, math.Inf(-1)},
		{"below zero", []float64{-3, 1, -1}, -3},
		{"an infinity", []float64{1, math.Inf(-1)}, math.Inf(-1)},
	} {
		var s scoring.Sum
		for _, x := range c.list {
			s.Add(x)
		}
		check.Equal(t, c.why, s.Float(), c.want)
	}
	var s scoring.Sum
	s.Add(math.Inf(1))
	s.Add(math.Inf(-1))
	if got := s.Float(); got == got {
		t.Errorf("of both infinities: %v, want no number", got)
	}
}

func TestSumDoesNotDependOnItsParts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		list := make([]float64, 1+r.IntN(50))
		for i := range list {
			list[i] = math.Ldexp(r.Float64()-0.5, r.IntN(2000)-1000)
			if r.IntN(2) == 0 {
				list[i] = r.Float64()
			}
		}
		want := plainSum(list)
		parts := make([]scoring.Sum, 1+r.IntN(6))
		for _, i := range r.Perm(len(list)) {
			parts[r.IntN(len(parts))].Add(list[i])
		}
		var whole scoring.Sum
		for _, k := range r.Perm(len(parts)) {
			before := parts[k]
			whole.Merge(&parts[k])
			if parts[k] != before {
				t.Fatal("merging changed the part")
			}
		}
		if got := whole.Float(); got != want {
			t.Fatalf("%v, want %v of %v", got, want, list)
		}
		if again := whole.Float(); again != want {
			t.Fatalf("read again %v, want %v", again, want)
		}
	}
}

func FuzzSum(f *testing.F) {
	f.Add(uint64(0x3ff0000000000000), uint64(0xbff0000000000001), uint64(1))
	f.Fuzz(func(t *testing.T, a, b, c uint64) {
		list := []float64{math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c)}
		var s scoring.Sum
		for _, x := range list {
			if x-x != 0 {
				t.Skip()
			}
			s.Add(x)
		}
		check.Equal(t, "sum", s.Float(), plainSum(list))
	})
}

func BenchmarkSum(b *testing.B) {
	b.ReportAllocs()
	var s scoring.Sum
	for b.Loop() {
		for i := range 1000 {
			s.Add(float64(i) / 1000)
		}
	}
}
