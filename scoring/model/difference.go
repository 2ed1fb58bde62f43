package model

import "math"

// Tolerances: what single precision leaves in batches of other sizes, and what makes explanations
// of their difference meaningless.
const (
	sameWithin = 2e-6
	noise      = 1e-3
)

func largestDifference(a, b Answers) (most float64) {
	if !sameForm(Vectors{a}, Vectors{b}) {
		return math.Inf(1)
	}
	for i := range a {
		for k := range a[i] {
			most = max(most, math.Abs(a[i][k]-b[i][k]))
		}
	}
	return most
}
