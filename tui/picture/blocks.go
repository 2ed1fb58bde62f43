package picture

import (
	"cmp"
	"image"
	"image/color"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Blocks is a photo reduced to two colours for each cell of text. It is immutable.
type Blocks struct {
	pix  *image.RGBA
	grid Grid            // pixels in a cell
	at   image.Rectangle // the photo, in pixels
	crop loaders.Box     // the part shown, in fractions; never empty
}

// NewBlocks fits the part crop of photo to an area of cells, each cell pixels large; (0, 0) means
// twice as high as wide. A nil photo is a blank picture. cells is positive.
func NewBlocks(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Blocks {
	grid := cmp.Or(opt.Grid, halfBlocks)
	size := image.Pt(cells.X*grid.X, cells.Y*grid.Y)
	if photo == nil {
		return &Blocks{flatPicture(size, opt.Blank), grid, image.Rectangle{Max: size}, whole}
	}
	if cell.X <= 0 || cell.Y <= 0 {
		cell = image.Pt(1, 2)
	}
	aspect := float64(cell.X*grid.Y) / float64(cell.Y*grid.X)
	part := partOf(photo.Rect, crop)
	at := fitPicture(part.Size(), size, aspect, grid)
	b := &Blocks{scalePhoto(photo, part, size, at, opt.Ground), grid, at, fractionsOf(part, photo.Rect)}
	if opt.Cube && grid == halfBlocks {
		dither(b.pix)
	}
	return b
}

// Size returns roughly how many bytes of memory b takes.
func (b *Blocks) Size() int { return len(b.pix.Pix) }

// cellRows leaves cells around the photo zero: they keep the terminal's colour, which may differ
// from the ground.
func (b *Blocks) cellRows(block func(cell image.Point) Block) [][]Block {
	return loaders.Fill(b.pix.Rect.Dy()/b.grid.Y, func(y int) []Block {
		return loaders.Fill(b.pix.Rect.Dx()/b.grid.X, func(x int) (own Block) {
			if at := image.Pt(x*b.grid.X, y*b.grid.Y); at.In(b.at) {
				own = block(at)
			}
			return own
		})
	})
}

func (b *Blocks) cellsUnder(box loaders.Box) image.Rectangle {
	r := pixelsOf(box, b.crop, b.at)
	if r.Empty() {
		return r
	}
	return image.Rect(r.Min.X/b.grid.X, r.Min.Y/b.grid.Y, (r.Max.X+b.grid.X-1)/b.grid.X, (r.Max.Y+b.grid.Y-1)/b.grid.Y)
}

// Mark returns the cells, row by row, with few boxes besides gold and the selected one. b doesn't
// change.
func (b *Blocks) Mark(marks []widget.Mark) [][]Block {
	block := b.fitGlyph
	if b.grid == halfBlocks {
		block = func(cell image.Point) Block {
			return Block{Top: b.pix.RGBAAt(cell.X, cell.Y), Bottom: b.pix.RGBAAt(cell.X, cell.Y+1)}
		}
	}
	rows := b.cellRows(block)
	sketchMarks(rows, marks, b.cellsUnder)
	return rows
}

// fitGlyph divides a cell's pixels into two groups with the least squared error.
func (b *Blocks) fitGlyph(cell image.Point) Block {
	var (
		px      [mostPixels]color.RGBA
		sum, on [3]int // over all pixels, and over those in the foreground
		n       = b.grid.X * b.grid.Y
	)
	for i := range n {
		px[i] = b.pix.RGBAAt(cell.X+i%b.grid.X, cell.Y+i/b.grid.X)
		addTo(&sum, px[i], 1)
	}
	best, mask, count := explainedError(sum, n), 0, 0
	bestMask, bestOn, bestCount := 0, on, 0
	// The last pixel stays in the background because the other divisions only exchange the colours.
	// In Gray code order one pixel changes sides at each step.
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
		if e := explainedError(on, count) + explainedError(off, n-count); e > best {
			best, bestMask, bestOn, bestCount = e, mask, on, count
		}
	}
	off := [3]int{sum[0] - bestOn[0], sum[1] - bestOn[1], sum[2] - bestOn[2]}
	back := meanOf(off, n-bestCount)
	if bestMask == 0 {
		return Block{Top: back, Bottom: back, Letter: ' ', glyph: true}
	}
	return Block{Top: meanOf(bestOn, bestCount), Bottom: back, Letter: b.grid.glyphOf(bestMask), glyph: true}
}
