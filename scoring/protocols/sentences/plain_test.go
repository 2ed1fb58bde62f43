package sentences

import (
	"math"
	"slices"
	"testing"

	"faithscope/scoring"
)

// The plain twin: every metric as it is defined, on vectors of 0 and 1.

func plainSelect(scores []float64, k int) []float64 {
	ranked := slices.Clone(scores)
	slices.Sort(ranked)
	slices.Reverse(ranked)
	bar := ranked[min(k, len(ranked))-1]
	selected := make([]float64, len(scores))
	for i, s := range scores {
		if s >= bar {
			selected[i] = 1
		}
	}
	return selected
}

func plainIoU(selected []float64, gold int) float64 {
	both, either := 0.0, 0.0
	for i, on := range selected {
		if on == 1 && i == gold {
			both++
		}
		if on == 1 || i == gold {
			either++
		}
	}
	return both / either
}

func plainHPD(scores []float64, gold int) float64 {
	held := 0
	for _, s := range scores {
		if s >= scores[gold] {
			held++
		}
	}
	return 1 / float64(held)
}

func plainSNR(scores []float64, gold int) (float64, bool) {
	others := slices.Delete(slices.Clone(scores), gold, gold+1)
	if len(others) < 2 || slices.Min(others) == slices.Max(others) {
		return 0, false
	}
	mean, variance := 0.0, 0.0
	for _, x := range others {
		mean += x / float64(len(others))
	}
	for _, x := range others {
		variance += (x - mean) * (x - mean) / float64(len(others))
	}
	return (scores[gold] - mean) * (scores[gold] - mean) / variance, true
}

func plain(scores []float64, golds []int, k int) (m Measures) {
	selected := plainSelect(scores, k)
	gold := golds[0]
	for _, g := range golds {
		if plainIoU(selected, g) > plainIoU(selected, gold) {
			gold = g
		}
	}
	m.IoU, m.HPD, m.HPDPublished = plainIoU(selected, gold), plainHPD(scores, gold), plainHPD(selected, gold)
	m.SNR, m.SNRPublished = value(plainSNR(scores, gold)), value(plainSNR(selected, gold))
	return m
}

func value(x float64, ok bool) scoring.Value {
	if !ok {
		return scoring.Undefined("")
	}
	return scoring.Defined(x)
}

func checkMeasures(t *testing.T, scores []float64, golds []int, k int) {
	t.Helper()
	got, want := measureSentences(scores, golds, k), plain(scores, golds, k)
	same := near(got.IoU, want.IoU) && near(got.HPD, want.HPD) && near(got.HPDPublished, want.HPDPublished)
	if !same || !alike(got.SNR, want.SNR) || !alike(got.SNRPublished, want.SNRPublished) {
		t.Fatalf("%v, gold %v, k %d: %+v, want %+v", scores, golds, k, got, want)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

func alike(a, b scoring.Value) bool {
	x, ok := a.Float()
	y, defined := b.Float()
	return ok == defined && near(x, y)
}

// TestMeasureIsItsPlainTwin goes through all rankings with ties of up to five
// sentences, with one gold sentence and with two.
func TestMeasureIsItsPlainTwin(t *testing.T) {
	for n := 1; n <= 5; n++ {
		scores := make([]float64, n)
		for code := range pow(3, n) {
			for i := range scores {
				scores[i] = float64(code%3) - 1
				code /= 3
			}
			for g := range n {
				for h := range n {
					for k := 1; k <= n+1; k++ {
						checkMeasures(t, scores, []int{g, h}, k)
					}
				}
			}
		}
	}
}

func pow(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// TestRandomIsTheMeanOfAllRankings draws every ranking of up to six sentences.
func TestRandomIsTheMeanOfAllRankings(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for golds := 1; golds <= n; golds++ {
			for k := 1; k <= n+1; k++ {
				var iou, hpd, published, snr scoring.Mean
				answers := make([]int, golds)
				for i := range answers {
					answers[i] = i
				}
				rankings(n, func(scores []float64) {
					m := measureSentences(scores, answers, k)
					iou.Add(scoring.Defined(m.IoU))
					hpd.Add(scoring.Defined(m.HPD))
					published.Add(scoring.Defined(m.HPDPublished))
					snr.Add(m.SNRPublished)
				})
				b := randomBaseline(n, golds, k)
				share := float64(snr.Count) / float64(iou.Count)
				if !alike(iou.Value(""), scoring.Defined(b.IoU)) || !alike(hpd.Value(""), scoring.Defined(b.HPD)) ||
					!alike(published.Value(""), scoring.Defined(b.HPDPublished)) || !alike(snr.Value(""), b.SNRPublished) || !near(share, b.SNRShare) {
					t.Errorf("n %d, %d gold, k %d: %+v, all rankings give %v %v %v %v", n, golds, k, b, iou.Value(""), hpd.Value(""), published.Value(""),
						snr.Value(""))
				}
			}
		}
	}
}

// rankings visits all orders of the scores 0..n-1.
func rankings(n int, visit func(scores []float64)) {
	scores := make([]float64, 0, n)
	var next func()
	next = func() {
		if len(scores) == n {
			visit(scores)
			return
		}
		for x := range n {
			if !slices.Contains(scores, float64(x)) {
				scores = append(scores, float64(x))
				next()
				scores = scores[:len(scores)-1]
			}
		}
	}
	next()
}

func FuzzMeasure(f *testing.F) {
	f.Add([]byte{1, 9, 2, 3}, uint8(1), uint8(0), uint8(1))
	f.Add([]byte{7}, uint8(0), uint8(0), uint8(9))
	f.Add([]byte{5, 5, 5, 1, 5}, uint8(3), uint8(4), uint8(2))
	f.Fuzz(func(t *testing.T, raw []byte, g, h, k uint8) {
		if len(raw) == 0 {
			return
		}
		scores := make([]float64, len(raw))
		for i, b := range raw {
			scores[i] = float64(int8(b)) / 16
		}
		checkMeasures(t, scores, []int{int(g) % len(raw), int(h) % len(raw)}, 1+int(k))
	})
}
