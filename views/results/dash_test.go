package results

import (
	"image"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// A line in steps of a pixel has the dashes of one in a single step.
func TestShortStepsAreDashedLikeLongOnes(t *testing.T) {
	const length = 120
	steps := loaders.Fill(length+1, func(i int) image.Point { return image.Pt(i, 0) })
	for _, line := range [][]image.Point{steps, {{}, {length, 0}}} {
		pieces := cutDashes(line, []float64{10, 3, 2, 3})
		if len(pieces) != 13 {
			t.Fatalf("%d pieces of a line of %d points, want 13: %v", len(pieces), len(line), pieces)
		}
		for i, piece := range pieces {
			from, to := piece[0].X, piece[len(piece)-1].X
			check.Equal(t, "start", from, 18*(i/2)+13*(i%2), "of piece", i)
			check.Equal(t, "end", to, 18*(i/2)+loaders.IfElse(i%2 == 0, 10, 15), "of piece", i)
		}
	}
	if pieces := cutDashes(steps, nil); len(pieces) != 1 || len(pieces[0]) != len(steps) {
		t.Errorf("%d pieces of a line without a pattern, want the line", len(pieces))
	}
}
