package groups

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/themes"
	"faithscope/views/widget"
)

// arrangeParts starts a crossed table of new dimensions at its greatest cell, where most examples are.
func (v *groupsScreen) arrangeParts() {
	sheet := &v.Sheet
	v.Resize(v.Area)
	room := v.Body()
	w := &v.Shown
	sheet.Cursor, sheet.SheetOverrides = true, widget.SheetOverrides{}
	sheet.Empty = cmp.Or(v.Awaited(), widget.If(w.dimension == Found, " "), // the notes say how many differ
		"no example has a value")
	if w.sheet == nil {
		return
	}
	v.laid.causes = sheet.DrawCauses(w.sheet, widget.Column{Width: 8, Grow: 9, Most: 24})
	switch {
	case w.hasShares():
		sheet.CrossShares()
	case w.isCrossed():
		sheet.Cross(w.dimension == GoldAnswer)
	case w.hasValues():
		sheet.DrawnAt = barPlace
		if v.laid.causes == nil {
			sheet.Drawn = failureColumn(w, v.s.Theme)
		}
		sheet.Style = v.styleOf
		sheet.Leave = func(column int) int {
			c := &w.sheet.Columns[column]
			if c.In == "causes" {
				return -1
			}
			return map[string]int{"local": 9, "inherited": 9, "p": 2, "gap": 2, "rate": 4, "culprit": 3, "wrong": 5, "scored": -1}[c.Name]
		}
	}
	isFirst := v.laid.title != w.sheet.Title
	v.laid.title = w.sheet.Title
	if sheet.Put(w.sheet, v.s.Look, room.Dx()); isFirst && w.isCrossed() && len(w.sheet.Rows) > 1 {
		sheet.ToMost()
		sheet.Steer(0)
	} else if isFirst && v.laid.crossed {
		sheet.Column = 1 // not a cell of the last table
	}
	v.laid.crossed = w.isCrossed()
	sheet.Resize(room.Dy() - head)
}

// barPlace is the column of bars, behind the numbers of examples.
const barPlace = 2

// failureColumn shows how many examples of each group fail.
func failureColumn(w *groupResult, t *themes.Theme) *widget.Column {
	most := slices.Max(append(loaders.Map(w.sheet.Rows, w.countFailures), 1))
	return &widget.Column{Title: "not " + loaders.IfElse(w.outcome == "right", "right", "faithful"), Width: 12, Grow: 9, Most: 24,
		Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style, row int) {
			widget.ThinBar(f, area, widget.Over(t.Wrong, base), w.countFailures(w.sheet.Rows[row])/most)
		}}
}

// styleOf lets groups that differ from the others by more than chance stand out.
func (v *groupsScreen) styleOf(row, column int) widget.Style {
	p, ok := v.Shown.sheet.At(row, pColumn).Float()
	switch isTest := column == gapColumn || column == pColumn; {
	case ok && p < report.Level && (isTest || column == 0):
		return widget.Bold(v.s.Theme.Text)
	case isTest:
		return v.s.Theme.Faint
	}
	return v.s.Theme.Text
}

// head is the number of lines above the values.
const head = 2

// Draw draws the dimensions, the values under a heading, and the examples of the selected value.
func (v *groupsScreen) Draw(f *widget.Frame, area image.Rectangle) {
	v.ListAndDetail.Draw(f, area, v.s.Look, func(room image.Rectangle) image.Rectangle {
		v.drawDetails(f, room)
		return v.brief.Above(room, widget.PaneGap(area))
	})
}

func (v *groupsScreen) drawDetails(f *widget.Frame, roomArea image.Rectangle) {
	lines, rows := widget.SplitTop(roomArea, head)
	lines.Min.X += widget.Gutter
	lines.Max.X -= f.Margin()
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
	v.DrawSheet(f, v.brief.Above(rows, 0), v.s.Look)
	v.brief.Draw(f)
}

func (v *groupsScreen) nameFields() func(name string) string {
	fields, judged := v.knownFields(), v.s.Runs[v.run].Judged()
	return func(name string) string {
		if name == "faithfulness" && len(judged) == 1 {
			return widget.MetricName(judged[0])
		}
		return plainName(fields, name)
	}
}

func (v *groupsScreen) drawOutcomes(pen *widget.Pen) {
	faint, nameOf := v.s.Theme.Faint, v.nameFields()
	what := " · outcome"
	if v.Shown.hasShares() {
		what = loaders.IfElse(v.Shown.sheet.Columns[1].Percent, " · share (%)", " · mean") + " and n of"
	}
	pen.Put(widget.Bold(v.s.Theme.Text), v.Shown.sheet.Title)
	pen.Put(faint, loaders.IfElse(pen.Fits(what+" ‹"+nameOf(v.outcome)+"›"), what, " ·"))
	pen.Put(widget.Bold(v.s.Theme.Accent), " ‹"+nameOf(v.outcome)+"›")
	n := len(v.listOutcomes()) - 1
	others := widget.If(n > 0, "  "+loaders.Count(n, "other outcome"))
	pen.Put(faint, widget.If(pen.Fits(others), others))
}

func (v *groupsScreen) drawNotes(pen *widget.Pen) {
	faint, notes := v.s.Theme.Faint, v.Shown.sheet.Notes
	if v.Computing {
		pen.Put(faint, v.s.Pending())
		return
	}
	widget.CauseKey(pen, v.s.Look, v.laid.causes)
	if v.Shown.n > mostCounted {
		notes = append([]string{"values are only counted for up to " + strconv.Itoa(mostCounted) + " examples"}, notes...)
	}
	if v.Shown.hasShares() && v.Shown.sheet.Columns[1].Percent {
		notes = append(slices.Clip(notes), "dim: not clearly different from overall (Wilson interval)")
	}
	between := ""
	for _, note := range notes {
		for note != "" && !pen.Fits(between+note) {
			note = note[:max(0, strings.LastIndexAny(note, ",;("))]
		}
		if note != "" {
			pen.Put(faint, between+strings.TrimSpace(note))
			between = " · "
		}
	}
}
