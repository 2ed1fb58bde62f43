package boxes

import (
	"math"
	"sort"

	"faithscope/scoring"
)

// IoU is the intersection over union of two boxes (left, top, right, bottom):
// 0 for boxes that do not meet, NaN where neither has an area. A box turned
// inside out meets nothing.
func IoU[F float32 | float64](a, b [4]F) F {
	x, y := measure(a), measure(b)
	return x.iou(&y)
}

// measured is a box and its area.
type measured[F float32 | float64] struct {
	box  [4]F
	area F
}

func measure[F float32 | float64](b [4]F) measured[F] {
	return measured[F]{b, F((b[2] - b[0]) * (b[3] - b[1]))}
}

// iou is [IoU]. Most boxes do not meet, which is seen without a division where the
// areas say that all corners are numbers.
func (m *measured[F]) iou(o *measured[F]) F {
	a, b, sum := &m.box, &o.box, m.area+o.area
	if (a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]) && 0 < sum && sum <= math.MaxFloat32 {
		return 0
	}
	w := min(a[2], b[2]) - max(a[0], b[0])
	h := min(a[3], b[3]) - max(a[1], b[1])
	inter := F(max(w, 0) * max(h, 0)) // rounded before it is subtracted
	return inter / (sum - inter)
}

// Counts are the four counts that precision and recall are made of.
type Counts struct {
	PrecisionGood int // predicted proposals aligned with a gold box
	PrecisionBad  int // predicted proposals that count against precision
	RecallGood    int // gold boxes found
	RecallBad     int // gold boxes missed
}

// Add pools the counts of c and o.
func (c *Counts) Add(o Counts) {
	c.PrecisionGood += o.PrecisionGood
	c.PrecisionBad += o.PrecisionBad
	c.RecallGood += o.RecallGood
	c.RecallBad += o.RecallBad
}

// Metrics are precision, recall and their harmonic mean, all 0..1.
type Metrics struct{ Precision, Recall, F1 float64 }

// Metrics returns the metrics of the counts: precision 1 where nothing counts
// for it, recall 1 without gold, F1 0 where both are 0.
func (c Counts) Metrics() Metrics {
	m := Metrics{Precision: share(c.PrecisionGood, c.PrecisionBad), Recall: share(c.RecallGood, c.RecallBad)}
	m.F1 = scoring.F1(m.Precision, m.Recall)
	return m
}

func share(good, bad int) float64 {
	if good+bad == 0 {
		return 1
	}
	return float64(good) / float64(good+bad)
}

// hit reports whether a predicted proposal with this best IoU is aligned, and
// whether it counts for precision at all. Both are false for a NaN.
func hit(best float64, s *scoring.Settings) (aligned, counted bool) {
	if best > s.IoU {
		return true, true
	}
	negative := s.Negative()
	return false, best < negative || s.Inclusive && best == negative
}

// count returns the counts of one module on one image. It costs a binary
// search and a look at the overlaps, however many proposals there are.
func (e *evidence) count(o *outcome, s *scoring.Settings) Counts {
	var c Counts
	if s.UpperBound {
		c.PrecisionGood = e.aligned(o, s)
	} else {
		c.PrecisionGood, c.PrecisionBad = e.precision(o, s)
	}
	for g := o.gold.from; g < o.gold.to; g++ {
		if p := e.best(e.fronts[g], s); p != nil && p.iou > s.IoU {
			c.RecallGood++
		} else {
			c.RecallBad++
		}
	}
	return c
}

// predicted is how many of the ranked proposals are over the threshold.
func (e *evidence) predicted(o *outcome, s *scoring.Settings) int {
	p := e.probabilities[o.ranked.from:o.ranked.to]
	if len(p) == 0 || !(p[0] > s.Threshold) { // most modules predict little
		return 0
	}
	return sort.Search(len(p), func(i int) bool { return !(p[i] > s.Threshold) })
}

// precision counts the predicted proposals that are aligned and those that
// count against precision. Proposals that overlap nothing all have IoU 0 and
// are counted at once.
func (e *evidence) precision(o *outcome, s *scoring.Settings) (good, bad int) {
	predicted := e.predicted(o, s)
	disjoint := predicted
	for _, overlap := range e.overlaps[o.overlaps.from:o.overlaps.to] {
		if int(overlap.rank) >= predicted {
			break // they stand in the order of rank
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

// aligned counts the proposals that the upper bound predicts.
func (e *evidence) aligned(o *outcome, s *scoring.Settings) int {
	n := 0
	for _, overlap := range e.overlaps[o.overlaps.from:o.overlaps.to] {
		if overlap.iou > s.IoU {
			n++
		}
	}
	return n
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

// finder returns the most probable of the pairs of a gold box whose proposal is
// aligned with it, nil where none is: below its probability the box is found.
func (e *evidence) finder(front reach, s *scoring.Settings) *pair {
	for i := front.from; i < front.to; i++ {
		if p := &e.pairs[i]; p.iou > s.IoU {
			return p
		}
	}
	return nil
}
