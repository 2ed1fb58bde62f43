package widget

import (
	"image"

	"github.com/charmbracelet/x/ansi"
)

// Pen writes one piece of text after the other on the first line of an area,
// each in its style, as far as the line goes.
type Pen struct {
	f    *Frame
	x, y int
	end  int
}

// NewPen returns a pen at the left end of area; one without a line writes nothing.
func NewPen(f *Frame, area image.Rectangle) *Pen {
	if area.Empty() {
		return &Pen{f: f}
	}
	return &Pen{f, area.Min.X, area.Min.Y, area.Max.X}
}

// Put writes text, which is cleaned, and goes on after it.
func (p *Pen) Put(st Style, text string) {
	p.Short(st, p.end-p.x, text)
}

// Short writes text, which is cleaned, in at most w cells.
func (p *Pen) Short(st Style, w int, text string) {
	p.x += p.f.Text(p.x, p.y, min(w, p.end-p.x), st, text)
}

// Fits reports whether text fits in what is left of the line.
func (p *Pen) Fits(text string) bool { return ansi.StringWidth(text) <= p.end-p.x }

// X returns the column in which the next text begins.
func (p *Pen) X() int { return p.x }
