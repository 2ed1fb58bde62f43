package widget

import (
	"image"

	"charm.land/lipgloss/v2"
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
	return &Pen{f: f, x: area.Min.X, y: area.Min.Y, end: area.Max.X}
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
func (p *Pen) Fits(shownText string) bool { return ansi.StringWidth(shownText) <= p.end-p.x }

// X returns the next text's column.
func (p *Pen) X() int { return p.x }

// PutChip writes a word as a badge behind a blank, on a tint of its colour, or reversed if the
// terminal has no tints.
func (p *Pen) PutChip(l Look, st Style, text string) {
	if text == "" {
		return
	}
	p.Put(Style{}, " ")
	p.x += p.f.DrawStyled(LineAt(p.x, p.y, p.end-p.x), l.Chip(st), text)
}

// Chip returns the style of a badge.
func (l Look) Chip(st Style) lipgloss.Style {
	chip := lipgloss.NewStyle().Bold(true).Foreground(st.Fg)
	switch _, isNamed := st.Fg.(ansi.BasicColor); {
	case isNamed || st.Fg == nil:
		chip = chip.Reverse(true)
	case l.Theme.Dark:
		chip = chip.Background(lipgloss.Darken(st.Fg, .7))
	default:
		chip = chip.Background(lipgloss.Lighten(st.Fg, .65))
	}
	return chip
}
