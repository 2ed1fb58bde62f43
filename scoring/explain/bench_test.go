package explain

import (
	"math"
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
)

// free returns a game of n parts whose values cost nothing: what is measured is our own part.
func free(n int) *coalitionGame {
	return &coalitionGame{n: n, ask: func(list []Coalition) ([][]float64, error) {
		return loaders.Map(list, func(c Coalition) []float64 { return []float64{math.Sqrt(float64(c.countParts()))} }), nil
	}}
}

func BenchmarkLIME(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{8, 22, 110} {
		b.Run(loaders.Count(n, "part"), func(b *testing.B) {
			for b.Loop() {
				if _, err := fitLIME(free(n), 5000, chooseHeaviest, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkKernelSHAP(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{8, 11, 22} {
		b.Run(loaders.Count(n, "part"), func(b *testing.B) {
			for b.Loop() {
				if _, err := kernelSHAP(free(n), 0, chosen, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
