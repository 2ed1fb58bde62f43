package picture

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Shades is a photo made ready for cells that show letters only, darker and
// lighter ones. It does not change.
type Shades struct {
	*Blocks
	dark bool // letters are lighter than the ground
}

// NewShades fits the part crop of photo to cells as [NewBlocks] does.
func NewShades(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Shades {
	return &Shades{NewBlocks(photo, crop, cells, cell, opt), luma(opt.Ground) < 128}
}

// shades are letters by how much ink they have. The letters of marks are not
// among them.
const shades = " .,:;!i1tfLG%@"

// Mark returns the cells, row by row, all of them letters: the photo in the
// text's own colour (a transparent one), marks in theirs. A box is a frame of
// letters: # for solid, - for dashed, = for double, o for dotted lines.
func (s *Shades) Mark(marks []widget.Mark) [][]Block {
	least, span := s.contrast()
	rows := s.rows(func(image.Point) Block { return Block{} })
	marks = sketched(marks)
	for _, m := range marks {
		if r := s.cells(m.Box); !r.Empty() {
			caption(rows, r, m)
		}
	}
	for _, m := range marks {
		if r := s.cells(m.Box); !r.Empty() {
			drawFrame(rows, r, m)
		}
	}
	for y, row := range rows {
		for x := range row {
			if row[x].Letter == 0 {
				v := (luma(s.pix.RGBAAt(x, 2*y)) + luma(s.pix.RGBAAt(x, 2*y+1))) / 2
				row[x].Letter = s.letter(float64(v-least) / float64(span))
			}
		}
	}
	return rows
}

// letter is the one for a lightness of 0 to 1.
func (s *Shades) letter(light float64) rune {
	if !s.dark {
		light = 1 - light
	}
	i := int(clamp01(light)*float64(len(shades)-1) + 0.5)
	return rune(shades[i])
}

// contrast returns the lightness of the photo's darkest pixel and how far it
// is to the lightest, at least 1.
func (s *Shades) contrast() (least, span int) {
	least, most := 255, 0
	for y := s.at.Min.Y; y < s.at.Max.Y; y++ {
		for x := s.at.Min.X; x < s.at.Max.X; x++ {
			v := luma(s.pix.RGBAAt(x, y))
			least, most = min(least, v), max(most, v)
		}
	}
	return least, max(most-least, 1)
}

// drawFrame draws the edge of r, in cells, but for where a label stands.
func drawFrame(rows [][]Block, r image.Rectangle, m widget.Mark) {
	letter, period := '#', 1
	switch m.Dash {
	case widget.Dashed:
		letter, period = '-', 2
	case widget.Double:
		letter = '='
	case widget.Dotted:
		letter, period = 'o', 2
	}
	edge(r, func(x, y, i int) {
		if b := &rows[y][x]; i%period == 0 && (b.Letter == 0 || b.Bottom.A == 0) {
			*b = Block{Top: m.Color, Letter: letter}
		}
	})
}
