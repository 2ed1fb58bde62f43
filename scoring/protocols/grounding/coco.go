package grounding

import (
	"cmp"
	"slices"
	"sort"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Images with the same detections share a place.
type placedImage struct {
	*Detections
	place int
}

const whyNoGold = "no image has gold boxes and region scores"

func cocoOf(placedImages []placedImage) (ap [cocoIoUs]scoring.Value) {
	gold := loaders.Sum(loaders.Map(placedImages, func(d placedImage) int { return d.Gold }))
	hits, misses := rankDetections(placedImages)
	for t := range ap {
		if ap[t] = scoring.Undefined(whyNoGold); gold > 0 {
			ap[t] = scoring.Defined(cocoAP(hits, misses, t, gold))
		}
	}
	return ap
}

type cocoHit struct {
	score       float64
	place, rank int
	hits        uint16
	ignored     uint16
}

func (h *cocoHit) ranksAfter(score float64, imagePlace, detectionRank int) bool {
	switch {
	case score != h.score:
		return score > h.score
	case imagePlace != h.place:
		return imagePlace < h.place
	}
	return detectionRank < h.rank
}

// rankDetections returns the detections that hit or are ignored under some IoU, highest score first,
// ties by place and rank. Others are only counted, because most miss and sorting them takes the time:
// misses[i] fall right before hit i, the last entry after all.
func rankDetections(placedImages []placedImage) (hits []cocoHit, misses []int) {
	for _, d := range placedImages {
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
	for _, d := range placedImages {
		at := 0
		for rank := range d.Ranked[:min(len(d.Ranked), cocoMost)] {
			x := &d.Ranked[rank]
			if x.hits|x.ignored != 0 {
				continue
			}
			at += sort.Search(len(hits)-at, func(i int) bool { return hits[at+i].ranksAfter(x.score, d.place, rank) })
			misses[at]++
		}
	}
	return hits, misses
}

// cocoAP follows COCOeval, its epsilon included, because published numbers do: the mean, over recall
// levels 0 to 1, of the best precision at that recall or above, 0 if none reaches it. Detections
// ignored under this IoU don't count.
func cocoAP(hits []cocoHit, missCounts []int, thresholdIndex, goldCount int) float64 {
	const epsilon = 0x1p-52 // added to the number of detections by COCOeval
	var precision []float64
	seen := 0
	for i := range hits {
		if seen += missCounts[i]; hits[i].ignored>>thresholdIndex&1 == 1 {
			continue
		}
		seen++
		if hits[i].hits>>thresholdIndex&1 == 1 {
			precision = append(precision, float64(len(precision)+1)/(float64(seen)+epsilon))
		}
	}
	for i := len(precision) - 1; i > 0; i-- {
		precision[i-1] = max(precision[i-1], precision[i])
	}
	sum, i := 0., 0
	for r := range cocoRecalls {
		for i < len(precision) && float64(i+1)/float64(goldCount) < float64(r)*(1./(cocoRecalls-1)) {
			i++
		}
		if i == len(precision) {
			break
		}
		sum += precision[i]
	}
	return sum / cocoRecalls
}

// DetectionCounts pools how many detections reach a confidence but not the next, and how many of them are
// best hits.
type DetectionCounts struct {
	predicted, hits [confidences + 1]int
	Gold            int
	Images          int // with gold
}

// Count pools an image's detections: each gold box is hit by the first detection whose best box it
// is. An image without gold is left out.
func (c *DetectionCounts) Count(d *Detections, iouThreshold float64) {
	if d.Gold == 0 {
		return
	}
	c.Images++
	c.Gold += d.Gold
	hit := make([]bool, d.Gold)
	for i := range d.Ranked {
		x := &d.Ranked[i]
		c.predicted[x.level]++
		if x.gold >= 0 && x.iou >= iouThreshold && !hit[x.gold] {
			hit[x.gold] = true
			c.hits[x.level]++
		}
	}
}

// Merge pools other counts.
func (c *DetectionCounts) Merge(o DetectionCounts) {
	for k := range c.predicted {
		c.predicted[k] += o.predicted[k]
		c.hits[k] += o.hits[k]
	}
	c.Gold += o.Gold
	c.Images += o.Images
}

// At returns the counts at confidence k, 0 to 10.
func (c *DetectionCounts) At(k int) (tp, fp, fn int) {
	predicted := 0
	for level := k + 1; level <= confidences; level++ {
		tp += c.hits[level]
		predicted += c.predicted[level]
	}
	return tp, predicted - tp, c.Gold - tp
}

// Curve returns precision and recall from each confidence up, with gold. If nothing is predicted both
// are 0.
func (c *DetectionCounts) Curve() (precision, recall [confidences]float64) {
	for k := range confidences {
		if tp, fp, _ := c.At(k); tp+fp > 0 {
			precision[k], recall[k] = float64(tp)/float64(tp+fp), float64(tp)/float64(c.Gold)
		}
	}
	return precision, recall
}

// AP returns the authors' average precision: Σ precision × step in recall from the highest
// confidence down, each precision at least that of lower confidences; undefined without gold.
func (c *DetectionCounts) AP() scoring.Value {
	if c.Gold == 0 {
		return scoring.Undefined(whyNoGold)
	}
	precision, recall := c.Curve()
	interpolate(&precision)
	ap, before := 0., 0.
	for k := confidences - 1; k >= 0; k-- {
		ap = float64(precision[k]*(recall[k]-before)) + ap
		before = recall[k]
	}
	return scoring.Defined(ap)
}

func interpolate(precisionCurve *[confidences]float64) {
	for k := 1; k < confidences; k++ {
		precisionCurve[k] = max(precisionCurve[k], precisionCurve[k-1])
	}
}
