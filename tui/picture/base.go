package picture

import (
	"image"
	"image/color"
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Options control how a picture is made.
type Options struct {
	Ground color.RGBA // around and behind a photo
	Blank  color.RGBA // shown where there is no photo
	Colors int        // in a photo's palette, at most 200: marks need some too
	Snap   int        // see [Quantise]
	// Grid is the number of pixels in a cell of blocks; zero means half blocks.
	Grid Grid
	// Cube is set where text has only 256 colours: a photo made of half blocks is
	// dithered to them.
	Cube bool
	// Registers is how many colours the terminal has for a picture and its marks
	// together; 0 means 256.
	Registers int
	// Slow is set where sending a picture's bytes costs more than encoding them.
	Slow bool
}

// DefaultOptions returns options with a dark ground and a palette of 128
// colours. With these, six photos of 640×480 took 277 KB at 35.8 dB; go-sixel's
// own 256 colours take 412 KB for 35.4 dB.
func DefaultOptions() Options {
	return Options{Colors: 128, Snap: 60}.On(color.RGBA{24, 24, 24, 255})
}

// On returns the options for a screen with the given background: the ground
// takes its colour, and a blank picture is a quarter of the way from it to a
// middle grey.
func (o Options) On(background color.RGBA) Options {
	o.Ground, o.Blank = background, Mix(background, color.RGBA{128, 128, 128, 255}, 75)
	return o
}

// At returns the options for a line that carries rate bytes a second, 0 for
// unknown: on a slow line photos have fewer colours. Going from 128 to 64 saves
// a third of the bytes and costs 2 dB.
func (o Options) At(rate float64) Options {
	o.Colors, o.Slow = DefaultOptions().Colors, rate > 0 && rate < 3*(1<<20)
	switch {
	case !o.Slow:
	case rate < 1.5*(1<<20):
		o.Colors = 64
	default:
		o.Colors = 96
	}
	return o
}

// Base is a photo prepared for an area of cells, without marks. It is
// immutable.
type Base struct {
	pix  *image.Paletted
	cell image.Point
	at   image.Rectangle // the photo, in pixels
	crop loaders.Box     // the part shown, in fractions; never empty
	// registers is the largest size that a palette may reach.
	registers int
	slow      bool
}

// NewBase fits the part crop of photo to an area of cells, each cell pixels
// large. A nil photo gives a blank picture that fills the area. Cells and cell
// are positive.
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
	b.at, b.crop = Fit(part.Size(), size, 1, Grid{1, 1}), fractions(part, photo.Rect)
	b.pix = letterbox(Scale(photo, part, size, b.at, opt.Ground), b.at, opt)
	return b
}

// whole covers all of a photo.
var whole = loaders.Box{X1: 1, Y1: 1}

// fractions returns the position of part in b, in fractions of b's size.
func fractions(part, b image.Rectangle) loaders.Box {
	w, h := float64(b.Dx()), float64(b.Dy())
	return loaders.Box{
		X0: float64(part.Min.X-b.Min.X) / w, Y0: float64(part.Min.Y-b.Min.Y) / h,
		X1: float64(part.Max.X-b.Min.X) / w, Y1: float64(part.Max.Y-b.Min.Y) / h,
	}
}

// letterbox quantises the photo at its place and adds the ground around it as
// an entry of its own, so that the ground is flat.
func letterbox(scaled *image.RGBA, at image.Rectangle, opt Options) *image.Paletted {
	inner := opt.quantise(cropped(scaled, at))
	if at == scaled.Rect {
		return inner
	}
	out := image.NewPaletted(scaled.Rect, append(slices.Clone(inner.Palette), gridOf(opt.Ground)))
	ground := uint8(len(inner.Palette))
	for i := range out.Pix {
		out.Pix[i] = ground
	}
	for y := range at.Dy() {
		copy(out.Pix[out.PixOffset(at.Min.X, at.Min.Y+y):], inner.Pix[y*inner.Stride:][:at.Dx()])
	}
	return out
}

func (o Options) quantise(img *image.RGBA) *image.Paletted {
	if o.Slow {
		return quantiseTight(img, o.Colors, 2*o.Snap)
	}
	return Quantise(img, o.Colors, o.Snap)
}

