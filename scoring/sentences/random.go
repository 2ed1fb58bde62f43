package sentences

import "faithscope/scoring"

// Baseline is what a ranking drawn at random, without ties, can expect.
type Baseline struct {
	IoU, HPD, HPDPublished float64
	// SNRPublished is the expectation where it is defined, which has the
	// probability SNRShare: at k = 1 only a miss has one.
	SNRPublished scoring.Value
	SNRShare     float64
}

// Random returns the expected metrics of a sample with n sentences, of which
// golds are gold (one per reference answer, those of one sentence counted
// once), when the k best are selected. n and k are at least 1 and golds is
// 1..n.
//
// A gold sentence is among the k best unless all k are others. If one is, the
// one used is equally likely at each of the ranks 1..k, else at k+1..n.
func Random(n, golds, k int) Baseline {
	k = min(k, n)
	miss := 1.0
	for i := range k {
		miss *= float64(n-golds-i) / float64(n-i)
		if miss == 0 {
			break // later factors may be below 0
		}
	}
	hit := 1 - miss
	size := float64(k)
	b := Baseline{IoU: hit / size, HPD: hit * harmonic(0, k) / size, HPDPublished: hit / size}
	if miss > 0 {
		b.HPD += float64(miss * harmonic(k, n) / float64(n-k))
		b.HPDPublished += miss / float64(n)
	}
	b.snr(n, k, hit, miss)
	return b
}

func (b *Baseline) snr(n, k int, hit, miss float64) {
	sum := 0.0
	for _, outcome := range []struct {
		probability float64
		hit         bool
	}{{hit, true}, {miss, false}} {
		if outcome.probability == 0 {
			continue
		}
		_, _, snr := published(n, k, outcome.hit)
		if x, ok := snr.Float(); ok {
			sum += float64(outcome.probability * x)
			b.SNRShare += outcome.probability
		}
	}
	if b.SNRShare == 0 {
		b.SNRPublished = scoring.Undefined(whyStill)
		return
	}
	b.SNRPublished = scoring.Defined(sum / b.SNRShare)
}

// harmonic is 1/(from+1) + ... + 1/to.
func harmonic(from, to int) float64 {
	sum := 0.0
	for i := to; i > from; i-- {
		sum += 1 / float64(i)
	}
	return sum
}
