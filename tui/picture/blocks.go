package picture

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Grid is the number of columns and rows of pixels that one cell shows with
// block characters in two colours: 1×2 for half blocks, 2×2 for quadrants, 2×3
// for sextants and 2×4 for octants.
type Grid image.Point

var halfBlocks = Grid{1, 2}

// Blocks is a photo reduced to the few pixels that cells of text can show: with two
// colours each, two pixels, one above the other, or finer glyphs. It is immutable.
type Blocks struct {
	pix  *image.RGBA
	grid Grid            // pixels in a cell
	at   image.Rectangle // the photo, in pixels
	crop loaders.Box     // the part shown, in fractions; never empty
}

// NewBlocks fits the part crop of photo to an area of cells, each cell pixels
// large on the screen; a cell of (0, 0) is taken to be twice as high as it is
// wide. A nil photo gives a blank picture that fills the area. Cells is
// positive.
func NewBlocks(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Blocks {
	grid := cmp.Or(opt.Grid, halfBlocks)
	size := image.Pt(cells.X*grid.X, cells.Y*grid.Y)
	if photo == nil {
		return &Blocks{flat(size, opt.Blank), grid, image.Rectangle{Max: size}, whole}
	}
	if cell.X <= 0 || cell.Y <= 0 {
		cell = image.Pt(1, 2)
	}
	aspect := float64(cell.X*grid.Y) / float64(cell.Y*grid.X)
	part := partOf(photo.Rect, crop)
	at := Fit(part.Size(), size, aspect, grid)
	b := &Blocks{Scale(photo, part, size, at, opt.Ground), grid, at, fractions(part, photo.Rect)}
	if opt.Cube && grid == halfBlocks {
		dither(b.pix)
	}
	return b
}

// Size is roughly how many bytes of memory b takes.
func (b *Blocks) Size() int { return len(b.pix.Pix) }

// rows returns the cells, row by row. It calls block with the top left pixel of
// each cell.
func (b *Blocks) rows(block func(at image.Point) Block) [][]Block {
	return loaders.Fill(b.pix.Rect.Dy()/b.grid.Y, func(y int) []Block {
		return loaders.Fill(b.pix.Rect.Dx()/b.grid.X, func(x int) Block { return block(image.Pt(x*b.grid.X, y*b.grid.Y)) })
	})
}

// cells returns the cells that a box touches; it is empty if the box lies
// outside the picture.
func (b *Blocks) cells(box loaders.Box) image.Rectangle {
	r := pixelsOf(box, b.crop, b.at)
	if r.Empty() {
		return r
	}
	return image.Rect(r.Min.X/b.grid.X, r.Min.Y/b.grid.Y, (r.Max.X+b.grid.X-1)/b.grid.X, (r.Max.Y+b.grid.Y-1)/b.grid.Y)
}

// Mark returns the cells, row by row, with marks drawn over the picture: lines
// in box-drawing characters, labels as text.
func (b *Blocks) Mark(marks []widget.Mark) [][]Block {
	block := b.fit
	if b.grid == halfBlocks {
		block = func(at image.Point) Block {
			return Block{Top: b.pix.RGBAAt(at.X, at.Y), Bottom: b.pix.RGBAAt(at.X, at.Y+1)}
		}
	}
	rows := b.rows(block)
	sketch(rows, marks, b.cells)
	return rows
}

// mostPixels is the largest number of pixels in a cell.
const mostPixels = 8

// fit returns the glyph and the two colours that best represent the cell whose top left
// pixel is at: it divides the pixels into two groups so that the squared error is least.
func (b *Blocks) fit(at image.Point) Block {
	var (
		px      [mostPixels]color.RGBA
		sum, on [3]int // over all pixels, and over those in the foreground
		n       = b.grid.X * b.grid.Y
	)
	for i := range n {
		px[i] = b.pix.RGBAAt(at.X+i%b.grid.X, at.Y+i/b.grid.X)
		addTo(&sum, px[i], 1)
	}
	best, mask, count := explained(sum, n), 0, 0
	bestMask, bestOn, bestCount := 0, on, 0
	// The last pixel stays in the background, since the other half of the
	// divisions only exchange the colours. In Gray code order one pixel changes
	// sides at each step.
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
	return Block{Top: meanOf(bestOn, bestCount), Bottom: back, Letter: b.grid.glyph(bestMask), glyph: true}
}

func addTo(sum *[3]int, c color.RGBA, sign int) {
	sum[0] += sign * int(c.R)
	sum[1] += sign * int(c.G)
	sum[2] += sign * int(c.B)
}

// explained returns by how much the squared error of n pixels with the given
// sum falls when their mean represents them.
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

// quadrants is indexed by the quarters that are on: upper left 1, upper right
// 2, lower left 4, lower right 8.
var quadrants = [16]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// glyph returns the block character in which the pixels of mask are on. Bit 0
// is the top left pixel; the others follow row by row.
func (g Grid) glyph(mask int) rune {
	switch g.Y {
	case 2:
		return quadrants[mask]
	case 3:
		return sextants()[mask]
	}
	return octants()[mask]
}

// sextants holds the sextants of Unicode 13 and the older glyphs that they
// leave out.
var sextants = sync.OnceValue(func() []rune {
	return numbered(0x1FB00, map[int]rune{0: ' ', 0b010101: '▌', 0b101010: '▐', 0b111111: '█'}, 1<<6)
})

// octants holds the octants of Unicode 16 and the older glyphs that they leave
// out. A quadrant is an octant in which each half has two equal rows.
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

// numbered returns n glyphs by mask: those in before, and consecutive
// characters from first on for all other masks.
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

// The levels of a channel among the 256 colours of a terminal: the six levels
// of the colour cube, and those of the greys.
var (
	cubeLevels = []uint8{0, 95, 135, 175, 215, 255}
	greyLevels = func() []uint8 {
		levels := []uint8{0}
		for v := 8; v <= 238; v += 10 {
			levels = append(levels, uint8(v))
		}
		return append(levels, 255)
	}()
)

// bayer is the order in which the pixels of a four-by-four square take the
// colours of a mixture.
var bayer = [4][4]int{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

// mixSize is the number of pixels that together mix one colour.
const mixSize = 16

// contrast weighs the distance between each colour of a mixture and the target
// against the error of their mean. The pixels of blocks are large, so that a
// pattern of dark and light ones catches the eye before the colour it stands
// for.
const contrast = 0.03

// dither reduces pix to the 256 colours of a terminal. The dithering is
// ordered, so that flat areas stay flat and an unchanged photo gives unchanged
// cells. The algorithm is the second one in "Joel Yliluoma's arbitrary-palette
// positional dithering algorithm" (2011): a pixel's position picks one of the
// colours, sorted from dark to light, that together make up its own.
func dither(pix *image.RGBA) {
	w := pix.Rect.Dx()
	known := map[[3]uint8][mixSize][3]uint8{}
	for i := 0; i < len(pix.Pix); i += 4 {
		px := [3]uint8(pix.Pix[i : i+3])
		mix, ok := known[px]
		if !ok {
			mix = mixture(px)
			known[px] = mix
		}
		c := mix[bayer[i/4/w%4][i/4%w%4]]
		copy(pix.Pix[i:], c[:])
	}
}

// mixture returns the colours that mix to c, from dark to light.
func mixture(c [3]uint8) (mix [mixSize][3]uint8) {
	near := neighbours(c)
	var sum [3]int
	for n := range mix {
		best, least := 0, math.Inf(1)
		for k, other := range near {
			far := 0.0
			for ch := range c {
				missed := float64(sum[ch]+int(other[ch]))/float64(n+1) - float64(c[ch])
				apart := float64(other[ch]) - float64(c[ch])
				far += missed*missed + contrast*apart*apart
			}
			if far < least {
				best, least = k, far
			}
		}
		mix[n] = near[best]
		for ch := range sum {
			sum[ch] += int(near[best][ch])
		}
	}
	slices.SortStableFunc(mix[:], func(a, b [3]uint8) int { return cmp.Compare(lightness(a), lightness(b)) })
	return mix
}

func lightness(c [3]uint8) int { return int(luma(color.RGBA{c[0], c[1], c[2], 255})) }

// neighbours returns the colours of the cube around c and the greys just below
// and above its lightness.
func neighbours(c [3]uint8) [][3]uint8 {
	var sides [3][2]uint8
	for k, v := range c {
		sides[k] = around(cubeLevels, v)
	}
	near := loaders.Fill(8, func(i int) [3]uint8 { return [3]uint8{sides[0][i&1], sides[1][i>>1&1], sides[2][i>>2]} })
	for _, v := range around(greyLevels, uint8(lightness(c))) {
		near = append(near, [3]uint8{v, v, v})
	}
	return near
}

// around returns the levels just below and above v, or v twice if it is a level
// itself.
func around(levels []uint8, v uint8) [2]uint8 {
	i, exact := slices.BinarySearch(levels, v)
	if exact {
		return [2]uint8{v, v}
	}
	return [2]uint8{levels[i-1], levels[i]}
}
