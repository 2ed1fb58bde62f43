package picture

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Blocks is a photo made ready for an area of cells of which each shows two
// pixels, one above the other. It does not change.
type Blocks struct{ coarse }

// NewBlocks fits the part crop of photo to cells, where a cell is cell pixels
// large on the screen; (0, 0) stands for twice as high as wide. A nil photo is
// a blank one that fills all cells. Cells is positive.
func NewBlocks(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Blocks {
	b := &Blocks{newCoarse(photo, crop, cells, Grid{X: 1, Y: 2}, cell, opt)}
	if opt.Cube && photo != nil {
		dither(b.pix)
	}
	return b
}

// Mark returns the cells, row by row, with marks drawn over the picture: lines
// in box-drawing characters, labels as text.
func (b *Blocks) Mark(marks []widget.Mark) [][]Block {
	rows := b.rows(func(x, y int) Block { return Block{Top: b.pix.RGBAAt(x, y), Bottom: b.pix.RGBAAt(x, y+1)} })
	sketch(rows, marks, b.cells)
	return rows
}
