package boxes

import (
	"sort"

	"faithscope/loaders"
	"faithscope/scoring"
)

func (e *evidence) countImage(o outcome, s *scoring.Settings) Counts {
	var c Counts
	if s.UpperBound {
		aligned := func(x overlap) bool { return x.iou > s.IoU }
		c.PrecisionGood = loaders.CountFunc(sliceOf(e.overlaps, o.overlaps), aligned)
	} else {
		c.PrecisionGood, c.PrecisionBad = e.countPrecision(o, s)
	}
	for _, front := range sliceOf(e.fronts, o.gold) {
		if p := e.bestPair(front, s); p != nil && p.iou > s.IoU {
			c.RecallGood++
		} else {
			c.RecallBad++
		}
	}
	return c
}

func (e *evidence) countPredicted(o outcome, s *scoring.Settings) int {
	p := sliceOf(e.probabilities, o.ranked)
	if len(p) == 0 || !(p[0] > s.Threshold) {
		return 0
	}
	return sort.Search(len(p), func(i int) bool { return !(p[i] > s.Threshold) })
}

// Other predicted proposals have IoU 0 and are counted at once.
func (e *evidence) countPrecision(o outcome, s *scoring.Settings) (good, bad int) {
	predicted := e.countPredicted(o, s)
	disjoint := predicted
	for _, overlap := range sliceOf(e.overlaps, o.overlaps) {
		if int(overlap.rank) >= predicted {
			break
		}
		disjoint--
		switch aligned, counted := isHit(overlap.iou, s); {
		case aligned:
			good++
		case counted:
			bad++
		}
	}
	if _, counted := isHit(0, s); counted {
		bad += disjoint
	}
	return good, bad
}

// Under the upper bound all proposals count; nil without overlap.
func (e *evidence) bestPair(front span, s *scoring.Settings) *pair {
	for i := front.to - 1; i >= front.from; i-- {
		if p := &e.pairs[i]; s.UpperBound || e.probabilities[p.at] > s.Threshold {
			return p
		}
	}
	return nil
}

func (e *evidence) likeliestHit(front span, s *scoring.Settings) *pair {
	for i := front.from; i < front.to; i++ {
		if p := &e.pairs[i]; p.iou > s.IoU {
			return p
		}
	}
	return nil
}

func (e *evidence) poolModule(m *module, s *scoring.Settings) Counts {
	var c Counts
	for _, o := range sliceOf(e.outcomes, m.images) {
		c.Add(e.countImage(o, s))
	}
	return c
}
