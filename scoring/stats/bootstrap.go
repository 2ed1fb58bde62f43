package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"faithscope/scoring"
)

const level = 0.95

// Bootstrap says how intervals are drawn.
type Bootstrap struct {
	Trials int
	Seed   uint64
}

// Sums returns the intervals of scores that are functions of the sums of examples' rows: an entry
// per score, nil if there are fewer than two examples, or the score is undefined or the same in
// every trial. valuesOf is like [PermutationTest.Sums]'s.
func (b Bootstrap) Sums(termRows TermRows, valuesOf func(sums []float64) []scoring.Value) []*scoring.Interval {
	return b.Draws(termRows.Len(), func(drawn []int) []scoring.Value {
		sums := make([]float64, termRows.Width)
		for _, i := range drawn {
			addRow(sums, termRows.Row(i))
		}
		return valuesOf(sums)
	})
}

// Draws returns the intervals of any scores of n examples. scoresOf gets n examples drawn with
// replacement, concurrently; it must return the same scores each time, in a new list, and must not
// keep drawn.
func (b Bootstrap) Draws(n int, scoresOf func(drawn []int) []scoring.Value) []*scoring.Interval {
	if n < 2 || b.Trials < 1 {
		return make([]*scoring.Interval, len(scoresOf(make([]int, n))))
	}
	trials := make([][]scoring.Value, b.Trials)
	workers := runtime.GOMAXPROCS(0)
	shareWork(workers, func(first int) {
		drawn := make([]int, n)
		for trial := first; trial < b.Trials; trial += workers {
			random := rand.New(rand.NewPCG(b.Seed, uint64(trial)))
			for i := range drawn {
				drawn[i] = random.IntN(n)
			}
			trials[trial] = scoresOf(drawn)
		}
	})
	intervals := make([]*scoring.Interval, len(trials[0]))
	for k := range intervals {
		var found []float64
		for _, values := range trials {
			if x, ok := values[k].Float(); ok {
				found = append(found, x)
			}
		}
		intervals[k] = middleInterval(found)
	}
	return intervals
}

// middleInterval returns nil if the middle 95 % are within rounding, because equal sums differ by the
// order of their terms. It sorts drawnValues in place.
func middleInterval(drawnValues []float64) *scoring.Interval {
	if len(drawnValues) == 0 {
		return nil
	}
	slices.Sort(drawnValues)
	low, high := quantile(drawnValues, (1-level)/2), quantile(drawnValues, (1+level)/2)
	if high-low < tie {
		return nil
	}
	return &scoring.Interval{Low: low, High: high, Level: level, Trials: len(drawnValues)}
}

// quantile interpolates linearly like numpy's default, 0 ≤ q ≤ 1. The two nearest are weighted
// separately if their difference overflows a float64, because 0 times infinity is NaN.
func quantile(sortedValues []float64, q float64) float64 {
	at := q * float64(len(sortedValues)-1)
	i := min(int(at), len(sortedValues)-1)
	j := min(i+1, len(sortedValues)-1)
	low, high, share := sortedValues[i], sortedValues[j], at-float64(i)
	if math.IsInf(high-low, 0) {
		return float64(low*(1-share)) + float64(high*share)
	}
	return low + float64(share*(high-low))
}
