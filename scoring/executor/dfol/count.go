package dfol

import (
	"math"

	"faithscope/loaders"
)

// Poisson's binomial distribution of the size of a set in logarithms.
func countDistribution(logTruths []float64) []float64 {
	p := make([]float64, 1, len(logTruths)+1)
	p[0] = 1
	for _, l := range logTruths {
		in := math.Exp(l)
		p = append(p, 0)
		for k := len(p) - 1; k > 0; k-- {
			p[k] = float64(p[k]*(1-in)) + float64(p[k-1]*in)
		}
		p[0] *= 1 - in
	}
	return p
}

func normalOutput(p []float64) *loaders.Number {
	out := &loaders.Number{}
	for k, x := range p {
		out.Mean += float64(x * float64(k))
	}
	for k, x := range p {
		out.Var += float64(x * (float64(k) - out.Mean) * (float64(k) - out.Mean))
	}
	return out
}
