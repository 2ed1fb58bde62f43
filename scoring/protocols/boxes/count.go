package boxes

import (
	"math"
	"sort"

	"faithscope/loaders"
	"faithscope/scoring"
)

func (e *evidence) countImage(o imageSpans, s *scoring.Settings) PrecisionCounts {
	var c PrecisionCounts
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

func (e *evidence) labelLoss(o imageSpans, s *scoring.Settings) (loss, n float64) {
	loss, n = o.apartLoss, float64(o.apart)
	for _, x := range sliceOf(e.overlaps, o.overlaps) {
		p := e.probabilities[o.ranked.from+x.rank]
		switch {
		case x.iou >= s.IoU:
			loss, n = loss+lossOf(p), n+1
		case x.iou < s.Negative():
			loss, n = loss+lossOf(1-p), n+1
		}
	}
	return loss, n
}

// lossOf floors logarithms at -100, because torch's BCELoss does.
func lossOf(p float64) float64 { return min(max(-math.Log(max(p, 0)), 0), 100) }

func (e *evidence) countPredicted(o imageSpans, s *scoring.Settings) int {
	p := sliceOf(e.probabilities, o.ranked)
	if len(p) == 0 || !(p[0] > s.Threshold) {
		return 0
	}
	return sort.Search(len(p), func(i int) bool { return !(p[i] > s.Threshold) })
}

// countPrecision looks only at overlaps, because all other predicted proposals have IoU 0 and are
// counted at once.
func (e *evidence) countPrecision(o imageSpans, s *scoring.Settings) (good, bad int) {
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
func (e *evidence) bestPair(frontRange indexRange, s *scoring.Settings) *overlappingPair {
	for i := frontRange.to - 1; i >= frontRange.from; i-- {
		if p := &e.pairs[i]; s.UpperBound || e.probabilities[p.at] > s.Threshold {
			return p
		}
	}
	return nil
}

func (e *evidence) likeliestHit(frontRange indexRange, s *scoring.Settings) *overlappingPair {
	for i := frontRange.from; i < frontRange.to; i++ {
		if p := &e.pairs[i]; p.iou > s.IoU {
			return p
		}
	}
	return nil
}

func (e *evidence) poolModule(m *moduleBoxes, s *scoring.Settings) PrecisionCounts {
	var c PrecisionCounts
	for _, o := range sliceOf(e.outcomes, m.images) {
		c.Add(e.countImage(o, s))
	}
	return c
}
