package overview

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// QuadrantCell is one cell of answer right or wrong × faithful or not, or the
// rest that has no place in it, or a part of that rest, or all together.
type QuadrantCell uint8

// The cells; the first four in reading order.
const (
	RightFaithful QuadrantCell = iota
	RightUnfaithful
	WrongFaithful
	WrongUnfaithful
	NoVerdict
	RightUnscored // nothing scores faithfulness
	WrongUnscored
	UnjudgedFaithful // nobody knows whether the answer is right
	UnjudgedUnfaithful
	Neither // no verdict on any side
	AllExamples
)

// String names the cell as a person would: "right but unfaithful".
func (c QuadrantCell) String() string {
	return [...]string{
		"right and faithful", "right but unfaithful", "wrong but faithful", "wrong and unfaithful", "without a verdict",
		"answer right", "answer wrong", "faithful", "not faithful", "unknown", "all",
	}[c]
}

// Count returns how many examples of q are in the cell.
func (c QuadrantCell) Count(q session.Quadrant) int {
	all := q.RightFaithful + q.RightUnfaithful + q.WrongFaithful + q.WrongUnfaithful + q.Unknown
	neither := q.Unknown - q.RightUnscored - q.WrongUnscored - q.UnjudgedFaithful - q.UnjudgedUnfaithful
	return [...]int{
		q.RightFaithful, q.RightUnfaithful, q.WrongFaithful, q.WrongUnfaithful, q.Unknown,
		q.RightUnscored, q.WrongUnscored, q.UnjudgedFaithful, q.UnjudgedUnfaithful, neither, all,
	}[c]
}

// Filter returns the filter that lists the cell's examples.
func (c QuadrantCell) Filter() examples.Filter {
	return [...]examples.Filter{
		RightFaithful:   {Answer: loaders.Right, Faithful: loaders.Right},
		RightUnfaithful: {Answer: loaders.Right, Faithful: loaders.Wrong},
		WrongFaithful:   {Answer: loaders.Wrong, Faithful: loaders.Right},
		WrongUnfaithful: {Answer: loaders.Wrong, Faithful: loaders.Wrong},
		NoVerdict:       {NoVerdict: true},

		RightUnscored:      {Answer: loaders.Right, Unscored: true},
		WrongUnscored:      {Answer: loaders.Wrong, Unscored: true},
		UnjudgedFaithful:   {Unjudged: true, Faithful: loaders.Right},
		UnjudgedUnfaithful: {Unjudged: true, Faithful: loaders.Wrong},
		Neither:            {Unjudged: true, Unscored: true},

		AllExamples: {},
	}[c]
}

// pattern is how bars show a cell: colour tells right from wrong, and density
// all four apart where there is none.
func (c QuadrantCell) pattern(s *views.Session) (glyph string, st widget.Style) {
	glyph = [...]string{"█", "▒", "▓", "░", " ", "█", "░", "█", "▒", " ", " "}[c]
	switch c {
	case WrongFaithful, WrongUnfaithful, WrongUnscored:
		return glyph, widget.Ink(s.Theme.Wrong)
	case UnjudgedFaithful, UnjudgedUnfaithful: // right and wrong are the answer's
		return glyph, widget.Ink(s.Theme.Text)
	}
	return glyph, widget.Ink(s.Theme.Right)
}

// quadrantHeight is what a quadrant takes: titles, the box, totals. Its least
// width leaves room for six digits and a percentage in each cell.
const (
	quadrantHeight = 9
	quadrantWidth  = 46
)

// quadrant draws the counts of one run as a box of four cells.
type quadrant struct {
	s        *views.Session
	counts   session.Quadrant
	selected QuadrantCell
	focused  bool
	pick     func(QuadrantCell) tea.Cmd // on a click
	// sides says which verdicts the run has, and why says of a side that is
	// missing.
	sides sides
	why   []string
}

