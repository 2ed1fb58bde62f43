package picture

import (
	"image"
	"image/color"
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Base is a photo prepared for an area of cells, without marks. It is immutable.
type Base struct {
	pix       *image.Paletted
	cell      image.Point
	at        image.Rectangle // the photo, in pixels
	crop      loaders.Box     // the part shown, in fractions; never empty
	registers int
	slow      bool
}

// NewBase fits the part crop of photo to an area of cells, each cell pixels large; both are
// positive. A nil photo becomes a blank picture that fills the area.
func NewBase(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Base {
	size := image.Pt(cells.X*cell.X, cells.Y*cell.Y)
	b := &Base{cell: cell, crop: whole, registers: 256, slow: opt.Slow}
	if opt.Registers > 0 {
		b.registers = min(opt.Registers, 256)
	}
	if photo == nil {
		b.at = image.Rectangle{Max: size}
		b.pix = image.NewPaletted(b.at, color.Palette{gridOf(opt.Blank)})
		return b
	}
	part := partOf(photo.Rect, crop)
	b.at, b.crop = fitPicture(part.Size(), size, 1, Grid{1, 1}), fractionsOf(part, photo.Rect)
	b.pix = letterboxPhoto(scalePhoto(photo, part, size, b.at, opt.Ground), b.at, opt)
	return b
}

// letterboxPhoto makes the ground one more palette entry, the last, so that it stays flat; without
// ground there is no such entry.
func letterboxPhoto(scaled *image.RGBA, bounds image.Rectangle, opt Options) *image.Paletted {
	inner := opt.quantiseImage(cropImage(scaled, bounds))
	if bounds == scaled.Rect {
		return inner
	}
	out := image.NewPaletted(scaled.Rect, append(slices.Clone(inner.Palette), gridOf(opt.Ground)))
	ground := uint8(len(inner.Palette))
	for i := range out.Pix {
		out.Pix[i] = ground
	}
	for y := range bounds.Dy() {
		copy(out.Pix[out.PixOffset(bounds.Min.X, bounds.Min.Y+y):], inner.Pix[y*inner.Stride:][:bounds.Dx()])
	}
	return out
}

// Size returns roughly how many bytes of memory b takes.
func (b *Base) Size() int { return len(b.pix.Pix) }

// Cells returns the number of columns and rows.
func (b *Base) Cells() image.Point { return cellsOf(b.pix.Rect, b.cell) }

// Mark returns a new picture with marks drawn over b.
func (b *Base) Mark(marks []widget.Mark) *Raster {
	r := newRaster(b.withMarks(marks, b.registers), b.cell)
	r.slow = b.slow
	return r
}

func (b *Base) withMarks(marks []widget.Mark, colors int) *image.Paletted {
	pix := image.NewPaletted(b.pix.Rect, slices.Clone(b.pix.Palette))
	copy(pix.Pix, b.pix.Pix)
	b.drawMarks(pix, marks, colors)
	return pix
}

// Focus returns the cells covered by the thick marks, or the middle row if none are on the picture.
func (b *Base) Focus(marks []widget.Mark) image.Rectangle {
	var px image.Rectangle
	for _, m := range marks {
		if m.Thick {
			px = px.Union(pixelsOf(m.Box, b.crop, b.at))
		}
	}
	if px.Empty() {
		cells := b.Cells()
		return image.Rect(0, cells.Y/2, cells.X, cells.Y/2+1)
	}
	return image.Rect(px.Min.X/b.cell.X, px.Min.Y/b.cell.Y, (px.Max.X-1)/b.cell.X+1, (px.Max.Y-1)/b.cell.Y+1)
}

// drawMarks draws frames in order, then labels, the last first because it gets the best place. The
// palette may grow to colors entries; the marks' own come before mixtures.
func (b *Base) drawMarks(pix *image.Paletted, marks []widget.Mark, colors int) {
	pen := newPen(pix, b.at, b.cell.Y, colors)
	pen.indexOf(black) // the colours of marks come before their mixtures with the picture
	pen.indexOf(white)
	for _, m := range marks {
		pen.indexOf(m.Color)
	}
	for _, m := range marks {
		if r := pixelsOf(m.Box, b.crop, b.at); !r.Empty() {
			pen.drawFrame(hideCutSides(r, m.Box, b.crop), m)
		}
	}
	for _, m := range slices.Backward(marks) {
		if r := pixelsOf(m.Box, b.crop, b.at); !r.Empty() && m.Label != "" {
			pen.drawLabel(r, m)
		}
	}
}