// cropped returns the pixels of r, which share memory with img, with r's top
// left corner at (0, 0).
func cropped(img *image.RGBA, r image.Rectangle) *image.RGBA {
	return &image.RGBA{Pix: img.Pix[img.PixOffset(r.Min.X, r.Min.Y):], Stride: img.Stride, Rect: image.Rectangle{Max: r.Size()}}
}

// Size is roughly how many bytes of memory b takes.
func (b *Base) Size() int { return len(b.pix.Pix) }

// Cells is the number of columns and rows.
func (b *Base) Cells() image.Point {
	return image.Pt(b.pix.Rect.Dx()/b.cell.X, b.pix.Rect.Dy()/b.cell.Y)
}

// Mark returns the picture with marks drawn over it.
func (b *Base) Mark(marks []widget.Mark) *Raster {
	r := newRaster(b.marked(marks, b.registers), b.cell)
	r.slow = b.slow
	return r
}

// marked returns the pixels of b with marks in at most so many colours.
func (b *Base) marked(marks []widget.Mark, colors int) *image.Paletted {
	pix := image.NewPaletted(b.pix.Rect, slices.Clone(b.pix.Palette))
	copy(pix.Pix, b.pix.Pix)
	b.draw(pix, marks, colors)
	return pix
}

// Focus returns the cells covered by the marks that are drawn thick, or the
// middle row if there are none.
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

// draw draws marks into pix, whose palette may grow to the given number of
// colours.
func (b *Base) draw(pix *image.Paletted, marks []widget.Mark, colors int) {
	pen := newPen(pix, b.at, b.cell.Y, colors)
	pen.index(black) // the colours of marks come before their mixtures with the picture
	pen.index(white)
	for _, m := range marks {
		pen.index(m.Color)
	}
	for _, m := range marks {
		if r := pixelsOf(m.Box, b.crop, b.at); !r.Empty() {
			pen.frame(hideCutSides(r, m.Box, b.crop), m)
		}
	}
	for _, m := range marks {
		if r := pixelsOf(m.Box, b.crop, b.at); !r.Empty() && m.Label != "" {
			pen.label(r, m)
		}
	}
}

// pixelsOf returns the pixels of a box given in fractions of the photo, whose
// part crop occupies the pixels at. The result is empty if the box is invalid
// or lies outside the crop; otherwise it is at least one pixel large.
func pixelsOf(box, crop loaders.Box, at image.Rectangle) image.Rectangle {
	w, h := float64(at.Dx())/(crop.X1-crop.X0), float64(at.Dy())/(crop.Y1-crop.Y0)
	x0, x1, okX := span((box.X0-crop.X0)*w, (box.X1-crop.X0)*w, at.Dx())
	y0, y1, okY := span((box.Y0-crop.Y0)*h, (box.Y1-crop.Y0)*h, at.Dy())
	if !okX || !okY {
		return image.Rectangle{}
	}
	return image.Rect(x0, y0, x1, y1).Add(at.Min)
}

// hideCutSides returns r with those sides moved out of sight where the crop cuts the
// box off: a line there would look like the edge of the box.
func hideCutSides(r image.Rectangle, box, crop loaders.Box) image.Rectangle {
	const past = 16 // more than the width of any line
	if crop.X0 > 0 && box.X0 < crop.X0 {
		r.Min.X -= past
	}
	if crop.Y0 > 0 && box.Y0 < crop.Y0 {
		r.Min.Y -= past
	}
	if crop.X1 < 1 && box.X1 > crop.X1 {
		r.Max.X += past
	}
	if crop.Y1 < 1 && box.Y1 > crop.Y1 {
		r.Max.Y += past
	}
	return r
}

// span rounds an interval and clips it to [0, size]. It reports false if
// nothing is left or an end is NaN.
func span(a, b float64, size int) (lo, hi int, ok bool) {
	if !(a < b) || b <= 0 || a >= float64(size) {
		return 0, 0, false
	}
	lo = int(max(a, 0) + 0.5)
	hi = int(min(b, float64(size)) + 0.5)
	lo = min(lo, size-1)
	return lo, max(hi, lo+1), true
}
