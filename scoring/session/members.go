package session

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Members returns the runs of a family; none for a single run.
func (s *ScoredRun) Members() Runs { return s.members }

// scoreKey identifies a score of a run.
type scoreKey struct{ protocol, metric, of string }

func keyOf(s *scoring.Score) scoreKey { return scoreKey{s.Protocol, s.Metric, s.Of} }

// meanOver returns the means of a family's scores, given as a list per run. testedScores replace means,
// because a mean of p-values has no meaning.
func (r Runs) meanOver(scoresPerRun [][]scoring.Score, testedScores []scoring.Score) (means []scoring.Score) {
	byKey := loaders.Map(scoresPerRun, func(list []scoring.Score) map[scoreKey]*scoring.Score {
		own := make(map[scoreKey]*scoring.Score, len(list))
		for i := range list {
			own[keyOf(&list[i])] = &list[i]
		}
		return own
	})
	done := map[scoreKey]bool{}
	for _, list := range scoresPerRun {
		for _, score := range list {
			k := keyOf(&score)
			if done[k] {
				continue
			}
			done[k] = true
			at := slices.IndexFunc(testedScores, func(t scoring.Score) bool { return keyOf(&t) == k })
			switch {
			case at >= 0:
				score = testedScores[at]
			case MetricIn(score.Protocol, score.Metric).Chance:
				score.Value = scoring.Undefined("a mean over runs has no p")
			default:
				r.putMean(&score, loaders.Map(byKey, func(scores map[scoreKey]*scoring.Score) *scoring.Score { return scores[k] }))
			}
			means = append(means, score)
		}
	}
	return means
}

// putMean is undefined if a run lacks the score, because a mean over fewer runs can't be compared.
// Otherwise it is the mean ± one sample standard deviation.
func (r Runs) putMean(meanScore *scoring.Score, scoresPerRun []*scoring.Score) {
	var xs []float64
	meanScore.Count, meanScore.Vacuous = 0, ""
	for i, one := range scoresPerRun {
		name := r[i].Run.Name
		if one == nil {
			meanScore.Value = scoring.Undefined(name + " has no such score")
			return
		}
		x, ok := one.Value.Float()
		if !ok {
			meanScore.Value = scoring.Undefined(name + ": " + one.Value.Why())
			return
		}
		xs = append(xs, x)
		meanScore.Count += one.Count
		if one.Vacuous != "" {
			meanScore.Vacuous = name + " " + one.Vacuous
		}
	}
	mean, squares := loaders.Sum(xs)/float64(len(xs)), 0.0
	for _, x := range xs {
		squares += float64((x - mean) * (x - mean))
	}
	deviation := math.Sqrt(squares / float64(len(xs)-1))
	meanScore.Value = scoring.Defined(mean)
	meanScore.Interval = &scoring.Interval{Low: mean - deviation, High: mean + deviation, Runs: len(xs)}
}
