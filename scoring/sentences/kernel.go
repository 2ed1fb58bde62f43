package sentences

import (
	"math"
	"slices"

	"faithscope/scoring"
)

// still is the deviation, as a share of the greatest number, up to which
// numbers count as equal: what rounding makes of the deviation of equal ones.
const still = 1e-12

const whyStill = "the other sentences do not vary"

// Measures are the metrics of one sample.
type Measures struct {
	Gold         int     // the gold sentence that was used
	IoU          float64 // 0..1
	HPD          float64 // over 0, up to 1
	SNR          scoring.Value
	HPDPublished float64 // HPD of the selection
	SNRPublished scoring.Value
}

// Measure scores the sentences of one sample. Each of golds is the gold
// sentence of one reference answer; there is at least one, and all lie within
// scores. k is at least 1.
func Measure(scores []float64, golds []int, k int) Measures {
	bar := kth(scores, k)
	gold, hit := chosen(scores, golds, bar)
	m := Measures{Gold: gold}
	m.HPD, m.SNR = HPD(scores, m.Gold), SNR(scores, m.Gold)
	m.IoU, m.HPDPublished, m.SNRPublished = published(len(scores), atLeast(scores, bar), hit)
	return m
}

// chosen is the first gold sentence whose score reaches bar, the first of all
// where none does; hit says which.
func chosen(scores []float64, golds []int, bar float64) (gold int, hit bool) {
	for _, g := range golds {
		if scores[g] >= bar {
			return g, true
		}
	}
	return golds[0], false
}

// published returns the metrics of a selection of some of n sentences, by
// counting: what IoU, [HPD] and [SNR] are of scores that are 1 for the
// selected sentences and 0 for the others.
func published(n, selected int, hit bool) (iou, hpd float64, snr scoring.Value) {
	ones := selected // among the sentences that are not gold
	hpd = 1 / float64(n)
	if hit {
		ones--
		iou = 1 / float64(selected)
		hpd = iou
	}
	zeros := n - 1 - ones
	if ones == 0 || zeros == 0 {
		return iou, hpd, scoring.Undefined(whyStill)
	}
	if hit {
		return iou, hpd, scoring.Defined(float64(zeros) / float64(ones))
	}
	return iou, hpd, scoring.Defined(float64(ones) / float64(zeros))
}

// Select returns which sentences are among the k best: those that score at
// least as high as the k-th best, so more than k on ties. k is at least 1.
func Select(scores []float64, k int) []bool {
	selected := make([]bool, len(scores))
	if len(scores) == 0 {
		return selected
	}
	bar := kth(scores, k)
	for i, s := range scores {
		selected[i] = s >= bar
	}
	return selected
}

// kth returns the k-th greatest score, the least one if there are fewer.
func kth(scores []float64, k int) float64 {
	switch {
	case k >= len(scores):
		return slices.Min(scores)
	case k == 1:
		return slices.Max(scores)
	}
	var room [32]float64
	sorted := append(room[:0], scores...)
	slices.Sort(sorted)
	return sorted[len(sorted)-k]
}

// atLeast counts the scores that reach bar.
func atLeast(scores []float64, bar float64) int {
	n := 0
	for _, s := range scores {
		if s >= bar {
			n++
		}
	}
	return n
}

// HPD is the precision of the shortest selection of best sentences that holds
// the gold one: 1 over the number of sentences that score at least as high.
func HPD(scores []float64, gold int) float64 {
	return 1 / float64(atLeast(scores, scores[gold]))
}

// SNR is (score of gold - mean of the others)² / variance of the others; it
// is undefined where they do not vary.
func SNR(scores []float64, gold int) scoring.Value {
	others := float64(len(scores) - 1)
	greatest := 0.0
	for i, s := range scores {
		if i != gold {
			greatest = max(greatest, math.Abs(s))
		}
	}
	// In a unit near the greatest of them sums and squares neither overflow nor
	// vanish. The reciprocal of the least numbers there are would overflow.
	_, exponent := math.Frexp(greatest)
	unit := math.Ldexp(1, -max(exponent, -1000))
	sum := 0.0
	for i, s := range scores {
		if i != gold {
			sum += float64(s * unit)
		}
	}
	mean := sum / others
	squares := 0.0
	for i, s := range scores {
		if i != gold {
			d := float64(s*unit) - mean
			squares += float64(d * d)
		}
	}
	variance := squares / others
	// Also true of the NaN that no others at all give.
	if !(math.Sqrt(variance) > still*float64(greatest*unit)) {
		return scoring.Undefined(whyStill)
	}
	signal := float64(scores[gold]*unit) - mean
	return scoring.Defined(float64(signal*signal) / variance)
}
