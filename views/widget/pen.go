package widget

import "image"

// Pen writes one piece of text after the other on the first line of an area,
// each in its style, as far as the line goes.
type Pen struct {
	f    *Frame
	x, y int
	end  int
}

// NewPen returns a pen at the left end of area. One without a line writes
// nothing.
func NewPen(f *Frame, area image.Rectangle) *Pen {
	if area.Empty() {
		return &Pen{f: f}
	}
	return &Pen{f, area.Min.X, area.Min.Y, area.Max.X}
}

// Put writes text, which is cleaned, and goes on behind it.
func (p *Pen) Put(st Style, text string) {
	if p.x < p.end {
		p.x += p.f.Text(p.x, p.y, p.end-p.x, st, text)
	}
}

// X is the column in which the next text begins.
func (p *Pen) X() int { return p.x }

// Heat writes the ramp of heat between the numbers that it stands for, that in
// two directions where they are signed.
func (p *Pen) Heat(h Heat, label Style, low, high string, signed bool) {
	if p.x < p.end {
		p.x += h.Legend(p.f, p.x, p.y, p.end-p.x, label, low, high, signed)
	}
}
