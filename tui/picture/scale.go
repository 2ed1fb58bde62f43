package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	xdraw "golang.org/x/image/draw"

	"faithscope/loaders"
)

// fitPicture returns the largest rectangle with size's proportions in the middle of ground, in
// pixels aspect times as wide as high, rounded up to whole cells; empty if size or ground is.
func fitPicture(size, ground image.Point, aspect float64, cell Grid) image.Rectangle {
	isEmpty := size.X <= 0 || size.Y <= 0 || ground.X <= 0 || ground.Y <= 0
	if isEmpty {
		return image.Rectangle{}
	}
	want := float64(size.X) / float64(size.Y) / aspect // width by height, in pixels
	w, h := ground.X, ground.Y
	if fit := float64(h) * want; fit < float64(w) {
		w = min(w, roundUp(fit, cell.X))
	} else {
		h = min(h, roundUp(float64(w)/want, cell.Y))
	}
	at := image.Pt((ground.X-w)/2/cell.X*cell.X, (ground.Y-h)/2/cell.Y*cell.Y)
	return image.Rect(0, 0, w, h).Add(at)
}

func roundUp(v float64, n int) int { return max(1, int(math.Ceil(v/float64(n)-.01))) * n }

// partOf returns at least one pixel, and all of b if the crop is empty or invalid.
func partOf(b image.Rectangle, crop loaders.Box) image.Rectangle {
	if !(crop.Area() > 0) || math.IsInf(crop.Area(), 1) {
		return b
	}
	w, h := float64(b.Dx()), float64(b.Dy())
	r := image.Rect(
		int(math.Floor(clamp01(crop.X0)*w)), int(math.Floor(clamp01(crop.Y0)*h)),
		int(math.Ceil(clamp01(crop.X1)*w)), int(math.Ceil(clamp01(crop.Y1)*h)),
	).Add(b.Min).Intersect(b)
	if r.Empty() {
		return b
	}
	return r
}

func clamp01(v float64) float64 { return min(max(v, 0), 1) }

// fewColors bounds a drawing; photos have more.
const fewColors = 256

// scalePhoto returns part of the opaque photo, at a place on a ground of size pixels. An enlarged
// drawing of at most fewColors keeps its hard edges: its pixels are repeated by a whole factor, and
// the result is shrunk.
func scalePhoto(photo *image.RGBA, part image.Rectangle, size image.Point, bounds image.Rectangle, ground color.RGBA) *image.RGBA {
	out := flatPicture(size, ground)
	grown := (bounds.Dx() + part.Dx() - 1) / part.Dx()
	drawing := false
	if grown > 1 && bounds.Dy() > part.Dy() {
		_, drawing = coloursIn(photo, part, fewColors)
	}
	switch {
	case bounds.Size() == part.Size():
		draw.Draw(out, bounds, photo, part.Min, draw.Src)
	case drawing:
		large := image.NewRGBA(image.Rectangle{Max: part.Size().Mul(grown)})
		xdraw.NearestNeighbor.Scale(large, large.Rect, photo, part, draw.Src, nil)
		resampleImage(out, bounds, large, large.Rect, triangle)
	default:
		resampleImage(out, bounds, photo, part, catmullRom)
	}
	return out
}

func flatPicture(size image.Point, c color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

// sRGB spaces bytes evenly to the eye. Averaging them would darken fine patterns, so scaling
// decodes them to 16-bit light.
