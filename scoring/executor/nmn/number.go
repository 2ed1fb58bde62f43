package nmn

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

func countNumber(mean float64) loaders.Number {
	return loaders.Number{Mean: mean, Var: language.Variance}
}

// SpreadMethod reads a number's spread.
type SpreadMethod uint8

// The authors' code passes the variance to the normal distribution as its standard deviation; the
// paper has Normal(mean, variance).
const (
	Code SpreadMethod = iota
	Paper
)

// Spreads name the readings.
var Spreads = []string{"code", "paper"}

// String returns "code" or "paper".
func (s SpreadMethod) String() string { return Spreads[s] }

// Distribution returns the probability of each of 0..maxCount under a normal distribution, rounded;
// tails count as 0 and maxCount. All are NaN if the mean is NaN or the deviation is not positive.
func (s SpreadMethod) Distribution(n loaders.Number, maxCount int) []float64 {
	deviation := loaders.IfElse(s == Paper, math.Sqrt(n.Var), n.Var)
	if !(deviation > 0) || math.IsNaN(n.Mean) {
		return slices.Repeat([]float64{math.NaN()}, maxCount+1)
	}
	below := func(x float64) float64 { return math.Erfc((n.Mean-x)/(deviation*math.Sqrt2)) / 2 }
	p := make([]float64, maxCount+1)
	left := 0.
	for k := range p {
		right := 1.
		if k < maxCount {
			right = below(float64(k) + 0.5)
		}
		p[k], left = right-left, right
	}
	return p
}

func compareCounts(a, b []float64) (equal, less float64) {
	above := loaders.Sum(b)
	for k := range a {
		above -= b[k]
		equal += float64(a[k] * b[k])
		less += float64(a[k] * max(above, 0))
	}
	return equal, less
}

func compareAmounts(op language.ModuleOp, a, b []float64) float64 {
	equal, less := compareCounts(a, b)
	switch op {
	case language.Equal:
		return equal
	case language.Less:
		return less
	case language.LessEqual:
		return less + equal
	}
	_, greater := compareCounts(b, a)
	if op == language.Greater {
		return greater
	}
	return greater + equal
}
