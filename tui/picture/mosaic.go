package picture

import (
	"image"
	"image/color"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Mosaic is a photo made ready for cells of two colours each, whose glyphs are
// finer than half a cell. It does not change.
type Mosaic struct{ coarse }

// NewMosaic is [NewBlocks] for cells of grid pixels each.
func NewMosaic(photo *image.RGBA, crop loaders.Box, cells image.Point, grid Grid, cell image.Point, opt Options) *Mosaic {
	return &Mosaic{newCoarse(photo, crop, cells, grid, cell, opt)}
}

// Mark returns the cells, row by row, with marks drawn over the picture: each
// is a glyph in two colours; lines and labels are text.
func (m *Mosaic) Mark(marks []widget.Mark) [][]Block {
	rows := m.rows(func(x, y int) Block {
		b := m.fit(m.pix, image.Pt(x, y))
		b.glyph = true
		return b
	})
	sketch(rows, marks, m.cells)
	return rows
}

// mostPixels is how many pixels a cell has at most.
const mostPixels = 8

// fit returns the glyph and the two colours that are nearest to the pixels of
// the cell at at: of all ways to part them in two, the one with the least
// squared error.
func (m *Mosaic) fit(pix *image.RGBA, at image.Point) Block {
	var (
		px      [mostPixels]color.RGBA
		sum, on [3]int // of all pixels, of those in the foreground
		n       = m.grid.X * m.grid.Y
	)
	for i := range n {
		px[i] = pix.RGBAAt(at.X+i%m.grid.X, at.Y+i/m.grid.X)
		addTo(&sum, px[i], 1)
	}
	best, mask, count := explained(sum, n), 0, 0
	bestMask, bestOn, bestCount := 0, on, 0
	// The last pixel stays in the background: the other half of the ways are
	// the same with the colours exchanged. Neighbours in Gray's order differ by
	// one pixel.
	for k := 1; k < 1<<(n-1); k++ {
		flip := 0
		for k>>flip&1 == 0 {
			flip++
		}
		mask ^= 1 << flip
		sign := -1
		if mask>>flip&1 == 1 {
			sign = 1
		}
		addTo(&on, px[flip], sign)
		count += sign
		off := [3]int{sum[0] - on[0], sum[1] - on[1], sum[2] - on[2]}
		if e := explained(on, count) + explained(off, n-count); e > best {
			best, bestMask, bestOn, bestCount = e, mask, on, count
		}
	}
	off := [3]int{sum[0] - bestOn[0], sum[1] - bestOn[1], sum[2] - bestOn[2]}
	back := meanOf(off, n-bestCount)
	if bestMask == 0 {
		return Block{Top: back, Bottom: back, Letter: ' '}
	}
	return Block{Top: meanOf(bestOn, bestCount), Bottom: back, Letter: m.grid.glyph(bestMask)}
}

func addTo(sum *[3]int, c color.RGBA, sign int) {
	sum[0] += sign * int(c.R)
	sum[1] += sign * int(c.G)
	sum[2] += sign * int(c.B)
}

// explained is what n pixels of that sum lose of their squared error when
// their mean stands for them.
func explained(sum [3]int, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(sum[0]*sum[0]+sum[1]*sum[1]+sum[2]*sum[2]) / float64(n)
}

func meanOf(sum [3]int, n int) color.RGBA {
	at := func(v int) uint8 { return uint8((v + n/2) / n) }
	return color.RGBA{at(sum[0]), at(sum[1]), at(sum[2]), 255}
}

// quadrants by which quarters are on: upper left 1, upper right 2, lower left
// 4, lower right 8.
var quadrants = [16]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// glyph is the block whose pixels in mask are on, from the top left one in
// bit 0, row by row.
func (g Grid) glyph(mask int) rune {
	switch g.Y {
	case 2:
		return quadrants[mask]
	case 3:
		return sextant(mask)
	}
	return octant(mask)
}

// sextant counts the block sextants of Unicode 13, from which the glyphs that
// there were before are left out.
func sextant(mask int) rune {
	const left, right, full = 0b010101, 0b101010, 0b111111
	switch mask {
	case 0:
		return ' '
	case left:
		return '▌'
	case right:
		return '▐'
	case full:
		return '█'
	}
	r := rune(0x1FB00 + mask - 1)
	if mask > left {
		r--
	}
	if mask > right {
		r--
	}
	return r
}

// octant counts the block octants of Unicode 16, from which the glyphs that
// there were before are left out.
func octant(mask int) rune {
	if r, ok := beforeOctants(mask); ok {
		return r
	}
	r := rune(0x1CD00)
	for m := range mask {
		if _, ok := beforeOctants(m); !ok {
			r++
		}
	}
	return r
}

// beforeOctants returns the glyph of a mask that is not a block octant.
func beforeOctants(mask int) (rune, bool) {
	switch mask {
	case 0b00000001:
		return '\U0001CEA8', true
	case 0b00000010:
		return '\U0001CEAB', true
	case 0b01000000:
		return '\U0001CEA3', true
	case 0b10000000:
		return '\U0001CEA0', true
	case 0b00010100:
		return '\U0001FBE6', true
	case 0b00101000:
		return '\U0001FBE7', true
	case 0b00000011:
		return '\U0001FB82', true
	case 0b00111111:
		return '\U0001FB85', true
	case 0b11000000:
		return '▂', true
	case 0b11111100:
		return '▆', true
	}
	// Quadrants have equal rows in both halves.
	if upper, lower := mask&0b1111, mask>>4; upper&3 == upper>>2 && lower&3 == lower>>2 {
		return quadrants[upper&3|lower&3<<2], true
	}
	return 0, false
}
