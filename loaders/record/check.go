package record

import (
	"math"

	"faithscope/loaders"
)

// Probabilities returns p as an output of n probabilities, nil where it
// cannot be used. A wrong length or a missing number makes the whole output
// missing; numbers outside 0..1 by more than rounding are clamped. Either is
// a problem. what names the output ("module 3 find, image 0").
func (rec *Record) Probabilities(what string, p []float64, n int) []float64 {
	if len(p) != n {
		rec.Problem(loaders.Say("%s: %d probabilities where %d belong", what, len(p), n), "the output is missing")
		return nil
	}
	if p = rec.finite(what, p); p == nil {
		return nil
	}
	outside := 0
	for _, x := range p {
		if x < -rounding || x > 1+rounding {
			outside++
		}
	}
	if outside == 0 {
		return p
	}
	rec.Problem(loaders.Say("%s: %d of %d probabilities are outside 0..1", what, outside, n), "clamped to 0..1")
	clamped := make([]float64, n)
	for i, x := range p {
		clamped[i] = min(max(x, 0), 1)
	}
	return clamped
}

// rounding is how far a probability may leave 0..1 without a word: models
// compute in float32 and add small constants.
const rounding = 1e-4

// Probability is Probabilities for a single number.
func (rec *Record) Probability(what string, p float64) *float64 {
	if checked := rec.Probabilities(what, []float64{p}, 1); checked != nil {
		return &checked[0]
	}
	return nil
}

// Weights returns w as n weights of any sign and size (an attention, an
// attribution), nil where it cannot be used: a wrong length or a missing
// number, both problems. An n below 0 allows any length.
func (rec *Record) Weights(what string, w []float64, n int) []float64 {
	if n >= 0 && len(w) != n {
		rec.Problem(loaders.Say("%s: %d weights where %d belong", what, len(w), n), "they are missing")
		return nil
	}
	return rec.finite(what, w)
}

// finite returns xs, nil and a problem where a number is missing.
func (rec *Record) finite(what string, xs []float64) []float64 {
	missing := 0
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			missing++
		}
	}
	if missing > 0 {
		rec.Problem(loaders.Say("%s: %d of %d are not numbers", what, missing, len(xs)), "all of it is missing")
		return nil
	}
	return xs
}

// Spans returns the spans that lie within n tokens, in order. An empty span,
// one turned around or one outside is a problem and left out.
func (rec *Record) Spans(what string, spans []loaders.Span, n int) []loaders.Span {
	var good []loaders.Span
	if spans != nil {
		good = make([]loaders.Span, 0, len(spans))
	}
	for _, s := range spans {
		if s.Start < 0 || s.Start >= s.End || s.End > n {
			rec.Problem(loaders.Say("%s: the span %d to %d does not lie in %d tokens", what, s.Start, s.End, n), "left out")
			continue
		}
		good = append(good, s)
	}
	return good
}

// Boxes checks boxes of im (proposals or gold; what names them) and returns
// them. A box with a coordinate that is not a number becomes padding; one turned
// inside out, without an area or outside the picture is kept, since clipping would
// change its IoU. All are problems.
func (rec *Record) Boxes(what string, im *loaders.Image, boxes []loaders.Box) []loaders.Box {
	var broken, inverted, flat, outside int
	pixels := false
	for i, b := range boxes {
		switch {
		case !whole(b):
			boxes[i] = loaders.Box{}
			broken++
		case b == loaders.Box{}:
		case b.X1 < b.X0 || b.Y1 < b.Y0:
			inverted++
		case b.X1 == b.X0 || b.Y1 == b.Y0:
			flat++
		case leaves(im, b):
			outside++
			pixels = pixels || im.Units == loaders.Fraction && max(b.X1, b.Y1) > 2
		}
	}
	report := func(n int, wrong, done string) {
		if n > 0 {
			rec.Problem(loaders.Say("%s: %d of %d boxes "+wrong, what, n, len(boxes)), done)
		}
	}
	report(broken, "do not have four numbers", "they match nothing")
	report(inverted, "are turned inside out", "they have no area and match nothing")
	report(flat, "have no width or no height", "they match nothing")
	done := "kept as they are and drawn up to its edge"
	if pixels {
		done = "read as 0..1 of the picture, but they look like pixels"
	}
	report(outside, "reach outside the picture", done)
	return boxes
}

// whole reports whether b has four numbers.
func whole(b loaders.Box) bool {
	s := b.X0 + b.Y0 + b.X1 + b.Y1
	return !math.IsNaN(s) && !math.IsInf(s, 0)
}

// leaves reports whether b reaches outside the picture by more than a
// pixel, or a hundredth of it.
func leaves(im *loaders.Image, b loaders.Box) bool {
	w, h, slack := 1.0, 1.0, 0.01
	if im.Units == loaders.Pixels {
		if im.Width <= 0 || im.Height <= 0 {
			return b.X0 < -1 || b.Y0 < -1
		}
		w, h, slack = float64(im.Width), float64(im.Height), 1
	}
	return b.X0 < -slack || b.Y0 < -slack || b.X1 > w+slack || b.Y1 > h+slack
}
