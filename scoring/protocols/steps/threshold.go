package steps

import (
	"math"
	"slices"
	"sort"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ScoreSweep holds under which step scores a judge of chains is right.
type ScoreSweep struct {
	Metric string // f1, or exact if no chain or every chain has a wrong step
	Count  int    // judged chains

	options   []float64    // the judge's scores, ascending
	low, high [2][]float64 // the judge is right above low, up to high: with a wrong step, without
	chains    [2]int
}

// NewScoreSweep returns nil if no step has a score.
func NewScoreSweep(chains []scoring.Evidence) *ScoreSweep {
	w := &ScoreSweep{}
	for _, chain := range chains {
		e, isChain := chain.(*evidence)
		if !isChain || !e.IsJudged {
			continue
		}
		part := loaders.IfElse(e.goldFirst() == none, 1, 0)
		w.chains[part]++
		for i := range e.Steps {
			if e.Steps[i].IsScored {
				w.options = append(w.options, e.Steps[i].Score)
			}
		}
		if low, high := e.hitRange(); low < high {
			w.low[part], w.high[part] = append(w.low[part], low), append(w.high[part], high)
		}
	}
	if w.options == nil {
		return nil
	}
	slices.Sort(w.options)
	for part := range w.low {
		slices.Sort(w.low[part])
		slices.Sort(w.high[part])
	}
	w.Metric, w.Count = loaders.IfElse(w.chains[0]*w.chains[1] > 0, "f1", "exact"), w.chains[0]+w.chains[1]
	return w
}

// At returns the metric if steps scored below x are called wrong.
func (w *ScoreSweep) At(x float64) float64 {
	var hits [2]float64
	for part := range hits {
		hits[part] = float64(sort.SearchFloat64s(w.low[part], x) - sort.SearchFloat64s(w.high[part], x))
	}
	if w.Metric == "f1" {
		return scoring.F1(hits[0]/float64(w.chains[0]), hits[1]/float64(w.chains[1]))
	}
	return (hits[0] + hits[1]) / float64(w.Count)
}

// Best returns the step score in 0..1 with the highest metric: one of the judge's scores or just above
// them all, or the nearest end; the lowest of equals.
func (w *ScoreSweep) Best() (score float64, reached scoring.MetricValue) {
	options := append(slices.Clip(w.options), math.Nextafter(slices.Max(w.options), math.Inf(1)))
	best := -1.0
	for _, x := range options {
		x = min(max(x, 0), 1) // what can be set
		if value := w.At(x); value > best {
			score, best = x, value
		}
	}
	return score, scoring.MetricValue{Metric: w.Metric, Value: scoring.Defined(best)}
}

// hitRange returns between which step scores, above low up to high, the judge is right: none if low
// isn't below high.
func (e *evidence) hitRange() (low, high float64) {
	never, always := math.Inf(1), math.Inf(-1)
	low, high = never, never // a judge that says nothing is never right
	gold := e.goldFirst()
	for i := range e.Steps {
		x := never // called wrong
		switch s := &e.Steps[i]; {
		case s.Judged == loaders.Wrong:
			x = always
		case s.Judged != loaders.Unknown:
		case s.IsScored:
			x = s.Score
		default:
			continue
		}
		switch {
		case i == gold:
			return x, high
		case gold == none:
			low = always
		}
		high = min(high, x)
	}
	return low, high
}
