package boxes

import (
	"slices"

	"faithscope/scoring"
)

func (e *evidence) causeOf(m *moduleBoxes, c PrecisionCounts, predictsBoxes bool, s *scoring.Settings) scoring.Cause {
	if c.RecallGood+c.RecallBad == 0 {
		return scoring.FromNothing
	}
	var unproposed, near int
	for _, o := range sliceOf(e.outcomes, m.images) {
		for _, front := range sliceOf(e.fronts, o.gold) {
			switch p := e.likeliestHit(front, s); {
			case p == nil:
				unproposed++
			case e.probabilities[p.at] <= s.Threshold && e.probabilities[p.at] > scoring.NearMiss*s.Threshold:
				near++
			}
		}
	}
	missed := c.RecallBad
	switch {
	case missed > 0 && 2*unproposed >= missed:
		return scoring.NoProposal
	case !predictsBoxes && 2*near >= missed-unproposed:
		return scoring.LowProbability
	case !predictsBoxes:
		return scoring.Empty
	case c.PrecisionBad == 0:
		return scoring.LowProbability
	case c.RecallGood > 0 && c.PrecisionBad > missed:
		return scoring.TooMany
	}
	return scoring.Elsewhere
}

func (*evidence) Explains() []scoring.Cause { return scoring.Causes()[:scoring.FromNothing] }

func (e *evidence) predictsAny(m *moduleBoxes, c PrecisionCounts, s *scoring.Settings) bool {
	return c.PrecisionGood+c.PrecisionBad > 0 || !s.UpperBound &&
		slices.ContainsFunc(sliceOf(e.outcomes, m.images), func(o imageSpans) bool { return e.countPredicted(o, s) > 0 })
}
