package spans

import (
	"math"

	"faithscope/loaders"
)

// Floor is the least mass of a span: the authors take the logarithm of at
// least this much.
const Floor = 1e-20

// Mass is the probability that attention puts on a span: the sum over its
// tokens, before the floor. Tokens that attention does not have count
// nothing, so a span past its end is cut there.
func Mass(attention []float64, span loaders.Span) float64 {
	start := min(max(span.Start, 0), len(attention))
	end := min(max(span.End, start), len(attention))
	sum := 0.0
	for _, p := range attention[start:end] {
		sum += p
	}
	return sum
}

// Loss is −Σ ln max(mass, Floor) over the gold spans; 0 without any. Spans
// that overlap are each counted in full.
func Loss(attention []float64, gold []loaders.Span) float64 {
	loss := 0.0
	for _, span := range gold {
		loss -= math.Log(max(Mass(attention, span), Floor))
	}
	return loss
}

// Merge returns the elementwise maximum of a and b, and whether they are of
// one length, without which there is none.
func Merge(a, b []float64) (merged []float64, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	merged = make([]float64, len(a))
	for i := range a {
		merged[i] = max(a[i], b[i])
	}
	return merged, true
}

// mean is the geometric mean of the masses of spans that lost loss together.
// Rounding can bring it over 1, which no probability is.
func mean(loss float64, spans int) float64 {
	return min(1, math.Exp(-loss/float64(spans)))
}
