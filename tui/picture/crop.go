package picture

import (
	"image"

	"faithscope/loaders"
)

var whole = loaders.Box{X1: 1, Y1: 1}

// placedPhoto is where an area of pixels shows a photo.
type placedPhoto struct {
	at   image.Rectangle // the photo, in pixels
	crop loaders.Box     // the part shown, in fractions; never empty
}

func fractionsOf(partArea, b image.Rectangle) loaders.Box {
	w, h := float64(b.Dx()), float64(b.Dy())
	return loaders.Box{
		X0: float64(partArea.Min.X-b.Min.X) / w, Y0: float64(partArea.Min.Y-b.Min.Y) / h,
		X1: float64(partArea.Max.X-b.Min.X) / w, Y1: float64(partArea.Max.Y-b.Min.Y) / h,
	}
}

func timesPoint(p, size image.Point) image.Point { return image.Pt(p.X*size.X, p.Y*size.Y) }

// PixelsUnder returns the pixels of cells that are each cellSize pixels large.
func PixelsUnder(cells image.Rectangle, cellSize image.Point) image.Rectangle {
	return image.Rectangle{timesPoint(cells.Min, cellSize), timesPoint(cells.Max, cellSize)}
}

// cellsTouched returns the cells in which pixels lie, also in part.
func cellsTouched(pixels image.Rectangle, cellSize image.Point) image.Rectangle {
	last := pixels.Max.Add(cellSize).Sub(image.Pt(1, 1))
	return image.Rect(pixels.Min.X/cellSize.X, pixels.Min.Y/cellSize.Y, last.X/cellSize.X, last.Y/cellSize.Y)
}

// cropImage shares memory with img.
func cropImage(img *image.RGBA, r image.Rectangle) *image.RGBA {
	return &image.RGBA{Pix: img.Pix[img.PixOffset(r.Min.X, r.Min.Y):], Stride: img.Stride, Rect: image.Rectangle{Max: r.Size()}}
}

// pixelsOf gives a box at least one pixel, so that none vanishes, or none at all if it is invalid or
// outside the part shown.
func (p placedPhoto) pixelsOf(imageBox loaders.Box) image.Rectangle {
	w, h := float64(p.at.Dx())/(p.crop.X1-p.crop.X0), float64(p.at.Dy())/(p.crop.Y1-p.crop.Y0)
	x0, x1, okX := clipSpan((imageBox.X0-p.crop.X0)*w, (imageBox.X1-p.crop.X0)*w, p.at.Dx())
	y0, y1, okY := clipSpan((imageBox.Y0-p.crop.Y0)*h, (imageBox.Y1-p.crop.Y0)*h, p.at.Dy())
	if !okX || !okY {
		return image.Rectangle{}
	}
	return image.Rect(x0, y0, x1, y1).Add(p.at.Min)
}

// hideCutSides moves sides that the crop cuts off out of sight, where they would look like edges of
// the box.
func hideCutSides(r image.Rectangle, imageBox, cropBox loaders.Box) image.Rectangle {
	const past = 16 // more than the width of any line
	if cropBox.X0 > 0 && imageBox.X0 < cropBox.X0 {
		r.Min.X -= past
	}
	if cropBox.Y0 > 0 && imageBox.Y0 < cropBox.Y0 {
		r.Min.Y -= past
	}
	if cropBox.X1 < 1 && imageBox.X1 > cropBox.X1 {
		r.Max.X += past
	}
	if cropBox.Y1 < 1 && imageBox.Y1 > cropBox.Y1 {
		r.Max.Y += past
	}
	return r
}

func clipSpan(a, b float64, spanLimit int) (lo, hi int, ok bool) {
	if !(a < b) || b <= 0 || a >= float64(spanLimit) {
		return 0, 0, false
	}
	lo = int(max(a, 0) + 0.5)
	hi = int(min(b, float64(spanLimit)) + 0.5)
	lo = min(lo, spanLimit-1)
	return lo, max(hi, lo+1), true
}
