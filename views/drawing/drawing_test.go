package drawing

import (
	"image"
	"image/color"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// A line covers whole pixels also at corners, and an image leaves its holes as they were.
func TestPixels(t *testing.T) {
	ink, ground := color.RGBA{1, 2, 3, 255}, color.RGBA{9, 9, 9, 255}
	d := New(image.Pt(10, 10), false)
	d.Rect(ground, d.pixels.Rect)
	d.Stroke(ink, 2, image.Pt(2, 8), image.Pt(2, 2), image.Pt(8, 2))
	d.Image(image.NewUniform(color.Black), image.Rect(5, 5, 9, 9), []image.Rectangle{image.Rect(6, 6, 7, 7)})
	for at, want := range map[image.Point]color.RGBA{
		{1, 7}: ink, {2, 4}: ink, {1, 1}: ink, {7, 1}: ink, {7, 2}: ink, {0, 4}: ground, {3, 4}: ground, {8, 2}: ground,
		{5, 5}: {A: 255}, {6, 6}: ground, {8, 8}: {A: 255}, {9, 9}: ground,
	} {
		check.Equal(t, "pixel", d.pixels.RGBAAt(at.X, at.Y), want, at)
	}
}
