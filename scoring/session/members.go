package session

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Members returns the runs of a family; none for a single run.
func (s *Scored) Members() []*Scored { return s.members }

// scoreKey identifies a score of a run.
type scoreKey struct{ protocol, metric, of string }

func keyOf(s *scoring.Score) scoreKey { return scoreKey{s.Protocol, s.Metric, s.Of} }

// meanOver returns the means of a family's scores, given as a list per run. tests replace means,
// because a mean of p-values has no meaning.
func (m members) meanOver(lists [][]scoring.Score, tests []scoring.Score) (means []scoring.Score) {
	byKey := loaders.Map(lists, func(list []scoring.Score) map[scoreKey]*scoring.Score {
		own := make(map[scoreKey]*scoring.Score, len(list))
		for i := range list {
			own[keyOf(&list[i])] = &list[i]
		}
		return own
	})
	done := map[scoreKey]bool{}
	for _, list := range lists {
		for _, score := range list {
			k := keyOf(&score)
			if done[k] {
				continue
			}
			done[k] = true
			at := slices.IndexFunc(tests, func(t scoring.Score) bool { return keyOf(&t) == k })
			switch {
			case at >= 0:
				score = tests[at]
			case MetricIn(score.Protocol, score.Metric).Chance:
				score.Value = scoring.Undefined("a mean over runs has no p")
			default:
				m.putMean(&score, loaders.Map(byKey, func(scores map[scoreKey]*scoring.Score) *scoring.Score { return scores[k] }))
			}
			means = append(means, score)
		}
	}
	return means
}

// putMean makes a score the mean of its runs' scores ± one sample standard deviation; undefined
// if a run lacks it.
func (m members) putMean(score *scoring.Score, scores []*scoring.Score) {
	var xs []float64
	score.Count, score.Vacuous = 0, ""
	for i, one := range scores {
		name := m[i].Run.Name
		if one == nil {
			score.Value = scoring.Undefined(name + " has no such number")
			return
		}
		x, ok := one.Value.Float()
		if !ok {
			score.Value = scoring.Undefined(name + ": " + one.Value.Why())
			return
		}
		xs = append(xs, x)
		score.Count += one.Count
		if one.Vacuous != "" {
			score.Vacuous = name + " " + one.Vacuous
		}
	}
	mean, squares := loaders.Sum(xs)/float64(len(xs)), 0.0
	for _, x := range xs {
		squares += float64((x - mean) * (x - mean))
	}
	deviation := math.Sqrt(squares / float64(len(xs)-1))
	score.Value = scoring.Defined(mean)
	score.Interval = &scoring.Interval{Low: mean - deviation, High: mean + deviation, Runs: len(xs)}
}