// draw needs quadrantWidth×quadrantHeight cells and uses up to 66 of width.
func (q quadrant) draw(f *widget.Frame, area image.Rectangle) {
	const total = 7
	label, right, wrong := 7, "right", "wrong"
	if area.Dx() >= 56 {
		label, right, wrong = 14, "answer right", "answer wrong"
	}
	w := (min(area.Dx(), 66) - label - total - 3) / 2
	if w < 8 || area.Dy() < quadrantHeight {
		return
	}
	if q.sides != bothSides {
		q.list(f, area)
		return
	}
	faint, line := widget.Ink(q.s.Theme.Faint), widget.Ink(q.s.Theme.Border)
	x0, y0 := area.Min.X+label, area.Min.Y
	x1, x2 := x0+w+1, x0+2*w+2
	f.Text(x0+2, y0, w, faint, "faithful")
	f.Text(x1+2, y0, w, faint, "not faithful")
	for row, ends := range []string{"┌┬┐", "├┼┤", "└┴┘"} {
		r, h := []rune(ends), strings.Repeat("─", w)
		f.Text(x0, y0+1+3*row, 2*w+3, line, string(r[0])+h+string(r[1])+h+string(r[2]))
	}
	for _, y := range []int{y0 + 2, y0 + 3, y0 + 5, y0 + 6} {
		for _, x := range []int{x0, x1, x2} {
			f.Cell(x, y, line, "│")
		}
	}
	f.Text(area.Min.X, y0+2, label, widget.Ink(q.s.Theme.Right), right)
	f.Text(area.Min.X, y0+5, label, widget.Ink(q.s.Theme.Wrong), wrong)
	q.cell(f, image.Rect(x0+1, y0+2, x1, y0+4), RightFaithful)
	q.cell(f, image.Rect(x1+1, y0+2, x2, y0+4), RightUnfaithful)
	q.cell(f, image.Rect(x0+1, y0+5, x1, y0+7), WrongFaithful)
	q.cell(f, image.Rect(x1+1, y0+5, x2, y0+7), WrongUnfaithful)
	c := q.counts
	q.total(f, x2+1, y0+2, total, c.RightFaithful+c.RightUnfaithful)
	q.total(f, x2+1, y0+5, total, c.WrongFaithful+c.WrongUnfaithful)
	q.total(f, x0+1, y0+8, w-8, c.RightFaithful+c.WrongFaithful)
	q.total(f, x1+1, y0+8, w-8, c.RightUnfaithful+c.WrongUnfaithful)
	q.rest(f, image.Rect(x2+1, y0+8, x2+1+total, y0+9))
}

// cell draws a count, its share of all that have a verdict, and the share as
// a bar.
func (q quadrant) cell(f *widget.Frame, area image.Rectangle, c QuadrantCell) {
	n := c.Count(q.counts)
	all := AllExamples.Count(q.counts) - q.counts.Unknown
	base := widget.Style{}
	if c == q.selected {
		f.Text(area.Min.X, area.Min.Y, 1, widget.Bold(widget.Ink(q.s.Theme.Accent)), "▸")
		if q.focused {
			base = q.s.Selected()
			f.Fill(area, base)
			f.Text(area.Min.X, area.Min.Y, 1, widget.Over(widget.Bold(widget.Ink(q.s.Theme.Accent)), base), "▸")
		}
	}
	st := widget.Over(widget.Bold(widget.Ink(q.s.Theme.Text)), base)
	widget.RightText(f, area.Min.X+1, area.Min.Y, area.Dx()-9, st, strconv.Itoa(n))
	if all > 0 {
		widget.RightText(f, area.Max.X-8, area.Min.Y, 6, widget.Over(widget.Ink(q.s.Theme.Faint), base), widget.Percent(n, all))
		glyph, tint := c.pattern(q.s)
		room := area.Dx() - 4
		f.Text(area.Min.X+2, area.Min.Y+1, room, widget.Over(tint, base), strings.Repeat(glyph, (n*room+all-1)/all))
	}
	f.Click(area, func() tea.Cmd { return q.pick(c) })
}

func (q quadrant) total(f *widget.Frame, x, y, w, n int) {
	widget.RightText(f, x, y, w, widget.Ink(q.s.Theme.Faint), strconv.Itoa(n))
}

// rest draws the number of all that have a verdict, bottom right.
func (q quadrant) rest(f *widget.Frame, area image.Rectangle) {
	q.total(f, area.Min.X, area.Min.Y, area.Dx(), AllExamples.Count(q.counts)-q.counts.Unknown)
}
