package picture

import (
	"cmp"
	"image"
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// PreparedPhoto is a photo prepared for an area of cells, without marks. It is immutable.
type PreparedPhoto struct {
	placedPhoto
	pix       *image.Paletted
	cell      image.Point
	registers int
	slow      bool
}

// NewBase fits the part cropBox of photo to an area of gridSize cells, each cellSize pixels large; both
// are positive. A nil photo becomes a blank picture that fills the area.
func NewBase(photo *image.RGBA, cropBox loaders.Box, gridSize, cellSize image.Point, pictureOptions Options) *PreparedPhoto {
	scaled, placed := placePhoto(photo, cropBox, timesPoint(gridSize, cellSize), 1, PixelGrid{1, 1}, pictureOptions)
	return &PreparedPhoto{
		placedPhoto: placed, pix: letterboxPhoto(scaled, placed.at, pictureOptions),
		cell: cellSize, registers: cmp.Or(pictureOptions.Registers, 256), slow: pictureOptions.Slow,
	}
}

// letterboxPhoto gives the ground an entry of its own, the last, because quantising would make it
// uneven; without ground there is no such entry.
func letterboxPhoto(scaledPhoto *image.RGBA, photoBounds image.Rectangle, pictureOptions Options) *image.Paletted {
	inner := pictureOptions.quantiseImage(cropImage(scaledPhoto, photoBounds))
	if photoBounds == scaledPhoto.Rect {
		return inner
	}
	out := image.NewPaletted(scaledPhoto.Rect, append(slices.Clone(inner.Palette), gridOf(pictureOptions.Ground)))
	ground := uint8(len(inner.Palette))
	for i := range out.Pix {
		out.Pix[i] = ground
	}
	for y := range photoBounds.Dy() {
		copy(out.Pix[out.PixOffset(photoBounds.Min.X, photoBounds.Min.Y+y):], inner.Pix[y*inner.Stride:][:photoBounds.Dx()])
	}
	return out
}

// Size returns roughly how many bytes of memory b takes.
func (b *PreparedPhoto) Size() int { return len(b.pix.Pix) }

// Mark returns a new picture with marks drawn over b.
func (b *PreparedPhoto) Mark(boxMarks []widget.BoxMark) *Raster {
	r := newRaster(b.withMarks(boxMarks, b.registers), b.cell)
	r.slow = b.slow
	return r
}

func (b *PreparedPhoto) withMarks(boxMarks []widget.BoxMark, colorCount int) *image.Paletted {
	pix := image.NewPaletted(b.pix.Rect, slices.Clone(b.pix.Palette))
	copy(pix.Pix, b.pix.Pix)
	b.drawMarks(pix, boxMarks, colorCount)
	return pix
}

// Focus returns the cells covered by the thick marks, or the middle row if none are on the picture.
func (b *PreparedPhoto) Focus(boxMarks []widget.BoxMark) image.Rectangle {
	var px image.Rectangle
	for _, m := range boxMarks {
		if m.Thick {
			px = px.Union(b.pixelsOf(m.Box))
		}
	}
	if px.Empty() {
		cells := cellsOf(b.pix.Rect, b.cell)
		return image.Rect(0, cells.Y/2, cells.X, cells.Y/2+1)
	}
	return cellsTouched(px, b.cell)
}

// drawMarks draws labels from the last mark on, because the selected box is last and its label must
// find the best place. The palette may grow to colorCount entries; the marks' own come before mixtures.
func (b *PreparedPhoto) drawMarks(pix *image.Paletted, boxMarks []widget.BoxMark, colorCount int) {
	pen := newPen(pix, b.at, b.cell.Y, colorCount)
	pen.indexOf(black) // the colours of marks come before their mixtures with the picture
	pen.indexOf(white)
	for _, m := range boxMarks {
		pen.indexOf(m.Color)
	}
	for _, m := range boxMarks {
		if r := b.pixelsOf(m.Box); !r.Empty() {
			pen.boxes = append(pen.boxes, r)
			if in := r.Intersect(b.at.Inset(edgeInset)); b.crop == whole && !in.Empty() {
				r = in
			}
			pen.drawFrame(hideCutSides(r, m.Box, b.crop), m)
		}
	}
	for _, m := range slices.Backward(boxMarks) {
		if r := b.pixelsOf(m.Box); !r.Empty() && m.Label != "" {
			pen.drawLabel(r, m)
		}
	}
}
