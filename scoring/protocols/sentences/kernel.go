package sentences

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// still is the relative standard deviation up to which numbers count as equal, because of rounding.
const still = 1e-12

const whyStill = "the other sentences' scores do not vary"

var noSNR = scoring.Undefined(whyStill)

// Measures are one sample's metrics.
type Measures struct {
	IoU          float64 // 0..1
	HPD          float64 // above 0, at most 1
	SNR          scoring.Value
	HPDPublished float64
	SNRPublished scoring.Value
}

func measureSentences(scores []float64, goldIndices []int, k int) Measures {
	bar := kthGreatest(scores, k)
	gold := goldIndices[max(0, slices.IndexFunc(goldIndices, func(g int) bool { return scores[g] >= bar }))]
	m := Measures{HPD: 1 / float64(atLeast(scores, scores[gold])), SNR: SNR(scores, gold)}
	m.IoU, m.HPDPublished, m.SNRPublished = selectionMetrics(len(scores), atLeast(scores, bar), scores[gold] >= bar)
	return m
}

// selectionMetrics scores a ranking of ones and zeros, because the released code computes HPD and SNR
// on the selection. isHit says that the gold sentence is selected.
func selectionMetrics(n, selectedCount int, isHit bool) (iou, hpd float64, snr scoring.Value) {
	ones := selectedCount
	hpd = 1 / float64(n)
	if isHit {
		ones--
		iou = 1 / float64(selectedCount)
		hpd = iou
	}
	zeros := n - 1 - ones
	if ones == 0 || zeros == 0 {
		return iou, hpd, noSNR
	}
	if isHit {
		return iou, hpd, scoring.Defined(float64(zeros) / float64(ones))
	}
	return iou, hpd, scoring.Defined(float64(ones) / float64(zeros))
}

func selectBest(scores []float64, k int) []bool {
	bar := kthGreatest(scores, k)
	return loaders.Map(scores, func(s float64) bool { return s >= bar })
}

func kthGreatest(scores []float64, k int) float64 {
	if k == 1 {
		return slices.Max(scores)
	}
	var room [32]float64
	sorted := append(room[:0], scores...)
	slices.Sort(sorted)
	return sorted[max(0, len(sorted)-k)]
}

func atLeast(scores []float64, threshold float64) int {
	return loaders.CountFunc(scores, func(s float64) bool { return s >= threshold })
}

// SNR returns (score at goldIndex - mean of the others)² / variance of the others, undefined if these
// don't vary by more than rounding or don't exist. Extreme scores are scaled first.
func SNR(scores []float64, goldIndex int) scoring.Value {
	others := float64(len(scores) - 1)
	sum, greatest := 0.0, 0.0
	for i, s := range scores {
		if i != goldIndex {
			sum += s
			greatest = max(greatest, math.Abs(s))
		}
	}
	isExtreme := greatest > 0 && greatest < leastUnit || greatest > 1/leastUnit && greatest <= math.MaxFloat64
	if isExtreme {
		_, exponent := math.Frexp(greatest)
		return SNR(loaders.Map(scores, func(s float64) float64 { return math.Ldexp(s, -exponent) }), goldIndex)
	}
	mean := sum / others
	squares := 0.0
	for i, s := range scores {
		if i != goldIndex {
			squares += float64((s - mean) * (s - mean))
		}
	}
	variance := squares / others
	// Also true of the NaN without others.
	if !(math.Sqrt(variance) > still*greatest) {
		return noSNR
	}
	signal := scores[goldIndex] - mean
	return scoring.Defined(float64(signal*signal) / variance)
}

// Below leastUnit, and above its reciprocal, squares aren't safe from rounding and overflow.
const leastUnit = 1e-100

// aggregateSpans accepts n scores or n+1; the extra one goes to the last sentence if that ends at n or
// beyond. The aggregate is 0 without tokens.
func aggregateSpans(
	scores []float64, sentenceSpans []loaders.Span, n int, aggregateScores func(scores []float64) float64,
) (_ []float64, ok bool) {
	if len(scores) != n && len(scores) != n+1 {
		return nil, false
	}
	out := make([]float64, len(sentenceSpans))
	for i, s := range sentenceSpans {
		end := min(s.End, n)
		if i == len(sentenceSpans)-1 && end == n {
			end = len(scores)
		}
		if start := max(s.Start, 0); start < end {
			out[i] = aggregateScores(scores[start:end])
		}
	}
	return out, true
}

// Baseline is the expectation for a random ranking without ties.
type Baseline struct {
	IoU, HPD, HPDPublished float64
	// SNRPublished is the expectation given that it is defined (probability SNRShare): at k = 1
	// only misses have one.
	SNRPublished scoring.Value
	SNRShare     float64
}

// randomBaseline selects the k best of n sentences, goldCount of them, 1..n, gold; k is at least 1.
//
// A gold sentence is among the k best unless all k are others. If one is, the one that is used is
// equally likely at each of the ranks 1..k, otherwise at each of k+1..n.
func randomBaseline(n, goldCount, k int) Baseline {
	k = min(k, n)
	miss := 1.0
	for i := range k {
		miss *= max(0, float64(n-goldCount-i)) / float64(n-i)
	}
	hit := 1 - miss
	size := float64(k)
	b := Baseline{IoU: hit / size, HPD: hit * harmonicSum(0, k) / size, HPDPublished: hit / size}
	if miss > 0 {
		b.HPD += float64(miss * harmonicSum(k, n) / float64(n-k))
		b.HPDPublished += miss / float64(n)
	}
	b.snr(n, k, hit, miss)
	return b
}

// snr weighs hit and miss by their probabilities, but leaves out one that is undefined, which happens
// without a second class of sentences.
func (b *Baseline) snr(n, k int, hitShare, missShare float64) {
	sum := 0.0
	for i, probability := range [...]float64{hitShare, missShare} {
		_, _, snr := selectionMetrics(n, k, i == 0)
		if x, ok := snr.Float(); ok && probability != 0 {
			sum += float64(probability * x)
			b.SNRShare += probability
		}
	}
	b.SNRPublished = scoring.Quotient(sum, b.SNRShare, whyStill)
}

func harmonicSum(firstTerm, lastTerm int) float64 {
	sum := 0.0
	for i := lastTerm; i > firstTerm; i-- {
		sum += 1 / float64(i)
	}
	return sum
}
