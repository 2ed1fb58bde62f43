package screen

import (
	"image"
	"slices"
)

// coverCells returns disjoint rectangles, top to bottom, of exactly the cells for which want is
// true.
func coverCells(area image.Rectangle, want func(x, y int) bool) []image.Rectangle {
	var done, open []image.Rectangle // open: those that end at the row above
	for y := area.Min.Y; y < area.Max.Y; y++ {
		var next []image.Rectangle
		for x := area.Min.X; x < area.Max.X; x++ {
			if !want(x, y) {
				continue
			}
			start := x
			for x < area.Max.X && want(x, y) {
				x++
			}
			next = append(next, growRectangle(&open, image.Rect(start, y, x, y+1)))
		}
		done = append(done, open...)
		open = next
	}
	return append(done, open...)
}

func growRectangle(open *[]image.Rectangle, run image.Rectangle) image.Rectangle {
	for i, r := range *open {
		if r.Min.X == run.Min.X && r.Max.X == run.Max.X {
			*open = slices.Delete(*open, i, i+1)
			return r.Union(run)
		}
	}
	return run
}

// splitRectangles cuts rects to at most largest columns and rows; if either is not above 0 there is
// no limit.
func splitRectangles(rects []image.Rectangle, largest image.Point) []image.Rectangle {
	if largest.X <= 0 || largest.Y <= 0 {
		return rects
	}
	var out []image.Rectangle
	for _, r := range rects {
		for y := r.Min.Y; y < r.Max.Y; y += largest.Y {
			for x := r.Min.X; x < r.Max.X; x += largest.X {
				out = append(out, image.Rect(x, y, x+largest.X, y+largest.Y).Intersect(r))
			}
		}
	}
	return out
}
