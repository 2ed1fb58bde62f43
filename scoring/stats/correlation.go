package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/scoring"
)

const rounding = 1e-12

// Pearson returns r of two lists of equal length, exactly ±1 within rounding, undefined if they are
// empty, one is constant or a number isn't finite.
func Pearson(x, y []float64) scoring.Value {
	if len(x) == 0 {
		return scoring.Undefined("no tokens")
	}
	if isConstant(x) || isConstant(y) {
		return scoring.Undefined("all values on one side are equal")
	}
	x, y = scaledDeviations(x), scaledDeviations(y)
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

// A power of two scales the deviations so that squares neither overflow nor vanish.
func scaledDeviations(x []float64) []float64 {
	_, exponent := math.Frexp(floats.Norm(x, math.Inf(1)))
	unit, rest := math.Ldexp(1, -exponent/2), math.Ldexp(1, exponent/2-exponent) // in two, because 2 to the 1073rd is infinite
	out := make([]float64, len(x))
	for i, v := range x { // less the first, so that nearly equal numbers lose nothing
		out[i] = v*unit*rest - x[0]*unit*rest
	}
	floats.AddConst(-loaders.Sum(out)/float64(len(out)), out)
	return out
}

func isConstant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// Spearman is Pearson's r of ranks, ties having the mean of their ranks.
func Spearman(x, y []float64) scoring.Value { return Pearson(ranksOf(x), ranksOf(y)) }

// mostOrdered is R's bound of exact tests of ρ.
const mostOrdered = 9

// OfSpearman returns the two-sided p of Spearman's ρ: the share of all orders of y with at least its
// |ρ| for up to nine pairs, [OfCorrelation] for more.
func OfSpearman(x, y []float64) scoring.Value {
	rho, n := Spearman(x, y), len(x)
	if !rho.IsDefined() || n < 3 || n > mostOrdered {
		return OfCorrelation(rho, n)
	}
	x, y = ranksOf(x), ranksOf(y)
	floats.AddConst(-float64(n+1)/2, x) // of halves, so that sums are exact
	observed, extreme, orders := math.Abs(floats.Dot(x, y)), 0.0, 0.0
	eachOrder(y, func() {
		if orders++; math.Abs(floats.Dot(x, y)) >= observed {
			extreme++
		}
	})
	return scoring.Defined(extreme / orders)
}

func eachOrder(open []float64, visit func()) {
	if len(open) == 0 {
		visit()
	}
	for i := range open {
		open[0], open[i] = open[i], open[0]
		eachOrder(open[1:], visit)
		open[0], open[i] = open[i], open[0]
	}
}

func ranksOf(x []float64) []float64 {
	type number struct { // beside its place, which speeds up sorting
		value float64
		place int
	}
	order := make([]number, len(x))
	for i, v := range x {
		order[i] = number{v, i}
	}
	slices.SortFunc(order, func(a, b number) int {
		if a.value < b.value {
			return -1
		}
		return cmp.Compare(a.value, b.value)
	})
	out := make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && order[to].value == order[from].value {
			to++
		}
		for _, n := range order[from:to] {
			out[n.place] = float64(from+to+1) / 2
		}
		from = to
	}
	return out
}

// AUC returns the share of pairs of a marked number and another in which the marked one is greater,
// ties counting half: Mann-Whitney's statistic over the pairs, at least one.
func AUC(numbers []float64, isMarked []bool) float64 {
	sum, marks := 0.0, 0 // of whole and half ranks, so exact
	for i, rank := range ranksOf(numbers) {
		if isMarked[i] {
			sum, marks = sum+rank, marks+1
		}
	}
	return (2*sum - float64(marks*(marks+1))) / float64(2*marks*(len(isMarked)-marks))
}
