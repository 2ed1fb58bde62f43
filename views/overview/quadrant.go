package overview

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// quadrantHeight is what a quadrant takes: titles, the box, totals. Its least
// width leaves room for six digits and a percentage in each cell, its most is
// as far as an eye follows.
const (
	quadrantHeight = 9
	quadrantWidth  = 46
	quadrantMost   = 66
)

// quadrant draws the counts of one run as a box of four cells, or those of a
// run that lacks a verdict one below the other.
type quadrant struct {
	look     widget.Look
	counts   scoring.Quadrant
	selected place
	focused  bool
	pick     func(cell) tea.Cmd // on a click
	why      []string           // of the verdicts that are missing
	compact  bool
}

// What a compact quadrant takes.
const (
	compactHeight = 3
	compactWidth  = 36
)

// small draws the counts and shares in three rows, without a box.
func (q quadrant) small(f *widget.Frame, area image.Rectangle) {
	const label, w = 8, 13
	if area.Dx() < compactWidth || area.Dy() < compactHeight {
		return
	}
	for i, title := range []string{"faithful", "not"} {
		widget.RightText(f, area.Min.X+label+i*(w+1), area.Min.Y, w-4, widget.Ink(q.look.Theme.Faint), title)
	}
	for i, title := range []string{"right", "wrong"} {
		answer, y := yes+verdict(i), area.Min.Y+1+i
		f.Text(area.Min.X+2, y, label-2, widget.Ink([]lipgloss.Style{q.look.Theme.Right, q.look.Theme.Wrong}[i]), title)
		for k, c := range []cell{{answer, yes}, {answer, no}} {
			at := image.Rect(area.Min.X+label+k*(w+1), y, area.Min.X+label+k*(w+1)+w, y+1)
			q.numbers(f, at, q.mark(f, at, c), c, q.counts.Placed(), 6)
		}
	}
}

// draw needs quadrantWidth×quadrantHeight cells.
func (q quadrant) draw(f *widget.Frame, area image.Rectangle) {
	if q.compact {
		q.small(f, area)
		return
	}
	const total = 7
	label, right, wrong := 7, "right", "wrong"
	if area.Dx() >= 56 {
		label, right, wrong = 14, "answer right", "answer wrong"
	}
	area.Max.X = min(area.Max.X, area.Min.X+quadrantMost)
	w := (area.Dx() - label - total - 3) / 2
	if w < 8 || area.Dy() < quadrantHeight {
		return
	}
	if sidesOf(q.counts) != bothSides {
		q.list(f, area)
		return
	}
	x, y := area.Min.X+label, area.Min.Y
	for i, line := range grid(w) {
		f.Text(x, y+1+i, 2*w+3, widget.Ink(q.look.Theme.Border), line)
	}
	faint := widget.Ink(q.look.Theme.Faint)
	for i, title := range []string{"faithful", "not faithful"} {
		f.Text(x+2+i*(w+1), y, w, faint, title)
		q.total(f, x+1+i*(w+1), y+8, w-8, cell{yes, yes + verdict(i)}, cell{no, yes + verdict(i)})
	}
	for i, title := range []string{right, wrong} {
		answer, top := yes+verdict(i), y+2+3*i
		f.Text(area.Min.X, top, label, widget.Ink([]lipgloss.Style{q.look.Theme.Right, q.look.Theme.Wrong}[i]), title)
		q.cell(f, image.Rect(x+1, top, x+1+w, top+2), cell{answer, yes})
		q.cell(f, image.Rect(x+2+w, top, x+2+2*w, top+2), cell{answer, no})
		q.total(f, x+2*w+3, top, total, cell{answer, yes}, cell{answer, no})
	}
	widget.RightText(f, x+2*w+3, y+8, total, faint, strconv.Itoa(q.counts.Placed()))
}

// grid is the lines of two by two empty cells of w×2.
func grid(w int) []string {
	b := lipgloss.NormalBorder()
	line := func(left, fill, middle, right string) string {
		fill = strings.Repeat(fill, w)
		return left + fill + middle + fill + right
	}
	row := line(b.Left, " ", b.Left, b.Right)
	return []string{
		line(b.TopLeft, b.Top, b.MiddleTop, b.TopRight), row, row,
		line(b.MiddleLeft, b.Top, b.Middle, b.MiddleRight), row, row,
		line(b.BottomLeft, b.Bottom, b.MiddleBottom, b.BottomRight),
	}
}

