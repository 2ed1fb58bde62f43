package picture

import (
	"image"

	"faithscope/loaders"
)

var whole = loaders.Box{X1: 1, Y1: 1}

func fractionsOf(part, b image.Rectangle) loaders.Box {
	w, h := float64(b.Dx()), float64(b.Dy())
	return loaders.Box{
		X0: float64(part.Min.X-b.Min.X) / w, Y0: float64(part.Min.Y-b.Min.Y) / h,
		X1: float64(part.Max.X-b.Min.X) / w, Y1: float64(part.Max.Y-b.Min.Y) / h,
	}
}

// cropImage shares memory with img.
func cropImage(img *image.RGBA, r image.Rectangle) *image.RGBA {
	return &image.RGBA{Pix: img.Pix[img.PixOffset(r.Min.X, r.Min.Y):], Stride: img.Stride, Rect: image.Rectangle{Max: r.Size()}}
}

// pixelsOf converts fractions of the photo, whose part crop occupies at: to at least one pixel, or
// to none if box is invalid or outside crop.
func pixelsOf(box, crop loaders.Box, bounds image.Rectangle) image.Rectangle {
	w, h := float64(bounds.Dx())/(crop.X1-crop.X0), float64(bounds.Dy())/(crop.Y1-crop.Y0)
	x0, x1, okX := clipSpan((box.X0-crop.X0)*w, (box.X1-crop.X0)*w, bounds.Dx())
	y0, y1, okY := clipSpan((box.Y0-crop.Y0)*h, (box.Y1-crop.Y0)*h, bounds.Dy())
	if !okX || !okY {
		return image.Rectangle{}
	}
	return image.Rect(x0, y0, x1, y1).Add(bounds.Min)
}

// hideCutSides moves sides that the crop cuts off out of sight, where they would look like edges of
// the box.
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

// clipSpan rounds and clips to [0, size], at least 1 long. ok is false if nothing is left or an end
// is NaN.
func clipSpan(a, b float64, size int) (lo, hi int, ok bool) {
	if !(a < b) || b <= 0 || a >= float64(size) {
		return 0, 0, false
	}
	lo = int(max(a, 0) + 0.5)
	hi = int(min(b, float64(size)) + 0.5)
	lo = min(lo, size-1)
	return lo, max(hi, lo+1), true
}
