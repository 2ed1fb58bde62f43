package picture

import (
	"cmp"
	"image"
	"slices"

	"faithscope/loaders"
)

func (b colourBox) setTags(indexByBin []uint8, colorIndex uint8) {
	for r := b.lo[0] + 1; r <= b.hi[0]; r++ {
		for g := b.lo[1] + 1; g <= b.hi[1]; g++ {
			row := indexByBin[binIndex(r, g, b.lo[2]+1) : binIndex(r, g, b.hi[2])+1]
			for i := range row {
				row[i] = colorIndex
			}
		}
	}
}

// side is the number of bins along an axis plus one for a zero plane before them.
const side = 33

// colourMoments is a set of pixels' number, channels and their squares, summed up.
type colourMoments struct {
	n, r, g, b, sq int64
}

// count adds a pixel, whose first bytes are red, green and blue.
func (m *colourMoments) count(pixel []uint8) {
	r, g, b := int64(pixel[0]), int64(pixel[1]), int64(pixel[2])
	m.n++
	m.r += r
	m.g += g
	m.b += b
	m.sq += r*r + g*g + b*b
}

func (m colourMoments) add(o colourMoments) colourMoments {
	return colourMoments{m.n + o.n, m.r + o.r, m.g + o.g, m.b + o.b, m.sq + o.sq}
}

// sub requires o's pixels to be among m's.
func (m colourMoments) sub(o colourMoments) colourMoments {
	return colourMoments{m.n - o.n, m.r - o.r, m.g - o.g, m.b - o.b, m.sq - o.sq}
}

// spreadOf returns the part of the squares that the mean explains. m.n must be above 0.
func (m colourMoments) spreadOf() float64 {
	r, g, b := float64(m.r), float64(m.g), float64(m.b)
	return (float64(r*r) + float64(g*g) + float64(b*b)) / float64(m.n)
}

func (m colourMoments) variance() float64 {
	if m.n == 0 {
		return 0
	}
	return float64(m.sq) - m.spreadOf()
}

func (m colourMoments) mean() (r, g, b float64) {
	if m.n == 0 {
		return 0, 0, 0
	}
	n := float64(m.n)
	return float64(m.r) / n, float64(m.g) / n, float64(m.b) / n
}

// colourHistogram is a histogram of colours; [colourHistogram.sumBins] makes it cumulative.
type colourHistogram []colourMoments

func binIndex(r, g, b int) int { return (r*side+g)*side + b }

func binOf(pixel []uint8) int {
	return binIndex(int(pixel[0]>>3)+1, int(pixel[1]>>3)+1, int(pixel[2]>>3)+1)
}

func newCube(img *image.RGBA) colourHistogram {
	c := make(colourHistogram, side*side*side)
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:img.Rect.Dx()*4]
		for i := 0; i+3 < len(row); i += 4 {
			c[binOf(row[i:])].count(row[i:])
		}
	}
	return c
}

func (c colourHistogram) sumBins() {
	for _, step := range [3]int{1, side, side * side} {
		for i := step; i < len(c); i++ {
			if i/step%side != 0 {
				c[i] = c[i].add(c[i-step])
			}
		}
	}
}

// colourBox is a box of bins: on each axis those above lo, up to and including hi.
type colourBox struct{ lo, hi [3]int }

// momentOf uses the box's eight corners; c must be cumulative.
func (c colourHistogram) momentOf(b colourBox) colourMoments {
	face := func(r int) colourMoments {
		return c[binIndex(r, b.hi[1], b.hi[2])].add(c[binIndex(r, b.lo[1], b.lo[2])]).
			sub(c[binIndex(r, b.lo[1], b.hi[2])]).sub(c[binIndex(r, b.hi[1], b.lo[2])])
	}
	return face(b.hi[0]).sub(face(b.lo[0]))
}

func (c colourHistogram) cutBox(b colourBox) (low, high colourBox, ok bool) {
	all := c.momentOf(b)
	best, bestAxis, bestAt := 0.0, 0, 0
	for axis := range 3 {
		for p := b.lo[axis] + 1; p < b.hi[axis]; p++ {
			part := b
			part.hi[axis] = p
			half := c.momentOf(part)
			rest := all.sub(half)
			if half.n == 0 || rest.n == 0 {
				continue
			}
			if s := half.spreadOf() + rest.spreadOf(); s > best {
				best, bestAxis, bestAt = s, axis, p
			}
		}
	}
	if bestAt == 0 {
		return b, b, false
	}
	low, high = b, b
	low.hi[bestAxis], high.lo[bestAxis] = bestAt, bestAt
	return low, high, true
}

// partitionBoxes cuts the box with the greatest squared error first, as Wu's quantiser does. c must be
// cumulative.
func (c colourHistogram) partitionBoxes(n int) []colourBox {
	type candidate struct {
		colourBox
		variance float64
	}
	all := colourBox{hi: [3]int{side - 1, side - 1, side - 1}}
	open := []candidate{{all, c.momentOf(all).variance()}}
	var done []colourBox
	for len(open) > 0 && len(open)+len(done) < n {
		i := slices.Index(open, slices.MaxFunc(open, func(a, b candidate) int { return cmp.Compare(a.variance, b.variance) }))
		low, high, ok := c.cutBox(open[i].colourBox)
		if !ok {
			done = append(done, open[i].colourBox)
			open = slices.Delete(open, i, i+1)
			continue
		}
		open[i] = candidate{low, c.momentOf(low).variance()}
		open = append(open, candidate{high, c.momentOf(high).variance()})
	}
	return append(done, loaders.Map(open, func(o candidate) colourBox { return o.colourBox })...)
}
