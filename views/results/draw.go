package results

import (
	"cmp"
	"fmt"
	"image"
	"strings"

	"faithscope/views"
	"faithscope/views/widget"
)

func (v *screen) moveTo(x float64) {
	v.cursor.moveTo(x)
	v.arrangeParts()
}

func (v *screen) drawFigure(f *widget.Frame, area image.Rectangle) {
	area.Min.Y -= head
	plot, rows := v.splitArea(area)
	plot.Min.X++
	if v.s.Pictured.Cell != (image.Point{}) && !v.s.Pictured.NoPictures {
		f.Place(widget.Placement{Area: plot, Picture: v.figurePicture(plot.Size())})
	} else {
		drawFigure(f, plot, &v.Shown.Figure, v.s.Look, figureCursor{v.cursor.x(), v.Sheet.Chosen(), v.moveTo})
	}
	v.DrawSheet(f, rows, v.s.Look)
}

func (v *screen) styleOf(row, column int) widget.Style {
	t, l := v.s.Theme, v.Shown.laid
	if column == 0 || l == nil {
		return t.Text
	}
	switch run := l.Rows[row].Cells[column-1].Run; {
	case run == -1:
		return t.Warn
	case v.Shown.grouped:
		return t.Text
	}
	var beside []views.Placed
	own := -1
	for i := range l.Rows {
		if at := l.Rows[i].Cells[column-1]; at.Run >= 0 && !l.Rows[i].Reference() {
			if beside = append(beside, views.Placed{Run: at.Run, Value: at.Value}); i == row {
				own = len(beside) - 1
			}
		}
	}
	better := l.Columns[column-1].Better
	if own >= 0 && v.s.Best(better, beside, own) {
		return widget.Bold(t.Text)
	}
	return t.Text
}

// arrangeParts lays out list and result and fills the sheet. It resets the sheet's form, because
// results share it.
func (v *screen) arrangeParts() {
	sheet := &v.Sheet
	v.Resize(v.Area)
	body := v.Body()
	v.List.Empty = cmp.Or(v.Awaited(), "no run has a result")
	sheet.Cursor, sheet.Form, v.Along = false, widget.Form{}, nil
	switch {
	case v.Shown.isFigure():
		v.arrangeFigure(body)
	case v.Shown.sheet != nil:
		sheet.Cursor, sheet.Style = true, v.styleOf
		if v.Shown.crossed {
			sheet.Cross(widget.Alike)
		}
		sheet.Put(v.Shown.sheet, v.s.Look, body.Dx())
		_, room := v.wrapNotes(body)
		sheet.Resize(body.Dy() - 1 - room)
	default:
		sheet.SetCount(0)
	}
}

func (v *screen) wrapNotes(body image.Rectangle) (lines []string, room int) {
	lines = widget.Wrap(strings.Join(v.Shown.notes, " · "), body.Dx()-widget.Gutter)
	if v.Shown.isFigure() {
		return lines, head - 1
	}
	return lines, max(1, min(len(lines), body.Dy()-1-v.Sheet.Header()-v.Sheet.Count()))
}

// Draw draws the list and the selected result below its title and notes, or why there is none.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	v.Sides.Draw(f, area, v.s.Look)
	_, body := v.Layout(area)
	e := v.Shown.selectedEntry()
	switch {
	case e.title == "":
		body.Min.X += widget.Gutter
		f.TextOver(body, v.s.Theme.Faint, v.List.Empty)
		return
	case body.Empty():
		return
	}
	notes, room := v.wrapNotes(body)
	if v.Computing {
		notes = []string{v.s.Pending()}
	}
	lines, rest := widget.SplitTop(body, 1+room)
	lines.Min.X += widget.Gutter
	title, place := cmp.Or(v.Shown.Title, e.title), ""
	if body == area { // the list is not on screen
		place = fmt.Sprintf("  %d of %d", v.Shown.at+1, len(v.Shown.entries))
	}
	pen := widget.NewPen(f, lines)
	pen.Short(widget.Bold(v.s.Theme.Text), lines.Dx()-len(place), title)
	pen.Put(v.s.Theme.Faint, place)
	lines.Min.Y++
	f.Lines(lines, v.s.Theme.Faint, notes)
	if v.Shown.isFigure() {
		v.drawFigure(f, rest)
	} else if v.Shown.sheet != nil {
		v.DrawSheet(f, rest, v.s.Look)
	}
}
