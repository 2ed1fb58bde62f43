package loaders

import (
	"math"
	"slices"
)

// IsSame reports whether two have the same gold, boxes within the digits that formats write, in the same units. Gold of another
// kind counts as the same, because a run may lack one.
func (g *Gold) IsSame(other *Gold, units Units) bool {
	boxes := func(x *Gold) (numbers []float64) {
		for _, image := range x.Boxes {
			numbers = append(numbers, float64(len(image)))
			for _, b := range image {
				numbers = append(numbers, b.X0, b.Y0, b.X1, b.Y1)
			}
		}
		return numbers
	}
	const digits, pixel = 2e-3, 1
	isSame := AreNear(boxes(g), boxes(other), IfElse(units == Pixels, pixel, digits)) && slices.Equal(g.Spans, other.Spans) &&
		EqualValues(g.Value, other.Value) && EqualValues(g.Text, other.Text)
	return g.Kind() != other.Kind() || isSame && (g.Verdict == nil || g.Verdict.Verdict == other.Verdict.Verdict)
}

// AreNear compares numbers, allowing for the digits that a format writes.
func AreNear(numbers, others []float64, tolerance float64) bool {
	return slices.EqualFunc(numbers, others, func(x, y float64) bool { return math.Abs(x-y) <= tolerance })
}

// EqualValues compares what both have.
func EqualValues[T comparable](x, y *T) bool { return x == nil || y == nil || *x == *y }
