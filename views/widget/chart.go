package widget

import (
	"image"
	"math"
)

// Curve is a line of a chart.
type Curve struct {
	// At is the height, 0..1, at a share of the width; ok is false in a gap.
	At    func(share float64) (height float64, ok bool)
	Style Style
	// Pattern replaces colour: 0 is solid, others are broken.
	Pattern int
	Heavy   bool // two dots thick
}

// Patterns are drawn and skipped dots; the first is solid.
var Patterns = [...]string{"#", "####--", "#-", "######-#-", "##----", "########--", "###-", "#---", "####-#-#-", "##--#-",
	"######----", "#-----", "####-##-", "########-#-", "##-", "###---#-", "#####-"}

// Chart draws curves in braille, two dots across and four down a cell, from 0 at the bottom to 1;
// later curves cover earlier ones. Charting libraries have canvases of their own, and axes that no
// screen needs.
func Chart(f *Frame, area image.Rectangle, chartCurves ...Curve) {
	area = area.Intersect(f.Bounds())
	w := area.Dx()
	dots := map[image.Point]rune{}
	for _, c := range chartCurves {
		c.traceDots(2*w, 4*area.Dy(), func(x, y int) {
			at := area.Min.Add(image.Pt(x/2, y/4))
			dots[at] |= brailleDots[y%4][x%2]
			f.Cell(at.X, at.Y, c.Style, string(brailleBlank+dots[at]))
		})
	}
}

const brailleBlank = '\u2800'

var brailleDots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// traceDots fills the rise between neighbours so that the line has no gaps.
func (c *Curve) traceDots(w, h int, drawDot func(x, y int)) {
	pattern := Patterns[c.Pattern%len(Patterns)]
	before, drawn := 0, false
	for x := range w {
		value, ok := c.At(float64(x) / float64(max(1, w-1)))
		y := int(math.Round((1 - max(0, min(value, 1))) * float64(h-1)))
		if ok && pattern[x%len(pattern)] == '#' {
			drawDot(x, y)
			if c.Heavy {
				drawDot(x, y+1-2*((y+1)/h))
			}
			for between := min(y, before) + 1; drawn && between < max(y, before); between++ {
				drawDot(x, between)
			}
		}
		before, drawn = y, ok
	}
}
