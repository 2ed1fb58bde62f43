package picture

import (
	"image"
	"image/color"
	"slices"

	"faithscope/views/widget"
)

// A terminal that lays pictures over one another gets a photo once, and its
// marks as a picture of their own: moving a threshold then sends lines only.

// Clear is the entry of a palette through which what lies below is seen.
var Clear color.Color = color.RGBA64{}

// Photo returns the cells of rect without marks.
func (b *Base) Photo(rect image.Rectangle) *image.Paletted {
	return newRaster(b.pix, b.cell).Tile(rect)
}

// Overlay returns the marks alone, on a transparent ground.
func (b *Base) Overlay(marks []widget.Mark) *Overlay {
	pix := image.NewPaletted(b.pix.Rect, color.Palette{Clear})
	b.draw(pix, marks, 256)
	return &Overlay{pix, b.cell}
}

// Overlay is marks without the photo below them: entry 0 of the palette is
// transparent.
type Overlay struct {
	pix  *image.Paletted
	cell image.Point
}

// On reports whether something is drawn in the cell.
func (o *Overlay) On(x, y int) bool {
	for row := range o.cell.Y {
		line := o.pix.Pix[o.pix.PixOffset(x*o.cell.X, y*o.cell.Y+row):][:o.cell.X]
		if slices.ContainsFunc(line, func(i uint8) bool { return i != 0 }) {
			return true
		}
	}
	return false
}

// Part returns the cells of rect.
func (o *Overlay) Part(rect image.Rectangle) *image.Paletted {
	return newRaster(o.pix, o.cell).Tile(rect)
}

// Patch returns the cells of rect in which something of o is drawn, together
// with the photo below; the others are transparent. It serves where a cell
// can show one picture only.
func (b *Base) Patch(o *Overlay, marks []widget.Mark, rect image.Rectangle) *image.Paletted {
	pix := image.NewPaletted(b.pix.Rect, slices.Clone(b.pix.Palette))
	copy(pix.Pix, b.pix.Pix)
	b.draw(pix, marks, 255)
	clear := uint8(len(pix.Palette))
	pix.Palette = append(pix.Palette, Clear)
	for y := rect.Min.Y; y < rect.Max.Y; y++ {
		for x := rect.Min.X; x < rect.Max.X; x++ {
			if !o.On(x, y) {
				fill(pix, image.Rect(x*b.cell.X, y*b.cell.Y, (x+1)*b.cell.X, (y+1)*b.cell.Y), clear)
			}
		}
	}
	return newRaster(pix, b.cell).Tile(rect)
}

func fill(pix *image.Paletted, r image.Rectangle, index uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			pix.Pix[pix.PixOffset(x, y)] = index
		}
	}
}
