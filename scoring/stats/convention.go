package stats

import (
	"math"

	"faithscope/scoring"
)

// tie is the distance up to which differences are equal except for rounding.
const tie = 1e-12

// ExtremenessConvention says which differences are as extreme as the observed one, and how p follows from
// their number n among N trials.
type ExtremenessConvention = scoring.EnumChoice[conventions]

type conventions struct{}

func (conventions) Enumerate() (what string, words []string) {
	return "a p-value convention", []string{"two-sided", "released", "paper"}
}

// The conventions.
const (
	// TwoSided counts differences of at least the observed size in either direction, p =
	// (1+n)/(1+N), so swapping the runs changes no p.
	TwoSided ExtremenessConvention = iota
	// Released is the authors' script: |difference| at least the observed difference with its sign,
	// p = (1+n)/(1+N). It equals TwoSided if A is better, and is 1 if A isn't.
	Released
	// Paper is appendix D to the letter: one-sided, A better by at least as much, p = n/N.
	Paper
)

func isExtreme(c ExtremenessConvention, difference, observedDifference float64) bool {
	switch c {
	case Paper:
		return difference >= observedDifference-tie
	case Released:
		return math.Abs(difference) >= observedDifference-tie
	}
	return math.Abs(difference) >= math.Abs(observedDifference)-tie
}

// chanceOf adds 1 to both counts unless exact trials include the observed way to swap or the
// convention is Paper.
func chanceOf(c ExtremenessConvention, extremeTrials, trialCount int, exact bool) scoring.Value {
	switch {
	case trialCount == 0:
		return scoring.Undefined("the difference is undefined in every trial")
	case exact || c == Paper:
		return scoring.Defined(float64(extremeTrials) / float64(trialCount))
	}
	return scoring.Defined(float64(1+extremeTrials) / float64(1+trialCount))
}
