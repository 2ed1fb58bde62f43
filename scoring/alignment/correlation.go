package alignment

import (
	"cmp"
	"math"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/stats"
)

const (
	// rounding is how near to 1 an |r| is 1.
	rounding = 1e-12
	// clip is the greatest |r| under scoring.Zero.
	clip = 1 - 1e-6
)

// Reasons for undefined scores.
const (
	whyNoPairs  = "no example in which both C and C_R are finite"
	whyConstant = "importance or oracle is the same for every token"
)

// Pearson is the correlation of two lists of one length, -1..1. It is
// undefined where one of them is constant or a number is not finite.
func Pearson(x, y []float64) scoring.Value {
	if len(x) == 0 {
		return scoring.Undefined("no tokens")
	}
	if constant(x) || constant(y) {
		return scoring.Undefined(whyConstant)
	}
	x, y = deviations(x), deviations(y)
	var xx, yy, xy float64
	for i, dx := range x {
		xx += float64(dx * dx)
		yy += float64(y[i] * y[i])
		xy += float64(dx * y[i])
	}
	r := xy / (math.Sqrt(xx) * math.Sqrt(yy))
	if 1-math.Abs(r) <= rounding {
		r = math.Copysign(1, r)
	}
	return scoring.Defined(r)
}

// deviations are numbers less their mean, in a unit near the greatest of them:
// their squares neither overflow nor vanish.
func deviations(x []float64) []float64 {
	greatest := 0.0
	for _, v := range x {
		greatest = max(greatest, math.Abs(v))
	}
	_, exponent := math.Frexp(greatest)
	out := make([]float64, len(x))
	for i, v := range x { // less the first, so that the mean of numbers that are nearly alike loses nothing
		out[i] = math.Ldexp(v, -exponent) - math.Ldexp(x[0], -exponent)
	}
	sum := 0.0
	for _, v := range out {
		sum += v
	}
	for i := range out {
		out[i] -= sum / float64(len(out))
	}
	return out
}

func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// C is arctanh r, with what is not finite treated as the policy says.
func C(r scoring.Value, policy scoring.Policy) scoring.Value {
	x, ok := r.Float()
	switch {
	case policy == scoring.Zero && !ok:
		return scoring.Defined(0)
	case policy == scoring.Zero:
		return scoring.Defined(math.Atanh(min(max(x, -clip), clip)))
	case !ok:
		return r
	case math.Abs(x) >= 1:
		return scoring.Undefined("r is 1 or -1, whose arctanh is infinite")
	}
	return scoring.Defined(math.Atanh(x))
}

// Contrast is the comparison of C with C_R.
type Contrast struct {
	Used, Dropped int           // pairs
	DeltaA        scoring.Value // tanh of the mean difference
	Test          stats.TTest   // its Mean is the mean difference
}

// Compare compares C with C_R, pair by pair, leaving out the pairs in which
// one is undefined. The lists have one length.
func Compare(c, random []scoring.Value) Contrast {
	var a, b []float64
	for i := range c {
		x, ok := c[i].Float()
		y, defined := random[i].Float()
		if ok && defined {
			a, b = append(a, x), append(b, y)
		}
	}
	contrast := Contrast{Used: len(a), Dropped: len(c) - len(a), DeltaA: scoring.Undefined(whyNoPairs), Test: stats.PairedT(a, b)}
	if x, ok := contrast.Test.Mean.Float(); ok {
		contrast.DeltaA = scoring.Defined(math.Tanh(x))
	}
	return contrast
}

// Spearman is the correlation of the ranks of two lists of one length, ties
// having the mean of their ranks.
func Spearman(x, y []float64) scoring.Value { return Pearson(Ranks(x), Ranks(y)) }

// Ranks are the places of numbers by their size, from 1 for the least, ties
// having the mean of theirs.
func Ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	out := make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return out
}
