package widget

import (
	"image"
	"math"

	"faithscope/scoring"
)

// Curve is a line of a chart: values of 0..1 at even distances, with gaps where
// one is undefined.
type Curve struct {
	Values []scoring.Value
	Style  Style
	// Pattern tells curves apart where there is no colour: 0 is a whole line, 1,
	// 2 and so on are broken ones.
	Pattern int
}

// patterns are the dots of a line that are drawn, from the left, and again from
// there on.
var patterns = [...]string{"#", "####--", "#-", "######-#-", "##----"}

// Chart draws curves over area in dots of braille, two across and four down a
// cell; 0 is the lowest row of dots, 1 the highest. Later curves lie on earlier
// ones. Charting libraries draw onto a canvas and for a mouse of their own, and
// there is little to share: the screens need neither axes nor zooming.
func Chart(f *Frame, area image.Rectangle, curves ...Curve) {
	area = area.Intersect(f.Bounds())
	if area.Empty() {
		return
	}
	w := area.Dx()
	dots, styles := make([]rune, w*area.Dy()), make([]Style, w*area.Dy())
	for _, c := range curves {
		c.trace(2*w, 4*area.Dy(), func(x, y int) {
			at := y/4*w + x/2
			dots[at] |= brailleDots[y%4][x%2]
			styles[at] = c.Style
		})
	}
	for i, d := range dots {
		if d != 0 {
			f.Cell(area.Min.X+i%w, area.Min.Y+i/w, styles[i], string(brailleBlank+d))
		}
	}
}

// brailleBlank is the character without dots; the others add these bits, by row
// and column of the dot.
const brailleBlank = '\u2800'

var brailleDots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// trace calls dot for the dots of the curve in w×h dots, (0, 0) the highest on
// the left. A rise between two neighbours is filled.
func (c *Curve) trace(w, h int, dot func(x, y int)) {
	pattern := patterns[0]
	if c.Pattern > 0 {
		pattern = patterns[1+(c.Pattern-1)%(len(patterns)-1)]
	}
	before, drawn := 0, false
	for x := range w {
		value, ok := c.at(x, w).Float()
		if !ok {
			drawn = false
			continue
		}
		y := int(math.Round((1 - max(0, min(value, 1))) * float64(h-1)))
		if !drawn {
			before = y
		}
		if pattern[x%len(pattern)] == '#' {
			dot(x, y)
			for between := y + sign(before-y); before != y && between != before; between += sign(before - y) {
				dot(x, between)
			}
		}
		before, drawn = y, true
	}
}

// at is the value that stands at place x of w.
func (c *Curve) at(x, w int) scoring.Value {
	if len(c.Values) == 0 {
		return scoring.Undefined("no value")
	}
	return c.Values[PlaceOf(x, w, len(c.Values))]
}

// PlaceOf returns the place, of n, that lies as far as place x of w.
func PlaceOf(x, w, n int) int { return (x*(n-1) + (w-1)/2) / max(1, w-1) }

func sign(x int) int {
	if x < 0 {
		return -1
	}
	return 1
}

// Spark draws a curve over the area's first line, a bar per cell, those of
// undefined values left out. The bar that stands for value number mark is in the
// style of marked.
func Spark(f *Frame, area image.Rectangle, c Curve, mark int, marked Style) {
	for x := range area.Dx() {
		value, ok := c.at(x, area.Dx()).Float()
		if !ok {
			continue
		}
		st := c.Style
		if x == PlaceOf(mark, len(c.Values), area.Dx()) {
			st = marked
		}
		f.Cell(area.Min.X+x, area.Min.Y, st, level(value))
	}
}
