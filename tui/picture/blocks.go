package picture

import (
	"cmp"
	"image"
	"image/color"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// BlockPhoto is a photo reduced to two colours for each cell of text. It is immutable.
type BlockPhoto struct {
	placedPhoto
	pix  *image.RGBA
	grid PixelGrid // pixels in a cell
}

// NewBlocks fits the part cropBox of photo to an area of gridSize cells, each cellSize pixels large;
// (0, 0) means twice as high as wide. A nil photo is a blank picture. gridSize is positive.
func NewBlocks(photo *image.RGBA, cropBox loaders.Box, gridSize, cellSize image.Point, pictureOptions Options) *BlockPhoto {
	grid := cmp.Or(pictureOptions.Grid, halfBlocks)
	if cellSize.X <= 0 || cellSize.Y <= 0 {
		cellSize = image.Pt(1, 2)
	}
	aspect := float64(cellSize.X*grid.Y) / float64(cellSize.Y*grid.X)
	scaled, placed := placePhoto(photo, cropBox, timesPoint(gridSize, image.Point(grid)), aspect, grid, pictureOptions)
	b := &BlockPhoto{placed, scaled, grid}
	if photo != nil && pictureOptions.Cube && grid == halfBlocks {
		dither(b.pix)
	}
	return b
}

// Size returns roughly how many bytes of memory b takes.
func (b *BlockPhoto) Size() int { return len(b.pix.Pix) }

// Mark returns the cells, row by row, with few boxes besides gold and the selected one. Cells around the
// photo are zero: they keep the terminal's colour, which may differ from the ground. b doesn't change.
func (b *BlockPhoto) Mark(boxMarks []widget.BoxMark) [][]CellBlock {
	rows := loaders.Fill(b.pix.Rect.Dy()/b.grid.Y, func(y int) []CellBlock {
		return loaders.Fill(b.pix.Rect.Dx()/b.grid.X, func(x int) CellBlock { return b.blockAt(image.Pt(x*b.grid.X, y*b.grid.Y)) })
	})
	sketchMarks(rows, boxMarks, func(imageBox loaders.Box) image.Rectangle {
		return cellsTouched(b.pixelsOf(imageBox), image.Point(b.grid))
	})
	return rows
}

func (b *BlockPhoto) blockAt(cell image.Point) CellBlock {
	switch {
	case !cell.In(b.at):
		return CellBlock{}
	case b.grid == halfBlocks:
		return CellBlock{Top: b.pix.RGBAAt(cell.X, cell.Y), Bottom: b.pix.RGBAAt(cell.X, cell.Y+1)}
	}
	return b.fitGlyph(cell)
}

// fitGlyph divides a cell's pixels into two groups with the least squared error, because a character
// has only two colours.
func (b *BlockPhoto) fitGlyph(cellSize image.Point) CellBlock {
	var (
		px      [mostPixels]color.RGBA
		sum, on [3]int // over all pixels, and over those in the foreground
		n       = b.grid.X * b.grid.Y
	)
	for i := range n {
		px[i] = b.pix.RGBAAt(cellSize.X+i%b.grid.X, cellSize.Y+i/b.grid.X)
		addTo(&sum, px[i], 1)
	}
	best, mask, count := explainedError(sum, n), 0, 0
	bestMask, bestOn, bestOff, bestCount := 0, on, sum, 0
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
			best, bestMask, bestOn, bestOff, bestCount = e, mask, on, off, count
		}
	}
	back := meanOf(bestOff, n-bestCount)
	if bestMask == 0 {
		return CellBlock{Top: back, Bottom: back, Letter: ' '}
	}
	return CellBlock{Top: meanOf(bestOn, bestCount), Bottom: back, Letter: b.grid.glyphOf(bestMask)}
}
