package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	xdraw "golang.org/x/image/draw"

	"faithscope/loaders"
)

// fitPicture returns the largest rectangle with the picture's proportions in the middle of the area, in
// pixels aspectRatio times as wide as high, rounded up to whole cells; empty if the picture or area is.
func fitPicture(pictureSize, areaSize image.Point, aspectRatio float64, pixelGrid PixelGrid) image.Rectangle {
	isEmpty := pictureSize.X <= 0 || pictureSize.Y <= 0 || areaSize.X <= 0 || areaSize.Y <= 0
	if isEmpty {
		return image.Rectangle{}
	}
	want := float64(pictureSize.X) / float64(pictureSize.Y) / aspectRatio // width by height, in pixels
	w, h := areaSize.X, areaSize.Y
	if fit := float64(h) * want; fit < float64(w) {
		w = min(w, roundUp(fit, pixelGrid.X))
	} else {
		h = min(h, roundUp(float64(w)/want, pixelGrid.Y))
	}
	at := image.Pt((areaSize.X-w)/2/pixelGrid.X*pixelGrid.X, (areaSize.Y-h)/2/pixelGrid.Y*pixelGrid.Y)
	return image.Rect(0, 0, w, h).Add(at)
}

func roundUp(v float64, n int) int { return max(1, int(math.Ceil(v/float64(n)-.01))) * n }

// partOf returns at least one pixel, and all of b if the crop is empty or invalid, because a crop
// comes from a file's boxes.
func partOf(b image.Rectangle, cropBox loaders.Box) image.Rectangle {
	if !(cropBox.Area() > 0) || math.IsInf(cropBox.Area(), 1) {
		return b
	}
	w, h := float64(b.Dx()), float64(b.Dy())
	r := image.Rect(
		int(math.Floor(clamp01(cropBox.X0)*w)), int(math.Floor(clamp01(cropBox.Y0)*h)),
		int(math.Ceil(clamp01(cropBox.X1)*w)), int(math.Ceil(clamp01(cropBox.Y1)*h)),
	).Add(b.Min).Intersect(b)
	if r.Empty() {
		return b
	}
	return r
}

func clamp01(v float64) float64 { return min(max(v, 0), 1) }

// fewColors bounds a drawing; photos have more.
const fewColors = 256

// scalePhoto returns photoPart of the opaque photo, at a place on a ground of targetSize pixels. An
// enlarged drawing of at most fewColors keeps its hard edges: its pixels are repeated by a whole factor,
// and the result is shrunk.
func scalePhoto(photo *image.RGBA, photoPart image.Rectangle, targetSize image.Point, photoBounds image.Rectangle,
	ground color.RGBA) *image.RGBA {
	out := flatPicture(targetSize, ground)
	grown := (photoBounds.Dx() + photoPart.Dx() - 1) / photoPart.Dx()
	drawing := false
	if grown > 1 && photoBounds.Dy() > photoPart.Dy() {
		_, drawing = coloursIn(photo, photoPart, fewColors)
	}
	switch {
	case photoBounds.Size() == photoPart.Size():
		draw.Draw(out, photoBounds, photo, photoPart.Min, draw.Src)
	case drawing:
		large := image.NewRGBA(image.Rectangle{Max: photoPart.Size().Mul(grown)})
		xdraw.NearestNeighbor.Scale(large, large.Rect, photo, photoPart, draw.Src, nil)
		resampleImage(out, photoBounds, large, large.Rect, triangle)
	default:
		resampleImage(out, photoBounds, photo, photoPart, catmullRom)
	}
	return out
}

// placePhoto returns the part cropBox of photo on a ground of areaSize pixels, each aspectRatio times as wide
// as high. A nil photo becomes a blank picture that fills the area.
func placePhoto(photo *image.RGBA, cropBox loaders.Box, areaSize image.Point, aspectRatio float64, pixelGrid PixelGrid,
	pictureOptions Options) (*image.RGBA, placedPhoto) {
	if photo == nil {
		return flatPicture(areaSize, pictureOptions.Blank), placedPhoto{image.Rectangle{Max: areaSize}, whole}
	}
	part := partOf(photo.Rect, cropBox)
	at := fitPicture(part.Size(), areaSize, aspectRatio, pixelGrid)
	return scalePhoto(photo, part, areaSize, at, pictureOptions.Ground), placedPhoto{at, fractionsOf(part, photo.Rect)}
}

func flatPicture(pictureSize image.Point, c color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: pictureSize})
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

// sRGB spaces bytes evenly to the eye. Averaging them would darken fine patterns, so scaling
// decodes them to 16-bit light.
