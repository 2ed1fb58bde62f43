package boxes

import (
	"slices"

	"faithscope/scoring"
)

// cause returns why a module with these counts under s is wrong, given whether
// it predicts a proposal, as [scoring.Cause] defines it.
func (e *evidence) cause(m *module, c Counts, predicts bool, s *scoring.Settings) scoring.Cause {
	if c.RecallGood+c.RecallBad == 0 {
		return scoring.FromNothing
	}
	var unproposed, near int
	for _, o := range within(e.outcomes, m.images) {
		for _, front := range within(e.fronts, o.gold) {
			switch p := e.finder(front, s); {
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
	case !predicts && 2*near >= missed-unproposed:
		return scoring.LowProbability
	case !predicts:
		return scoring.Empty
	case c.PrecisionBad == 0:
		return scoring.LowProbability
	case c.RecallGood > 0 && c.PrecisionBad > missed:
		return scoring.TooMany
	}
	return scoring.Elsewhere
}

// Explains implements [scoring.Explained].
func (*evidence) Explains() []scoring.Cause { return scoring.Causes()[:scoring.FromNothing] }

// predicts reports whether a module predicts a proposal on any image, even one
// that counts neither way.
func (e *evidence) predicts(m *module, c Counts, s *scoring.Settings) bool {
	return c.PrecisionGood+c.PrecisionBad > 0 || !s.UpperBound &&
		slices.ContainsFunc(within(e.outcomes, m.images), func(o outcome) bool { return e.predicted(o, s) > 0 })
}
