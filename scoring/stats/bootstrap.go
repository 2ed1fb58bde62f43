package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"faithscope/scoring"
)

// level is that of the intervals.
const level = 0.95

// Bootstrap is how intervals are drawn.
type Bootstrap struct {
	Trials int
	Seed   uint64
}

// Sums returns the intervals of scores that are functions of the sums of
// examples' rows, an entry per score of values, nil where there is none: for
// fewer than two examples, and where the score is undefined in every trial.
// values is as for [Test.Sums].
func (b Bootstrap) Sums(rows Rows, values func(sums []float64) []scoring.Value) []*scoring.Interval {
	return b.Draws(rows.Len(), func() func([]int) []scoring.Value {
		sums := make([]float64, rows.Width)
		return func(drawn []int) []scoring.Value {
			clear(sums)
			for _, i := range drawn {
				add(sums, rows.Row(i))
			}
			return values(sums)
		}
	})
}

// Draws returns the intervals of any scores of n examples. scores returns a
// function for one goroutine's use, which is given n examples drawn with
// replacement and must not keep the list; it returns the same scores each
// time.
func (b Bootstrap) Draws(n int, scores func() func(drawn []int) []scoring.Value) []*scoring.Interval {
	if n < 2 {
		return make([]*scoring.Interval, len(scores()(identity(n))))
	}
	type scratch struct {
		score func([]int) []scoring.Value
		drawn []int
	}
	room, trials := make([]scratch, workers()), make([][]scoring.Value, b.Trials)
	share(b.Trials, func(worker, trial int) {
		s := &room[worker]
		if s.score == nil {
			*s = scratch{scores(), make([]int, n)}
		}
		random := rand.New(rand.NewPCG(b.Seed, uint64(trial)))
		for i := range s.drawn {
			s.drawn[i] = random.IntN(n)
		}
		trials[trial] = slices.Clone(s.score(s.drawn))
	})
	if b.Trials < 1 {
		return make([]*scoring.Interval, len(scores()(identity(n))))
	}
	intervals := make([]*scoring.Interval, len(trials[0]))
	for k := range intervals {
		var found []float64
		for _, values := range trials {
			if x, ok := values[k].Float(); ok {
				found = append(found, x)
			}
		}
		intervals[k] = middle(found)
	}
	return intervals
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// middle is the interval that holds the middle of numbers in any order, nil
// for none.
func middle(found []float64) *scoring.Interval {
	if len(found) == 0 {
		return nil
	}
	slices.Sort(found)
	return &scoring.Interval{
		Low: quantile(found, (1-level)/2), High: quantile(found, (1+level)/2), Level: level, Trials: len(found),
	}
}

// quantile is linear between the two nearest of the sorted numbers, as is
// numpy's by default; they may lie further apart than a float64 reaches.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	low, high, share := sorted[i], sorted[j], at-float64(i)
	if math.IsInf(high-low, 0) {
		return float64(low*(1-share)) + float64(high*share)
	}
	return low + float64(share*(high-low))
}
