package results

import (
	"image"
	"math"

	"faithscope/loaders"
)

func toWhole(lengthShare float64, totalLength int) int {
	return int(lengthShare*float64(totalLength) + .5)
}

func drawOrder(n, chosenSeries int) []int {
	order := loaders.Indices(n)
	loaders.SortBy(order, func(i int) int { return loaders.IfElse(i == chosenSeries, 1, 0) })
	return order
}

// divideArea divides area into n parts, row by row, in as many columns as bring each closest to 3 to 2, the
// shape of a paper's figure; the first takes what the first row leaves. A unit of area is aspectRatio times as high as wide.
func divideArea(area image.Rectangle, n int, aspectRatio float64) (parts []image.Rectangle) {
	const shape = 1.5
	columns, best := 1, math.Inf(1)
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		off := math.Abs(math.Log(float64(area.Dx()) / float64(c) / (aspectRatio * float64(area.Dy()) / float64(rows)) / shape))
		if off < best {
			columns, best = c, off
		}
	}
	rows := (n + columns - 1) / max(1, columns)
	spare := rows*columns - n
	for i := range n {
		from, to := i+min(i, 1)*spare, i+spare
		x, y := from%columns, from/columns
		part := image.Rect(x*area.Dx()/columns, y*area.Dy()/rows, (to%columns+1)*area.Dx()/columns, (y+1)*area.Dy()/rows)
		parts = append(parts, part.Add(area.Min))
	}
	return parts
}
