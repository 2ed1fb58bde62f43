package grounding

import "faithscope/scoring"

// Counts are what AP is made of, pooled over images: how many detections
// reach a confidence and not the next, and of them, which are the best hit of
// a gold box.
type Counts struct {
	predicted, hits [confidences + 1]int // by level: the number of confidences reached
	Gold            int                  // gold boxes
	Images          int                  // with gold
}

// Count pools the detections of an image at an IoU. One without gold is
// left out.
func (c *Counts) Count(d *Detections, iou float64) {
	if d.Gold == 0 {
		return
	}
	c.Images++
	c.Gold += d.Gold
	var few [64]bool
	hit := few[:min(d.Gold, len(few))]
	if d.Gold > len(few) {
		hit = make([]bool, d.Gold)
	}
	for i := range d.Ranked {
		x := &d.Ranked[i]
		c.predicted[x.level]++
		if x.gold >= 0 && x.iou >= iou && !hit[x.gold] {
			hit[x.gold] = true
			c.hits[x.level]++
		}
	}
}

// Merge pools other counts.
func (c *Counts) Merge(o Counts) {
	for k := range c.predicted {
		c.predicted[k] += o.predicted[k]
		c.hits[k] += o.hits[k]
	}
	c.Gold += o.Gold
	c.Images += o.Images
}

// At returns the counts at confidence k, 0 to 10: true positives, false
// positives and false negatives.
func (c *Counts) At(k int) (tp, fp, fn int) {
	predicted := 0
	for level := k + 1; level <= confidences; level++ {
		tp += c.hits[level]
		predicted += c.predicted[level]
	}
	return tp, predicted - tp, c.Gold - tp
}

// Curve returns precision and recall at each confidence: precision is 0 where
// nothing is predicted. Both are 1 without gold.
func (c *Counts) Curve() (precision, recall [confidences]float64) {
	for k := range confidences {
		tp, fp, _ := c.At(k)
		switch {
		case c.Gold == 0:
			precision[k], recall[k] = 1, 1
		case tp+fp > 0:
			precision[k], recall[k] = float64(tp)/float64(tp+fp), float64(tp)/float64(c.Gold)
		}
	}
	return precision, recall
}

// AP returns the average precision.
func (c *Counts) AP() scoring.Value {
	if c.Gold == 0 {
		return scoring.Undefined("no image with gold boxes")
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

// interpolate raises each precision to the highest of lower confidences.
func interpolate(precision *[confidences]float64) {
	for k := 1; k < confidences; k++ {
		precision[k] = max(precision[k], precision[k-1])
	}
}
