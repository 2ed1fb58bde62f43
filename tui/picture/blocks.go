package picture

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Blocks is a photo made ready for an area of cells of two colours each: two
// pixels, one above the other, or glyphs that are finer. It does not change.
type Blocks struct{ coarse }

// NewBlocks fits the part crop of photo to cells, where a cell is cell pixels
// large on the screen; (0, 0) stands for twice as high as wide. A nil photo is
// a blank one that fills all cells. Cells is positive.
func NewBlocks(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Blocks {
	b := &Blocks{newCoarse(photo, crop, cells, cell, opt)}
	if opt.Cube && photo != nil && b.grid == halfBlocks {
		dither(b.pix)
	}
	return b
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
