package screen

import (
	"image"
	"slices"
)

// coverCells returns disjoint rectangles, top to bottom, of exactly the cells for which want is
// true.
func coverCells(area image.Rectangle, isWanted func(x, y int) bool) []image.Rectangle {
	var done, open []image.Rectangle // open: those that end at the row above
	for y := area.Min.Y; y < area.Max.Y; y++ {
		var next []image.Rectangle
		for x := area.Min.X; x < area.Max.X; x++ {
			if !isWanted(x, y) {
				continue
			}
			start := x
			for x < area.Max.X && isWanted(x, y) {
				x++
			}
			next = append(next, growRectangle(&open, image.Rect(start, y, x, y+1)))
		}
		done = append(done, open...)
		open = next
	}
	return append(done, open...)
}

func growRectangle(openRectangles *[]image.Rectangle, cellRun image.Rectangle) image.Rectangle {
	for i, r := range *openRectangles {
		if r.Min.X == cellRun.Min.X && r.Max.X == cellRun.Max.X {
			*openRectangles = slices.Delete(*openRectangles, i, i+1)
			return r.Union(cellRun)
		}
	}
	return cellRun
}

// splitRectangles cuts rectangles to at most largestSize columns and rows; if either is not above 0
// there is no limit.
func splitRectangles(rectangles []image.Rectangle, largestSize image.Point) []image.Rectangle {
	if largestSize.X <= 0 || largestSize.Y <= 0 {
		return rectangles
	}
	var out []image.Rectangle
	for _, r := range rectangles {
		for y := r.Min.Y; y < r.Max.Y; y += largestSize.Y {
			for x := r.Min.X; x < r.Max.X; x += largestSize.X {
				out = append(out, image.Rect(x, y, x+largestSize.X, y+largestSize.Y).Intersect(r))
			}
		}
	}
	return out
}
