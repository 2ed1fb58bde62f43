package stats

import (
	"math"
	"math/big"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// binomialTail returns 2·P(X ≤ few) of n halves, in whole numbers.
func binomialTail(few, n int64) float64 {
	sum := new(big.Int)
	for k := int64(0); k <= few; k++ {
		sum.Add(sum, new(big.Int).Binomial(n, k))
	}
	p, _ := new(big.Rat).SetFrac(sum.Lsh(sum, 1), new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
	return min(1, p)
}

func TestMcNemarIsTheBinomialTail(t *testing.T) {
	for one := range 12 {
		for _, other := range []int{0, 1, 5, 30, 400} {
			got, ok := McNemar(one, other).Float()
			if one+other == 0 {
				if ok {
					t.Error("runs that never differ have a p")
				}
				continue
			}
			want := binomialTail(int64(min(one, other)), int64(one+other))
			check.Near(t, "against", got, want, 1e-12*want, one, other)
			check.Equal(t, "the other way round", McNemar(other, one), scoring.Defined(got), one, "against", other)
		}
	}
}

// The values are those of R's p.adjust.
func TestCorrections(t *testing.T) {
	p := []scoring.Value{scoring.Defined(.01), scoring.Undefined("none"), scoring.Defined(.04), scoring.Defined(.03), scoring.Defined(.005)}
	for name, c := range map[string]struct {
		got  []scoring.Value
		want []float64
	}{
		"Holm": {Holm(p), []float64{.03, -1, .06, .06, .02}},
		"BH":   {BenjaminiHochberg(p), []float64{.02, -1, .04, .04, .02}},
		"four": {BenjaminiHochberg(append(p[:4:4], scoring.Defined(.5))), []float64{.04, -1, .16 / 3, .16 / 3, .5}},
		"none": {BenjaminiHochberg(nil), nil},
	} {
		if len(c.got) != len(c.want) {
			t.Fatal(name, c.got)
		}
		for i, want := range c.want {
			x, ok := c.got[i].Float()
			if ok != (want >= 0) || ok && math.Abs(x-want) > 1e-15 {
				t.Errorf("%s: value %d is %v, want %v", name, i, x, want)
			}
		}
	}
	check.Equal(t, "a corrected p", Holm([]scoring.Value{scoring.Defined(.9), scoring.Defined(.8)})[0], scoring.Defined(1))
}
