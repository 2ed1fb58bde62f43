package record

import (
	"math"
	"slices"

	"faithscope/loaders"
)

// Known returns the number, ok false where there is none. A nil x is a key
// that is absent.
func (x *Real) Known() (_ float64, ok bool) {
	if x == nil || x.Missing() {
		return 0, false
	}
	return float64(*x), true
}

// maxSide bounds the side of a picture, in pixels.
const maxSide = 1 << 24

// Side returns the side of a picture in pixels, 0 for what is not one.
func (x Real) Side() int {
	if x >= 1 && x <= maxSide {
		return int(x)
	}
	return 0
}

// Corners returns left, top, right and bottom as a box. What is not four
// numbers becomes a box that [Record.Boxes] reports.
func (xs Reals) Corners() loaders.Box {
	if len(xs) != 4 {
		return loaders.Box{X0: math.NaN()}
	}
	return loaders.Box{X0: xs[0], Y0: xs[1], X1: xs[2], Y1: xs[3]}
}

// Sized returns left, top, width and height as a box, and is Corners
// otherwise.
func (xs Reals) Sized() loaders.Box {
	b := xs.Corners()
	b.X1 += b.X0
	b.Y1 += b.Y0
	return b
}

// Signed reports whether a score is below 0.
func Signed(scores []float64) bool {
	return slices.ContainsFunc(scores, func(x float64) bool { return x < 0 })
}

// Pairs is Spans for pairs of start and end, as JSON has them. Nil stays nil.
func (rec *Record) Pairs(what string, pairs [][]int, n int) []loaders.Span {
	if pairs == nil {
		return nil
	}
	spans := make([]loaders.Span, 0, len(pairs))
	for _, pair := range pairs {
		if len(pair) != 2 {
			rec.Problem(loaders.Say("%s: a span of %d numbers where 2 belong", what, len(pair)), loaders.Say("left out"))
			continue
		}
		spans = append(spans, loaders.Span{Start: pair[0], End: pair[1]})
	}
	return rec.Spans(what, spans, n)
}
