package boxes

import "faithscope/scoring"

// cause says why a module is wrong that has these counts under s and predicts a
// proposal or none, as [scoring.Cause] defines it.
func (e *evidence) cause(m *module, c Counts, predicts bool, s *scoring.Settings) scoring.Cause {
	if c.RecallGood+c.RecallBad == 0 {
		return scoring.FromNothing
	}
	var unproposed, near int
	for k := m.images.from; k < m.images.to; k++ {
		o := &e.outcomes[k]
		for _, front := range e.fronts[o.gold.from:o.gold.to] {
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

// predicts reports whether a module of these counts predicts a proposal on any
// image: one that counts neither way too.
func (e *evidence) predicts(m *module, c Counts, s *scoring.Settings) bool {
	if s.UpperBound || c.PrecisionGood+c.PrecisionBad > 0 {
		return c.PrecisionGood+c.PrecisionBad > 0
	}
	for k := m.images.from; k < m.images.to; k++ {
		if e.predicted(&e.outcomes[k], s) > 0 {
			return true
		}
	}
	return false
}

// near tells which proposals lie nearest to a gold box, given those of its
// front.
func (e *evidence) near(g *scoring.GoldBox, front reach, s *scoring.Settings) {
	g.Nearest.Proposal, g.Best.Proposal = -1, -1
	for _, p := range e.pairs[front.from:front.to] {
		g.Near(scoring.Proposal{Proposal: int(e.proposals[p.at]), Probability: e.probabilities[p.at], IoU: p.iou}, s.IoU)
	}
}
