package boxes

import "faithscope/scoring"

// PrecisionCounts are the four counts behind precision and recall.
type PrecisionCounts struct {
	PrecisionGood int
	PrecisionBad  int
	RecallGood    int
	RecallBad     int
}

// Add adds o to c.
func (c *PrecisionCounts) Add(o PrecisionCounts) {
	c.PrecisionGood += o.PrecisionGood
	c.PrecisionBad += o.PrecisionBad
	c.RecallGood += o.RecallGood
	c.RecallBad += o.RecallBad
}

// PrecisionRecall are 0..1; F1 is the harmonic mean.
type PrecisionRecall struct{ Precision, Recall, F1 float64 }

// Metrics returns precision 1 if nothing counts for it, recall 1 without gold, F1 0 if both are 0.
func (c PrecisionCounts) Metrics() PrecisionRecall {
	m := PrecisionRecall{Precision: shareOf(c.PrecisionGood, c.PrecisionBad), Recall: shareOf(c.RecallGood, c.RecallBad)}
	m.F1 = scoring.F1(m.Precision, m.Recall)
	return m
}

func shareOf(goodCount, badCount int) float64 {
	if goodCount+badCount == 0 {
		return 1
	}
	return float64(goodCount) / float64(goodCount+badCount)
}

// isHit returns false twice for a NaN.
func isHit(bestIoU float64, s *scoring.Settings) (aligned, counted bool) {
	if bestIoU > s.IoU {
		return true, true
	}
	negative := s.Negative()
	return false, bestIoU < negative || s.Inclusive && bestIoU == negative
}
