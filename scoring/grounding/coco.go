package grounding

import (
	"cmp"
	"slices"
	"sort"

	"faithscope/scoring"
)

// placed is an image and its place among all. Images with one place have the
// same detections, which then stand side by side.
type placed struct {
	*Detections
	place int
}

func cocoOf(images []placed) (ap [cocoIoUs]scoring.Value) {
	gold := 0
	for _, d := range images {
		gold += d.Gold
	}
	if gold == 0 {
		for t := range ap {
			ap[t] = scoring.Undefined("no image with gold boxes")
		}
		return ap
	}
	hits, misses := ranking(images)
	for t := range ap {
		ap[t] = scoring.Defined(cocoAP(hits, misses, t, gold))
	}
	return ap
}

// cocoHit is a detection that hits, or is ignored, under some IoU.
type cocoHit struct {
	score       float64
	place, rank int
	hits        uint16
	ignored     uint16
}

// after reports whether h stands behind the detection with this score, place
// and rank.
func (h *cocoHit) after(score float64, place, rank int) bool {
	switch {
	case score != h.score:
		return score > h.score
	case place != h.place:
		return place < h.place
	}
	return rank < h.rank
}

// ranking orders the detections of all images by score. Precision rises at
// hits only, so what misses under every IoU is just counted: misses[i] is how
// many stand before hit i and behind the hit before it. That spares sorting
// them.
func ranking(images []placed) (hits []cocoHit, misses []int) {
	for _, d := range images {
		for rank := range d.Ranked {
			if x := &d.Ranked[rank]; x.hits|x.ignored != 0 {
				hits = append(hits, cocoHit{x.score, d.place, rank, x.hits, x.ignored})
			}
		}
	}
	slices.SortFunc(hits, func(a, b cocoHit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.place, b.place), cmp.Compare(a.rank, b.rank))
	})
	misses = make([]int, len(hits)+1)
	for _, d := range images {
		at := 0 // an image's detections stand in order: so do their places
		for rank := range d.Ranked[:min(len(d.Ranked), cocoMost)] {
			x := &d.Ranked[rank]
			if x.hits|x.ignored != 0 {
				continue
			}
			at += sort.Search(len(hits)-at, func(i int) bool { return hits[at+i].after(x.score, d.place, rank) })
			misses[at]++
		}
	}
	return hits, misses
}

// cocoAP is the mean of the interpolated precision at the recall levels.
func cocoAP(hits []cocoHit, misses []int, t, gold int) float64 {
	const epsilon = 0x1p-52 // COCOeval adds it to the number of detections
	var precision []float64 // at true positive i, of recall (i+1)/gold
	seen := 0
	for i := range hits {
		if seen += misses[i]; hits[i].ignored>>t&1 == 1 {
			continue
		}
		seen++
		if hits[i].hits>>t&1 == 1 {
			precision = append(precision, float64(len(precision)+1)/(float64(seen)+epsilon))
		}
	}
	for i := len(precision) - 1; i > 0; i-- {
		precision[i-1] = max(precision[i-1], precision[i])
	}
	sum, i := 0., 0
	for r := range cocoRecalls {
		for i < len(precision) && float64(i+1)/float64(gold) < float64(r)*(1./(cocoRecalls-1)) {
			i++
		}
		if i == len(precision) {
			break
		}
		sum += precision[i]
	}
	return sum / cocoRecalls
}
