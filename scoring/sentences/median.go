package sentences

import (
	"slices"
	"sync/atomic"

	"faithscope/scoring"
)

// aggregate adds to the sums the median SNR, which is a function of none: an
// SNR has no bound, and one sample whose other sentences hardly vary moves the
// mean of thousands.
type aggregate struct {
	*scoring.Additive
	settings scoring.Settings
	snr      []float64 // of the samples that have one, in any order
	// place is that of the median among the scores, nil before anybody asked:
	// a test asks for the values of thousands of sums, and adds nothing between.
	place atomic.Pointer[int]
}

// medianSNR is the metric of the median.
var medianSNR = scoring.Metric{Name: "snr_median", Better: scoring.Higher, Source: "this program: the median in place of QUACKIE's mean", Formula: "median, over the samples, of (score of the gold sentence - mean of the others)² / variance of the others"}

// Add adds one sample.
func (a *aggregate) Add(e scoring.Evidence) {
	a.Additive.Add(e)
	a.place.Store(nil)
	x := e.(*evidence)
	if x.Absent != "" {
		return
	}
	scores := x.scores(&a.settings)
	gold, _ := chosen(scores, x.Golds, kth(scores, topK(&a.settings)))
	if v, ok := SNR(scores, gold).Float(); ok {
		a.snr = append(a.snr, v)
	}
}

// Merge adds another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.Additive.Merge(o.Additive)
	a.place.Store(nil)
	a.snr = append(a.snr, o.snr...)
}

// Scores returns those of the sums, with the median behind the mean SNR.
func (a *aggregate) Scores() []scoring.Score {
	scores := a.Additive.Scores()
	at := behindMean(scores)
	if at < 0 {
		return scores
	}
	return slices.Insert(scores, at, scoring.Score{
		Protocol: protocol, Metric: medianSNR.Name, Of: "overall", Value: median(a.snr), Count: len(a.snr), Settings: a.settings,
	})
}

// Values returns the values of Scores; the median is undefined, as sums do not
// tell it.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	values := a.Additive.Values(sums)
	at := a.place.Load()
	if at == nil {
		behind := behindMean(a.Additive.Scores())
		at = &behind
		a.place.Store(at)
	}
	if *at >= 0 {
		values = slices.Insert(values, *at, scoring.Undefined("sums over examples do not tell a median"))
	}
	return values
}

// behindMean is the place behind the mean SNR, -1 for none.
func behindMean(scores []scoring.Score) int {
	for i := range scores {
		if scores[i].Metric == "snr" {
			return i + 1
		}
	}
	return -1
}

// median is the middle of numbers, or the mean of the two in the middle.
func median(x []float64) scoring.Value {
	if len(x) == 0 {
		return scoring.Undefined(whyNoSNR)
	}
	sorted := slices.Sorted(slices.Values(x))
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return scoring.Defined(sorted[half])
	}
	return scoring.Defined(sorted[half-1]/2 + sorted[half]/2)
}
