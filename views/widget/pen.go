package widget

import (
	"image"

	"github.com/charmbracelet/x/ansi"
)

// Pen writes styled texts on an area's first line, until it is full.
type Pen struct {
	f    *Frame
	x, y int
	end  int
}

// NewPen returns a pen at the left end of area; without a line it writes nothing.
func NewPen(f *Frame, area image.Rectangle) *Pen {
	if area.Empty() {
		return &Pen{f: f}
	}
	return &Pen{f, area.Min.X, area.Min.Y, area.Max.X}
}

// Put writes cleaned text and advances.
func (p *Pen) Put(st Style, text string) {
	p.Short(st, p.end-p.x, text)
}

// Short writes cleaned text in at most w cells.
func (p *Pen) Short(st Style, w int, text string) {
	p.x += p.f.Text(p.x, p.y, min(w, p.end-p.x), st, text)
}

// Fits reports whether text fits in the rest of the line.
func (p *Pen) Fits(text string) bool { return ansi.StringWidth(text) <= p.end-p.x }

// X returns the next text's column.
func (p *Pen) X() int { return p.x }
