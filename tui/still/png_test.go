package still

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"faithscope/views/widget"
)

// The font has no braille: every character is drawn as dots, each in the middle
// of its eighth of the cell.
func TestBrailleIsDots(t *testing.T) {
	ink := color.RGBA{255, 255, 255, 255}
	for letter, want := range map[string][]image.Point{
		"⠀": nil, "⠁": {{2, 2}}, "⠤": {{2, 12}, {7, 12}}, "⢀": {{7, 17}}, "⡇": {{2, 2}, {2, 7}, {2, 12}, {2, 17}},
	} {
		cell := image.NewRGBA(image.Rect(0, 0, cellWidth, cellHeight))
		if !drawBlock(cell, cell.Rect, letter, ink) {
			t.Errorf("%s is left to the font", letter)
		}
		inked := 0
		for y := 2; y < cellHeight; y += 5 {
			for x := 2; x < cellWidth; x += 5 {
				if cell.RGBAAt(x, y) == ink {
					inked++
				}
			}
		}
		for _, at := range want {
			if cell.RGBAAt(at.X, at.Y) != ink {
				t.Errorf("%s has no dot at %v", letter, at)
			}
		}
		if inked != len(want) {
			t.Errorf("%s has %d dots, want %d", letter, inked, len(want))
		}
	}
}

// A viewer of an SVG may lack braille too: a curve is rectangles there, in its colour.
func TestBrailleIsDotsInSVG(t *testing.T) {
	f := widget.NewFrame(4, 1)
	f.Text(0, 0, 4, widget.Style{Fg: color.RGBA{1, 2, 3, 255}}, "a⡀b")
	var b strings.Builder
	if err := Of(f, GroundOf(true)).SVG(&b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.ContainsRune(text, '⡀') || !strings.Contains(text, ">a b<") ||
		!strings.Contains(text, `<rect x="11" y="16" width="3" height="3" fill="#010203"/>`) {
		t.Error(text)
	}
}
