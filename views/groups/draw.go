package groups

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"faithscope/views/widget"
)

// arrangeParts fills and sizes list and sheet. A crossed table of new dimensions starts at its
// greatest cell.
func (v *screen) arrangeParts() {
	sheet := &v.Sheet
	v.Resize(v.Area)
	room := v.Body()
	w := &v.Shown
	sheet.Cursor, sheet.Form = true, widget.Form{}
	sheet.Empty = cmp.Or(v.Awaited(), widget.If(w.dimension == Found, "no slice differs from the rest by more than chance"),
		"no example has a value")
	if w.sheet == nil {
		return
	}
	v.laid.causes = sheet.DrawCauses(w.sheet, widget.Column{Width: 6, Grow: 1, Most: 16, Drop: 3}, widget.OfTheLargest)
	switch {
	case w.hasShares():
		sheet.CrossShares()
	case w.isCrossed():
		sheet.Cross(w.dimension == GoldAnswer)
	case w.hasValues():
		sheet.Leave = func(column int) int {
			c := &w.sheet.Columns[column]
			if c.In == "causes" {
				return -1
			}
			return map[string]int{"local": 9, "inherited": 9, "p": 2, "gap": 2, "rate": 4, "wrong": 5, "scored": -1}[c.Name] // wrong is of scored
		}
	}
	isFirst := v.laid.title != w.sheet.Title
	v.laid.title = w.sheet.Title
	if sheet.Put(w.sheet, v.s.Look, room.Dx()); isFirst && w.isCrossed() && len(w.sheet.Rows) > 1 {
		sheet.ToMost()
		sheet.Steer(0)
	}
	sheet.Resize(room.Dy() - head)
}

// head is the number of lines above the values.
const head = 2

// Draw draws the dimensions, the values under a heading, and the examples of the selected value.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	v.Sides.Draw(f, area, v.s.Look)
	_, room := v.Layout(area)
	if room.Empty() {
		return
	}
	lines, rows := widget.SplitTop(room, head)
	lines.Min.X += widget.Gutter
	faint, pen := v.s.Theme.Faint, widget.NewPen(f, lines)
	switch {
	case v.Shown.err != nil:
		pen.Put(v.s.Theme.Warn, v.Shown.err.Error())
		return
	case v.Shown.sheet == nil:
		pen.Put(faint, v.s.Pending())
		return
	case v.Shown.hasValues() || v.Shown.hasShares():
		v.drawOutcomes(pen)
	default:
		pen.Put(faint, v.Shown.sheet.Title)
	}
	lines.Min.Y++
	v.drawNotes(widget.NewPen(f, lines))
	v.DrawSheet(f, rows, v.s.Look)
	v.brief.Draw(f)
}

// drawOutcomes draws the title and every outcome, the present one in ‹ ›. Faithfulness is named
// after the metric if the run has only one.
func (v *screen) drawOutcomes(pen *widget.Pen) {
	faint := v.s.Theme.Faint
	what := " · gap and p of"
	if v.Shown.hasShares() {
		what = " · share" + widget.If(v.Shown.sheet.Columns[1].Percent, " (%)") + " and n of"
	}
	pen.Put(widget.Bold(v.s.Theme.Text), v.Shown.sheet.Title)
	pen.Put(faint, what)
	for _, name := range v.listOutcomes() {
		title := name
		if judged := v.s.Runs[v.run].Judged(); name == "faithfulness" && len(judged) == 1 {
			title = widget.MetricName(judged[0])
		}
		style := faint
		if name == v.outcome {
			style, title = widget.Bold(v.s.Theme.Accent), "‹"+title+"›"
		}
		pen.Put(style, " "+title)
	}
}

// drawNotes draws what is awaited, or the key to the causes and how the table was made.
func (v *screen) drawNotes(pen *widget.Pen) {
	faint, notes := v.s.Theme.Faint, v.Shown.sheet.Notes
	if v.Computing {
		pen.Put(faint, v.s.Pending())
		return
	}
	widget.CauseKey(pen, v.s.Look, v.laid.causes)
	if v.Shown.n > mostCounted {
		notes = append([]string{"the values of all dimensions are counted for at most " + strconv.Itoa(mostCounted) + " examples"}, notes...)
	}
	if v.Shown.hasShares() && v.Shown.sheet.Columns[1].Percent {
		notes = append(slices.Clip(notes), "dim: no different from the whole by Wilson's interval")
	}
	pen.Put(faint, strings.Join(notes, " · "))
}
