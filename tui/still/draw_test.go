package still

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/widget"
)

// The font has no braille: every character is drawn as dots, each in the middle of its eighth of the cell.
func TestBrailleIsDots(t *testing.T) {
	for letter, want := range map[string][]image.Point{
		"⠀": nil, "⠁": {{2, 2}}, "⠤": {{2, 12}, {7, 12}}, "⢀": {{7, 17}}, "⡇": {{2, 2}, {2, 7}, {2, 12}, {2, 17}},
	} {
		dots, ok := shapesOf(image.Rect(0, 0, cellWidth, cellHeight), letter)
		got := loaders.Map(dots, func(dot image.Rectangle) image.Point { return dot.Min.Add(image.Pt(1, 1)) })
		slices.SortFunc(got, func(a, b image.Point) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
		if !ok || !slices.Equal(got, want) {
			t.Errorf("%s has dots at %v, want %v", letter, got, want)
		}
	}
}

// A viewer of an SVG may lack braille too: a curve is rectangles there, in its colour.
func TestBrailleIsDotsInSVG(t *testing.T) {
	f := widget.NewFrame(4, 1)
	f.Text(0, 0, 4, widget.Style{Fg: color.RGBA{1, 2, 3, 255}}, "a⡀b")
	var b strings.Builder
	check.NoError(t, Of(f, GroundOf(true)).SVG(&b))
	if text := b.String(); strings.ContainsRune(text, '⡀') || !strings.Contains(text, ">a b<") ||
		!strings.Contains(text, `<rect x="11" y="16" width="3" height="3" fill="#010203"/>`) {
		t.Error(text)
	}
}
