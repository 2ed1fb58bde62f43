package picture

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Shades is a photo prepared for cells that show only letters, darker and
// lighter ones. It is immutable.
type Shades struct {
	*Blocks
	dark bool // letters are lighter than the ground
}

// NewShades fits the part crop of photo to cells in the same way as [NewBlocks]. On a dark ground
// denser letters are lighter, on a light one darker.
func NewShades(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Shades {
	return &Shades{NewBlocks(photo, crop, cells, cell, opt), lumaOf(opt.Ground) < 128}
}

// shades lists letters in order of how much ink they have. The letters that
// [widget.Frame.Spell] makes of lines are not among them.
const shades = " .,:;!i1tfLG%@"

// Mark returns the cells, row by row, all of them letters: the photo in the terminal's text colour
// (a transparent one here), its darkest pixel to its lightest spread over all letters, and marks in
// their own, drawn as over blocks.
func (s *Shades) Mark(marks []widget.Mark) [][]Block {
	least, span := s.contrastOf()
	rows := s.cellRows(func(at image.Point) Block {
		v := (lumaOf(s.pix.RGBAAt(at.X, at.Y)) + lumaOf(s.pix.RGBAAt(at.X, at.Y+1))) / 2
		light := float64(v-least) / float64(span)
		if !s.dark {
			light = 1 - light
		}
		return Block{Letter: rune(shades[int(clamp01(light)*float64(len(shades)-1)+0.5)]), glyph: true}
	})
	sketchMarks(rows, marks, s.cellsUnder)
	return rows
}

// contrastOf returns the lightness of the photo's darkest pixel and the
// difference to the lightest, at least 1.
func (s *Shades) contrastOf() (least, span int) {
	least, most := 255, 0
	for x, y := range widget.CellsOf(s.at) {
		v := lumaOf(s.pix.RGBAAt(x, y))
		least, most = min(least, v), max(most, v)
	}
	return least, max(most-least, 1)
}
