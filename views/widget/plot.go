package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
)

// Plot is curves in a frame: a title above, the scale from 0 to 1 on the left,
// the ends of the other scale below, and a cursor across.
type Plot struct {
	Title     string
	Low, High string // the ends of the scale below
	Curves    []Curve
	// At is the cursor's place, from 0, among Of, and Cursor stands below it.
	At, Of int
	Cursor string
	// Move is run by a click, with the place of the cursor there.
	Move func(at int)
}

// RunCurve is how the curve of a run, by its number from 0, looks among those of
// others: a colour, and a broken line unless it is selected. It has no values.
func (l Look) RunCurve(run int, selected bool) Curve {
	t := l.Theme
	colors := [...]Style{{Fg: t.Plain}, {Fg: t.Gold}, {Fg: t.Miss}, {Fg: t.Missed}, {Fg: t.Hit}}
	c := Curve{Style: colors[run%len(colors)], Pattern: 1 + run}
	if selected {
		c.Style, c.Pattern = Bold(c.Style), 0
	}
	return c
}

// Draw draws the plot; nothing where there is no room for one.
func (p *Plot) Draw(f *Frame, area image.Rectangle, l Look) {
	const label = 4
	if area.Dx() < label+4 || area.Dy() < 3 {
		return
	}
	faint := Ink(l.Theme.Faint)
	title, plot := SplitTop(area, 1)
	plot.Min.X += label
	plot.Max.Y--
	f.Text(plot.Min.X, title.Min.Y, plot.Dx(), Bold(faint), p.Title)
	RightText(f, area.Min.X, plot.Min.Y, label-1, faint, "1.0")
	RightText(f, area.Min.X, plot.Max.Y-1, label-1, faint, ".0")
	if plot.Dy() > 4 {
		RightText(f, area.Min.X, plot.Min.Y+plot.Dy()/2, label-1, faint, ".5")
	}
	cursor, w := plot.Min.X+PlaceOf(p.At, p.Of, plot.Dx()), len(p.Cursor)
	at := max(plot.Min.X, min(cursor-w/2, plot.Max.X-w))
	if at > plot.Min.X+len(p.Low) { // else they would run into one another
		f.Text(plot.Min.X, plot.Max.Y, plot.Dx(), faint, p.Low)
	}
	if at+w < plot.Max.X-len(p.High) {
		RightText(f, plot.Min.X, plot.Max.Y, plot.Dx(), faint, p.High)
	}
	for y := range plot.Dy() {
		f.Cell(cursor, plot.Min.Y+y, Ink(l.Theme.Border), "│")
	}
	Chart(f, plot, p.Curves...)
	f.Text(at, plot.Max.Y, w, Bold(Ink(l.Theme.Accent)), p.Cursor)
	for x := range plot.Dx() {
		f.Click(image.Rect(plot.Min.X+x, plot.Min.Y, plot.Min.X+x+1, plot.Max.Y), func() tea.Cmd {
			p.Move(PlaceOf(x, plot.Dx(), p.Of))
			return nil
		})
	}
}
