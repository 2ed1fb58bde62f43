package programtest

import (
	"image"
	"image/color"
	"slices"

	"faithscope/tui/screen/screentest"
)

// Picture waits until a picture stays for three silences in a row, and returns its pixels: on a
// busy machine one silence may lie between two parts of a picture.
func Picture(terminal *screentest.Terminal) *image.RGBA {
	terminal.Wait("a picture", func() bool { return !PhotoOn(terminal.Pixels()).Empty() })
	last := terminal.Pixels()
	for same := 0; same < 3; same++ {
		if terminal.Quiet(); !slices.Equal(last.Pix, terminal.Pixels().Pix) {
			last, same = terminal.Pixels(), 0
		}
	}
	return last
}

// PhotoOn returns the smallest area with all of the grey that is the ground of NLVR's pictures and
// reaches their edges; empty if none.
func PhotoOn(screenPixels *image.RGBA) image.Rectangle {
	var area image.Rectangle
	ground := color.RGBA{211, 211, 211, 255}
	for y := range screenPixels.Rect.Dy() {
		for x := range screenPixels.Rect.Dx() {
			if Near(screenPixels.RGBAAt(x, y), ground) {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}

// Near reports whether a is opaque and equals b up to sixel's whole percents.
func Near(a, b color.RGBA) bool {
	apart := func(x, y uint8) bool { return max(x, y)-min(x, y) > 4 }
	return a.A == 255 && !apart(a.R, b.R) && !apart(a.G, b.G) && !apart(a.B, b.B)
}

// Shows reports whether more than 10,000 pixels have this colour, up to palette losses.
func Shows(terminal *screentest.Terminal, colour color.RGBA) bool {
	pixels := terminal.Pixels()
	seen := 0
	for i := 0; i < len(pixels.Pix); i += 4 {
		near := true
		for k, v := range []uint8{colour.R, colour.G, colour.B, 255} {
			near = near && max(pixels.Pix[i+k], v)-min(pixels.Pix[i+k], v) < 16
		}
		if near {
			seen++
		}
	}
	return seen > 10000
}
