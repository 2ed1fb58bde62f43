package boxes

import (
	"sort"

	"faithscope/loaders"
	"faithscope/scoring"
)

// count returns the counts of one module on one image. It costs a binary
// search and a look at the overlaps, however many proposals there are.
func (e *evidence) count(o outcome, s *scoring.Settings) Counts {
	var c Counts
	if s.UpperBound {
		aligned := func(x overlap) bool { return x.iou > s.IoU }
		c.PrecisionGood = loaders.CountFunc(within(e.overlaps, o.overlaps), aligned)
	} else {
		c.PrecisionGood, c.PrecisionBad = e.precision(o, s)
	}
	for _, front := range within(e.fronts, o.gold) {
		if p := e.best(front, s); p != nil && p.iou > s.IoU {
			c.RecallGood++
		} else {
			c.RecallBad++
		}
	}
	return c
}

// predicted is how many of the ranked proposals are over the threshold.
func (e *evidence) predicted(o outcome, s *scoring.Settings) int {
	p := within(e.probabilities, o.ranked)
	if len(p) == 0 || !(p[0] > s.Threshold) { // most modules predict little
		return 0
	}
	return sort.Search(len(p), func(i int) bool { return !(p[i] > s.Threshold) })
}

// precision counts the predicted proposals that are aligned and those that
// count against precision. Proposals that overlap nothing all have IoU 0 and
// are counted at once.
func (e *evidence) precision(o outcome, s *scoring.Settings) (good, bad int) {
	predicted := e.predicted(o, s)
	disjoint := predicted
	for _, overlap := range within(e.overlaps, o.overlaps) {
		if int(overlap.rank) >= predicted {
			break // they are in the order of rank
		}
		disjoint--
		switch aligned, counted := hit(overlap.iou, s); {
		case aligned:
			good++
		case counted:
			bad++
		}
	}
	if _, counted := hit(0, s); counted {
		bad += disjoint
	}
	return good, bad
}

// best returns the pair with the highest IoU among a gold box's predicted
// proposals, nil for none. The upper bound may choose among all of them.
func (e *evidence) best(front reach, s *scoring.Settings) *pair {
	for i := front.to - 1; i >= front.from; i-- {
		if p := &e.pairs[i]; s.UpperBound || e.probabilities[p.at] > s.Threshold {
			return p
		}
	}
	return nil
}

// finder returns the most probable of the pairs of a gold box whose proposal is aligned
// with it, nil if none is: below its probability the box is found.
func (e *evidence) finder(front reach, s *scoring.Settings) *pair {
	for i := front.from; i < front.to; i++ {
		if p := &e.pairs[i]; p.iou > s.IoU {
			return p
		}
	}
	return nil
}

// pooled returns the counts of a module over its images.
func (e *evidence) pooled(m *module, s *scoring.Settings) Counts {
	var c Counts
	for _, o := range within(e.outcomes, m.images) {
		c.Add(e.count(o, s))
	}
	return c
}
