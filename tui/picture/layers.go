package picture

import (
	"image"
	"image/color"
	"slices"

	"faithscope/views/widget"
)

// Terminals that lay pictures over one another receive marks separately: after a threshold moves,
// only the lines are sent.

const thumbnailColors = 64

// Thumbnail returns the photo without marks in 64 colours, one pixel for each block of a draft.
func (b *PreparedPhoto) Thumbnail() *image.Paletted {
	small, _ := newRaster(b.pix, b.cell).blockMeans()
	return Quantise(small, thumbnailColors, 0)
}

// Clear is the transparent palette entry.
var Clear color.Color = color.RGBA64{}

// Photo returns the pixels of the cells of photoArea, without marks.
func (b *PreparedPhoto) Photo(photoArea image.Rectangle) *image.Paletted {
	return newRaster(b.pix, b.cell).Tile(photoArea)
}

// Overlay returns only the marks, on a transparent ground, which is entry 0 of the palette.
func (b *PreparedPhoto) Overlay(boxMarks []widget.BoxMark) *Raster {
	pix := image.NewPaletted(b.pix.Rect, color.Palette{Clear})
	b.drawMarks(pix, boxMarks, 256)
	return newRaster(pix, b.cell)
}

// On reports whether an overlay draws any part of a mark in cell (x, y).
func (r *Raster) On(x, y int) bool {
	for row := range r.cell.Y {
		line := r.pix.Pix[r.pix.PixOffset(x*r.cell.X, y*r.cell.Y+row):][:r.cell.X]
		if slices.ContainsFunc(line, func(i uint8) bool { return i != 0 }) {
			return true
		}
	}
	return false
}

// Patch returns the cells in patchArea that an overlay draws in, with marks and photo together; others
// are transparent. It serves terminals that show one picture a cell.
func (b *PreparedPhoto) Patch(overlay *Raster, boxMarks []widget.BoxMark, patchArea image.Rectangle) *image.Paletted {
	pix := b.withMarks(boxMarks, 255)
	clear := uint8(len(pix.Palette))
	pix.Palette = append(pix.Palette, Clear)
	for x, y := range widget.CellsOf(patchArea) {
		if !overlay.On(x, y) {
			fillRect(pix, PixelsUnder(widget.LineAt(x, y, 1), b.cell), clear)
		}
	}
	return newRaster(pix, b.cell).Tile(patchArea)
}
