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

func expAll(logNumbers []float64) []float64 {
	return loaders.Map(logNumbers, math.Exp)
}

func logAll(numbers []float64) []float64 {
	return loaders.Fill(len(numbers), func(i int) float64 { return safeLog(min(numbers[i], 1)) })
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

// By products or, if isHard, minima; at least the floor's log. Without objects Exists is the floor,
// and the others are true.
func (q Quantifier) aggregateSet(logTruths []float64, isHard bool) float64 {
	if q == ForAll {
		sum := 0.
		for _, l := range logTruths {
			if isHard {
				sum = min(sum, l)
			} else {
				sum += l
			}
		}
		return max(sum, logFloor)
	}
	none := 1.
	for _, l := range logTruths {
		out := max(1-math.Exp(l), floor)
		if isHard {
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

func anyHolds(logTruths ...float64) float64 { return Exists.aggregateSet(logTruths, softly) }

// r(i,j) is at i*n+j for subject i, 1-r(i,j) if negated.
type relationLikelihoods struct {
	table     []float64
	ofSubject bool // not of its object
	negated   bool
}

// multiplyRelated multiplies each object of logTruths, in place, by the truth that one of the other
// objects is in otherLogTruths and related to it. Both sets are logarithms; scratchSpace holds at least
// twice as many numbers.
func (r *relationLikelihoods) multiplyRelated(logTruths, otherLogTruths, scratchSpace []float64) {
	n := len(logTruths)
	weight, product := scratchSpace[:n], scratchSpace[n:2*n]
	for j, l := range otherLogTruths {
		weight[j], product[j] = math.Exp(l), 1
	}
	flip := 0.
	if r.negated {
		flip = 1
	}
	for row := range n {
		line := r.table[row*n : (row+1)*n]
		if r.ofSubject {
			product[row] = rowProduct(line, weight, row, flip)
		} else {
			multiplyRow(product, line, weight[row], row, flip)
		}
	}
	for i, p := range product {
		logTruths[i] += safeLog(1 - p)
	}
}

func rowProduct(likelihoodRow, objectWeights []float64, excludedIndex int, negationFlip float64) float64 {
	p := 1.
	objectWeights = objectWeights[:len(likelihoodRow)]
	for j, r := range likelihoodRow {
		if j != excludedIndex {
			p *= max(1-float64(max(math.Abs(negationFlip-r), floor)*objectWeights[j]), floor)
		}
	}
	return p
}

func multiplyRow(productRow, likelihoodRow []float64, rowWeight float64, excludedIndex int, negationFlip float64) {
	productRow = productRow[:len(likelihoodRow)]
	for j, r := range likelihoodRow {
		if j != excludedIndex {
			productRow[j] *= max(1-float64(max(math.Abs(negationFlip-r), floor)*rowWeight), floor)
		}
	}
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
