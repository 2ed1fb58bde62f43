package session

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Members returns the runs of a family; none if s is a single run.
func (s *Scored) Members() []*Scored { return s.members }

// scoreKey identifies a score of a run.
type scoreKey struct{ protocol, metric, of string }

func keyOf(s *scoring.Score) scoreKey { return scoreKey{s.Protocol, s.Metric, s.Of} }

// meanOver returns the means of the scores of a family's runs, given as one list a run. Scores with
// the same key (keyOf) in several lists are one, which is listed where it first occurs. One that is
// among tests is replaced by the one there; another of a metric of p (its Chance is set) is
// undefined, since a mean has no p; the rest are the means of putMean.
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
				m.putMean(&score, loaders.Map(byKey, func(own map[scoreKey]*scoring.Score) *scoring.Score { return own[k] }))
			}
			means = append(means, score)
		}
	}
	return means
}

// putMean replaces the value of a score by the mean of those in of, one for each run, nil if the
// run lacks it. The first run that lacks it or has it undefined makes it undefined, with the run's
// name in the reason. Otherwise it adds up their counts, sets the interval to one sample standard
// deviation on either side of the mean, and names the last run whose score is vacuous.
func (m members) putMean(score *scoring.Score, of []*scoring.Score) {
	var xs []float64
	score.Count, score.Vacuous = 0, ""
	for i, one := range of {
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
