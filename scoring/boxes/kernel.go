package boxes

import (
	"math"

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
	if sum := m.Precision + m.Recall; sum > 0 {
		m.F1 = 2 * m.Precision * m.Recall / sum
	}
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
