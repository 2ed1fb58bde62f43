package dfol

import (
	"faithscope/loaders"
	"math"
)

const floor = 1e-20

var logFloor, logHalf = math.Log(floor), math.Log(.5)

func safeLog(p float64) float64 {
	if p <= floor {
		return logFloor
	}
	return math.Log(p)
}

func expAll(list []float64) []float64 {
	return loaders.Map(list, math.Exp)
}

func logAll(list []float64) []float64 {
	return loaders.Fill(len(list), func(i int) float64 { return safeLog(min(list[i], 1)) })
}

func logNot(l float64) float64 { return safeLog(1 - math.Exp(l)) }

// Quantifier turns a set into a truth.
type Quantifier uint8

// The quantifiers of eq. 5 and 6.
const (
	Exists Quantifier = iota
	ForAll
	NotExists
)

const softly = false

// By products or, if hard, minima; at least the floor's log. Without objects Exists is the floor,
// and the others are true.
func (q Quantifier) aggregateSet(set []float64, hard bool) float64 {
	if q == ForAll {
		sum := 0.
		for _, l := range set {
			if hard {
				sum = min(sum, l)
			} else {
				sum += l
			}
		}
		return max(sum, logFloor)
	}
	none := 1.
	for _, l := range set {
		out := max(1-math.Exp(l), floor)
		if hard {
			none = min(none, out)
		} else {
			none *= out
		}
	}
	if q == NotExists {
		return safeLog(none)
	}
	return safeLog(1 - none)
}

func anyHolds(truths ...float64) float64 { return Exists.aggregateSet(truths, softly) }

// r(i,j) is at i*n+j for subject i, 1-r(i,j) if negated.
type relation struct {
	table     []float64
	ofSubject bool // not of its object
	negated   bool
}

// multiplyRelated multiplies each object of set, in place, by the truth that q of the other objects
// are in other and related to it. set and other are logarithms; scratch holds at least twice as
// many numbers.
func (q Quantifier) multiplyRelated(set, other []float64, r relation, scratch []float64) {
	n := len(set)
	weight, product := scratch[:n], scratch[n:2*n]
	for j, l := range other {
		weight[j], product[j] = math.Exp(l), 1
	}
	flip := 0.
	if r.negated {
		flip = 1
	}
	for row := range n {
		line := r.table[row*n : (row+1)*n]
		if r.ofSubject {
			product[row] = q.rowProduct(line, weight, row, flip)
		} else {
			q.multiplyRow(product, line, weight[row], row, flip)
		}
	}
	for i, p := range product {
		if q == Exists {
			p = 1 - p
		}
		set[i] += safeLog(p)
	}
}

func (q Quantifier) rowProduct(line, weight []float64, self int, flip float64) float64 {
	p := 1.
	weight = weight[:len(line)]
	for j, r := range line {
		if j != self {
			p *= q.factor(float64(max(math.Abs(flip-r), floor) * weight[j]))
		}
	}
	return p
}

func (q Quantifier) multiplyRow(product, line []float64, weight float64, self int, flip float64) {
	product = product[:len(line)]
	for j, r := range line {
		if j != self {
			product[j] *= q.factor(float64(max(math.Abs(flip-r), floor) * weight))
		}
	}
}

func (q Quantifier) factor(p float64) float64 {
	if q == ForAll {
		return p
	}
	return max(1-p, floor)
}

// Calibration is C(α) = cαᵃ / (cαᵃ + d(1-c)(1-α)ᵇ), eq. 16. A and B sharpen, C is the prior, D the
// odds of a mistake.
type Calibration struct{ A, B, C, D float64 }

// Valid reports whether the parameters fit eq. 16.
func (c Calibration) Valid() bool { return c.A >= 0 && c.B >= 0 && c.C >= 0 && c.C <= 1 && c.D >= 0 }

// Of returns C(α); 0 and 1 stay if the quotient has no value.
func (c Calibration) Of(p float64) float64 { return math.Exp(c.log(safeLog(p))) }

func (c Calibration) log(l float64) float64 {
	yes := c.A*l + safeLog(c.C)
	no := c.B*logNot(l) + safeLog(1-c.C) + safeLog(c.D)
	// log(e^yes / (e^yes + e^no)), without a difference of large numbers.
	d := no - yes
	if d < 0 {
		return -math.Log1p(math.Exp(d))
	}
	return -d - math.Log1p(math.Exp(-d))
}