// total draws what two cells hold together.
func (q quadrant) total(f *widget.Frame, x, y, w int, a, b cell) {
	widget.RightText(f, x, y, w, widget.Ink(q.look.Theme.Faint), strconv.Itoa(a.count(q.counts)+b.count(q.counts)))
}

// mark marks area where c is selected, and returns the style to draw on.
func (q quadrant) mark(f *widget.Frame, area image.Rectangle, c cell) (base widget.Style) {
	if (place{cell: c}) == q.selected {
		if q.focused {
			base = q.look.Selected()
			f.Fill(area, base)
		}
		f.Text(area.Min.X, area.Min.Y, 1, widget.Over(widget.Bold(widget.Ink(q.look.Theme.Accent)), base), "▸")
	}
	f.Click(area, func() tea.Cmd { return q.pick(c) })
	return base
}

// cell draws a count, its share of all that have a verdict, and the share as
// a bar.
func (q quadrant) cell(f *widget.Frame, area image.Rectangle, c cell) {
	base := q.mark(f, area, c)
	q.numbers(f, image.Rect(area.Min.X+1, area.Min.Y, area.Max.X-2, area.Max.Y), base, c, q.counts.Placed(), 6)
	q.bar(f, image.Rect(area.Min.X+2, area.Min.Y+1, area.Max.X-2, area.Max.Y), base, c, q.counts.Placed())
}

// numbers draws a count and its share of all, which has the last cells of
// area, as many as share.
func (q quadrant) numbers(f *widget.Frame, area image.Rectangle, base widget.Style, c cell, all, share int) {
	n := c.count(q.counts)
	widget.RightText(f, area.Min.X, area.Min.Y, area.Dx()-share, widget.Over(widget.Bold(widget.Ink(q.look.Theme.Text)), base), strconv.Itoa(n))
	if all > 0 {
		widget.RightText(f, area.Max.X-share, area.Min.Y, share, widget.Over(widget.Ink(q.look.Theme.Faint), base), widget.Percent(n, all))
	}
}

// bar draws a share of all over area's first line.
func (q quadrant) bar(f *widget.Frame, area image.Rectangle, base widget.Style, c cell, all int) {
	if all > 0 {
		glyph, tint := c.pattern(q.look.Theme)
		f.Text(area.Min.X, area.Min.Y, area.Dx(), widget.Over(widget.Ink(tint), base), strings.Repeat(glyph, (c.count(q.counts)*area.Dx()+all-1)/all))
	}
}

// list draws the cells of a run that lacks a side, one below the other, and
// says what is missing.
func (q quadrant) list(f *widget.Frame, area image.Rectangle) {
	const label, numbers = 16, 16
	all, cells := allExamples.count(q.counts), sidesOf(q.counts).cells()
	var lines []string
	for _, why := range q.why {
		lines = append(lines, widget.Wrap(why, area.Dx())...)
	}
	lines = lines[:min(len(lines), quadrantHeight-2*len(cells))]
	for i, line := range lines {
		f.Text(area.Min.X, area.Min.Y+i, area.Dx(), widget.Ink(q.look.Theme.Faint), line)
	}
	y := area.Min.Y + len(lines) + 1
	for _, c := range cells {
		if c == neither && c.count(q.counts) == 0 {
			continue
		}
		row := image.Rect(area.Min.X, y, area.Max.X, y+1)
		base := q.mark(f, row, c)
		_, tint := c.pattern(q.look.Theme)
		f.Text(row.Min.X+2, y, label-2, widget.Over(widget.Ink(tint), base), c.name())
		q.numbers(f, image.Rect(row.Min.X+label, y, row.Min.X+label+numbers, y+1), base, c, all, 8)
		q.bar(f, image.Rect(row.Min.X+label+numbers+2, y, row.Max.X-1, y+1), base, c, all)
		y += 2
	}
}
