package loaders

import (
	"fmt"
	"math"
)

// Probabilities returns p as an output of n probabilities, nil where it
// cannot be used. A wrong length or a missing number makes the whole output
// missing; numbers outside 0..1 by more than rounding are clamped. Either is
// a problem. what names the output ("module 3 find, image 0").
func (rec *Record) Probabilities(what string, p []float64, n int) []float64 {
	if len(p) != n {
		rec.Problem(fmt.Sprintf("%s: %d probabilities where %d belong", what, len(p), n), "the output is missing")
		return nil
	}
	missing, outside := 0, 0
	for _, x := range p {
		switch {
		case math.IsNaN(x) || math.IsInf(x, 0):
			missing++
		case x < -rounding || x > 1+rounding:
			outside++
		}
	}
	if missing > 0 {
		rec.Problem(fmt.Sprintf("%s: %d of %d probabilities are no numbers", what, missing, n), "the output is missing")
		return nil
	}
	if outside > 0 {
		rec.Problem(fmt.Sprintf("%s: %d of %d probabilities are outside 0..1", what, outside, n), "clamped to 0..1")
		clamped := make([]float64, n)
		for i, x := range p {
			clamped[i] = min(max(x, 0), 1)
		}
		return clamped
	}
	return p
}

// rounding is how far a probability may leave 0..1 without a word: models
// compute in float32 and add small constants.
const rounding = 1e-4

// Boxes checks boxes of im (proposals or gold; what names them) and returns
// them. A box with a coordinate that is no number becomes padding; one turned
// inside out or outside the picture is kept, since clipping would change its
// IoU. All are problems.
func (rec *Record) Boxes(what string, im *Image, boxes []Box) []Box {
	var broken, inverted, outside int
	for i, b := range boxes {
		switch {
		case !b.finite():
			boxes[i] = Box{}
			broken++
		case b == Box{}:
		case b.X1 <= b.X0 || b.Y1 <= b.Y0:
			inverted++
		case im.leaves(b):
			outside++
		}
	}
	report := func(n int, wrong, done string) {
		if n > 0 {
			rec.Problem(fmt.Sprintf("%s: %d of %d boxes %s", what, n, len(boxes), wrong), done)
		}
	}
	report(broken, "have a coordinate that is no number", "they match nothing")
	report(inverted, "are turned inside out", "they have no area and match nothing")
	report(outside, "reach outside the picture", "kept as they are and drawn up to its edge")
	return boxes
}

func (b Box) finite() bool {
	s := b.X0 + b.Y0 + b.X1 + b.Y1
	return !math.IsNaN(s) && !math.IsInf(s, 0)
}

// leaves reports whether b reaches outside the picture by more than a
// pixel, or a hundredth of it.
func (im *Image) leaves(b Box) bool {
	w, h, slack := 1.0, 1.0, 0.01
	if im.Units == Pixels {
		if im.Width <= 0 || im.Height <= 0 {
			return b.X0 < -1 || b.Y0 < -1
		}
		w, h, slack = float64(im.Width), float64(im.Height), 1
	}
	return b.X0 < -slack || b.Y0 < -slack || b.X1 > w+slack || b.Y1 > h+slack
}
