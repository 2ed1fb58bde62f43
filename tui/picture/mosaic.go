package picture

import (
	"image"
	"image/color"
	"sync"
)

// PixelGrid is the number of columns and rows of pixels in a cell: 1×2 for half blocks, 2×2 for
// quadrants, 2×3 for sextants and 2×4 for octants.
type PixelGrid image.Point

var halfBlocks = PixelGrid{1, 2}

const mostPixels = 8

func addTo(channelSums *[3]int, c color.RGBA, plusOrMinus int) {
	channelSums[0] += plusOrMinus * int(c.R)
	channelSums[1] += plusOrMinus * int(c.G)
	channelSums[2] += plusOrMinus * int(c.B)
}

// explainedError requires that n is not 0, like meanOf.
func explainedError(channelSums [3]int, n int) float64 {
	return float64(channelSums[0]*channelSums[0]+channelSums[1]*channelSums[1]+channelSums[2]*channelSums[2]) / float64(n)
}

func meanOf(channelSums [3]int, n int) color.RGBA {
	at := func(v int) uint8 { return uint8((v + n/2) / n) }
	return color.RGBA{at(channelSums[0]), at(channelSums[1]), at(channelSums[2]), 255}
}

// quadrants is indexed by the quarters that are on: upper left 1, upper right 2, lower left 4,
// lower right 8.
var quadrants = [16]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// glyphOf takes bit 0 of pixelMask for the top left pixel; the others follow row by row.
func (g PixelGrid) glyphOf(pixelMask int) rune {
	switch g.Y {
	case 2:
		return quadrants[pixelMask]
	case 3:
		return sextants()[pixelMask]
	}
	return octants()[pixelMask]
}

// sextants holds Unicode 13's sextants and the older glyphs that they leave out.
var sextants = sync.OnceValue(func() []rune {
	return numberedGlyphs(0x1FB00, map[int]rune{0: ' ', 0b010101: '▌', 0b101010: '▐', 0b111111: '█'}, 1<<6)
})

// octants holds Unicode 16's octants and the older glyphs that they leave out. A quadrant is an
// octant in which each half has two equal rows.
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
	return numberedGlyphs(0x1CD00, before, 1<<8)
})

// numberedGlyphs takes from glyphsByMask the glyphs that Unicode had already, because it skipped them
// when it numbered the others from firstGlyph on.
func numberedGlyphs(firstGlyph rune, glyphsByMask map[int]rune, n int) []rune {
	all := make([]rune, n)
	for mask := range all {
		r, there := glyphsByMask[mask]
		if !there {
			r = firstGlyph
			firstGlyph++
		}
		all[mask] = r
	}
	return all
}
