package picture

import (
	"image"
	"image/color"
	"sync"
)

// mostPixels is how many pixels a cell has at most.
const mostPixels = 8

// fit returns the glyph and the two colours that are nearest to the pixels of
// the cell at at: of all ways to part them in two, the one with the least
// squared error.
func (m *coarse) fit(at image.Point) Block {
	var (
		px      [mostPixels]color.RGBA
		sum, on [3]int // of all pixels, of those in the foreground
		n       = m.grid.X * m.grid.Y
	)
	for i := range n {
		px[i] = m.pix.RGBAAt(at.X+i%m.grid.X, at.Y+i/m.grid.X)
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
		return Block{Top: back, Bottom: back, Letter: ' ', glyph: true}
	}
	return Block{Top: meanOf(bestOn, bestCount), Bottom: back, Letter: m.grid.glyph(bestMask), glyph: true}
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
		return sextants()[mask]
	}
	return octants()[mask]
}

// sextants are those of Unicode 13, and the glyphs that there were before.
var sextants = sync.OnceValue(func() []rune {
	return numbered(0x1FB00, map[int]rune{0: ' ', 0b010101: '▌', 0b101010: '▐', 0b111111: '█'}, 1<<6)
})

// octants are those of Unicode 16, and the glyphs that there were before: of
// quadrants both halves have equal rows.
var octants = sync.OnceValue(func() []rune {
	before := map[int]rune{
		0b00000001: '\U0001CEA8', 0b00000010: '\U0001CEAB', 0b01000000: '\U0001CEA3', 0b10000000: '\U0001CEA0',
		0b00010100: '\U0001FBE6', 0b00101000: '\U0001FBE7', 0b00000011: '\U0001FB82', 0b00111111: '\U0001FB85',
		0b11000000: '▂', 0b11111100: '▆',
	}
	for quarters, r := range quadrants {
		upper, lower := quarters&3, quarters>>2
		before[upper|upper<<2|lower<<4|lower<<6] = r
	}
	return numbered(0x1CD00, before, 1<<8)
})

// numbered returns n glyphs by their masks, which are numbered from first on but
// for those that there were before.
func numbered(first rune, before map[int]rune, n int) []rune {
	all := make([]rune, n)
	for mask := range all {
		r, there := before[mask]
		if !there {
			r = first
			first++
		}
		all[mask] = r
	}
	return all
}
