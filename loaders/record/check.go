package record

import (
	"faithscope/loaders"
)

// Pairs returns [start, end] pairs as spans within n tokens. Pairs that are empty, reversed,
// outside or not two numbers are a problem called fieldName and left out. Nil and a list without good
// pairs are nil.
func (rec *Record) Pairs(fieldName string, startEndPairs [][]int, n int) []loaders.Span {
	if startEndPairs == nil {
		return nil
	}
	good := make([]loaders.Span, 0, len(startEndPairs))
	for _, p := range startEndPairs {
		switch s, ok := SpanOf(p, n); {
		case len(p) != 2:
			rec.Problem("%s: a span has %d numbers instead of 2; left out", fieldName, len(p))
		case !ok || s.Start == s.End:
			rec.Problem("%s: invalid span %d to %d in a text of %d tokens; left out", fieldName, p[0], p[1], n)
		default:
			good = append(good, s)
		}
	}
	if len(good) == 0 && len(startEndPairs) > 0 {
		return nil // empty would mean that nothing is to be found
	}
	return good
}

// Probabilities checks n probabilities called fieldName ("module 3 find, image 0"). A wrong length or a
// missing number is a problem and nil. Numbers outside 0..1 by more than rounding are a problem and
// clamped, in a copy.
func (rec *Record) Probabilities(fieldName string, p []float64, n int) []float64 {
	if len(p) != n {
		rec.Problem("%s: wrong number of probabilities: %d, expected %d; treated as missing", fieldName, len(p), n)
		return nil
	}
	if p = rec.checkFinite(fieldName, p); p == nil {
		return nil
	}
	outside := loaders.CountFunc(p, func(x float64) bool { return x < -rounding || x > 1+rounding })
	if outside == 0 {
		return p
	}
	rec.Problem("%s: %d of %d probabilities are outside 0..1; clamped to 0..1", fieldName, outside, n)
	return loaders.Map(p, func(x float64) float64 { return min(max(x, 0), 1) })
}

// rounding allows for float32 arithmetic and small constants of models.
const rounding = 1e-4

// Score sets a score. Nil does nothing; a missing number is a problem.
func (rec *Record) Score(a *loaders.Answer, scoreName string, x *LenientNumber) {
	if number, ok := x.Known(); ok {
		a.Score(scoreName, number)
	} else if x != nil {
		rec.Problem("%s is not a number; left out", scoreName)
	}
}

// Probability is [Record.Probabilities] for one number; nil if it is not a number.
func (rec *Record) Probability(fieldName string, p float64) *float64 {
	if checked := rec.Probabilities(fieldName, []float64{p}, 1); checked != nil {
		return &checked[0]
	}
	return nil
}

// Options pairs names with [Record.Probabilities]; nil if their numbers differ or one is missing.
func (rec *Record) Options(fieldName string, optionNames []string, p []float64) (options []loaders.Option) {
	for i, x := range rec.Probabilities(fieldName, p, len(optionNames)) {
		options = append(options, loaders.Option{Name: optionNames[i], Probability: x})
	}
	return options
}

// Weights checks n weights of any sign and size. A wrong length or a missing number is a problem
// and nil; n < 0 allows any length.
func (rec *Record) Weights(fieldName string, w []float64, n int) []float64 {
	if n >= 0 && len(w) != n {
		rec.Problem("%s: wrong number of weights: %d, expected %d; treated as missing", fieldName, len(w), n)
		return nil
	}
	return rec.checkFinite(fieldName, w)
}

func (rec *Record) checkFinite(fieldName string, numbers []float64) []float64 {
	if missing := len(numbers) - loaders.CountFunc(numbers, loaders.IsFinite); missing > 0 {
		rec.Problem("%s: %d of %d are not numbers; all treated as missing", fieldName, missing, len(numbers))
		return nil
	}
	return numbers
}

// Boxes checks im's boxes in place. One with a coordinate that is not a number becomes zero, which
// is padding. Inverted, flat and outside boxes are kept, because clipping would change their IoU.
// All are problems, zero boxes aren't.
func (rec *Record) Boxes(fieldName string, im *loaders.Image, boxes []loaders.Box) []loaders.Box {
	var broken, inverted, flat, outside int
	pixels := false
	for i, b := range boxes {
		switch {
		case !isComplete(b):
			boxes[i] = loaders.Box{}
			broken++
		case b == loaders.Box{}:
		case b.X1 < b.X0 || b.Y1 < b.Y0:
			inverted++
		case b.X1 == b.X0 || b.Y1 == b.Y0:
			flat++
		case exceedsPicture(im, b):
			outside++
			pixels = pixels || im.Units == loaders.Fraction && max(b.X1, b.Y1) > 2
		}
	}
	report := func(n int, wrong string) {
		if n > 0 {
			rec.Problem("%s: %d of %d boxes "+wrong, fieldName, n, len(boxes))
		}
	}
	report(broken, "do not have four numbers; they match nothing")
	report(inverted, "are inverted; they have no area and match nothing")
	report(flat, "have no width or no height; they match nothing")
	report(outside, "reach outside the picture; "+loaders.IfElse(pixels, "read as 0..1 of the picture, but they look like pixels",
		"kept as they are and drawn up to its edge"))
	return boxes
}

func isComplete(b loaders.Box) bool {
	return loaders.IsFinite(b.X0 + b.Y0 + b.X1 + b.Y1)
}

func exceedsPicture(im *loaders.Image, b loaders.Box) bool {
	w, h, slack := 1.0, 1.0, 0.01
	if im.Units == loaders.Pixels {
		if im.Width <= 0 || im.Height <= 0 {
			return b.X0 < -1 || b.Y0 < -1
		}
		w, h, slack = float64(im.Width), float64(im.Height), 1
	}
	return b.X0 < -slack || b.Y0 < -slack || b.X1 > w+slack || b.Y1 > h+slack
}
