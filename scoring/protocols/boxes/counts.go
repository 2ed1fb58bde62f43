package boxes

import "faithscope/scoring"

// Counts are the four counts behind precision and recall.
type Counts struct {
	PrecisionGood int
	PrecisionBad  int
	RecallGood    int
	RecallBad     int
}

// Add adds o to c.
func (c *Counts) Add(o Counts) {
	c.PrecisionGood += o.PrecisionGood
	c.PrecisionBad += o.PrecisionBad
	c.RecallGood += o.RecallGood
	c.RecallBad += o.RecallBad
}

// Metrics are 0..1; F1 is the harmonic mean.
type Metrics struct{ Precision, Recall, F1 float64 }

// Metrics returns precision 1 if nothing counts for it, recall 1 without gold, F1 0 if both are 0.
func (c Counts) Metrics() Metrics {
	m := Metrics{Precision: shareOf(c.PrecisionGood, c.PrecisionBad), Recall: shareOf(c.RecallGood, c.RecallBad)}
	m.F1 = scoring.F1(m.Precision, m.Recall)
	return m
}

func shareOf(good, bad int) float64 {
	if good+bad == 0 {
		return 1
	}
	return float64(good) / float64(good+bad)
}

// isHit returns false twice for a NaN.
func isHit(best float64, s *scoring.Settings) (aligned, counted bool) {
	if best > s.IoU {
		return true, true
	}
	negative := s.Negative()
	return false, best < negative || s.Inclusive && best == negative
}
