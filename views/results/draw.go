package results

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strings"

	"faithscope/scoring/figure"
	"faithscope/views"
	"faithscope/views/widget"
)

func (v *resultsScreen) moveTo(x float64) {
	at, exact := slices.BinarySearch(v.cursor.cursorPlaces(), x)
	if !exact {
		at--
	}
	v.cursor.at = max(0, at)
	v.arrangeParts()
}

func (v *resultsScreen) drawFigure(f *widget.Frame, area image.Rectangle) {
	area.Min.Y -= head
	plot, rows := v.splitArea(area)
	plot.Min.X, plot.Max.X = plot.Min.X+1, plot.Max.X-1
	if next := &v.Shown.next; len(next.Panels) > 0 {
		right := plot
		right.Min.X, plot.Max.X = (plot.Min.X+plot.Max.X)/2+1, (plot.Min.X+plot.Max.X)/2
		f.Text(right.Min.X, area.Min.Y+1, right.Dx(), widget.Bold(v.s.Theme.Faint), widget.Shorten(next.Title, right.Dx()))
		_, chosen := v.Shown.seriesAt(v.Sheet.Chosen())
		same := slices.IndexFunc(next.Panels[0].Series, func(s figure.Series) bool { return s.Run == chosen.Run })
		v.drawPlot(f, right, next, figureCursor{math.NaN(), same, nil})
	}
	v.drawPlot(f, plot, &v.Shown.Figure, figureCursor{v.cursor.x(), v.Sheet.Chosen(), v.moveTo})
	v.drawNumbers(f, rows)
	f.DrawPanel(rows, v.s.Look, v.Inside)
}

func (v *resultsScreen) drawPlot(f *widget.Frame, plotArea image.Rectangle, fig *figure.Figure, plotCursor figureCursor) {
	if v.s.Pictured.Cell != (image.Point{}) && !v.s.Pictured.NoPictures {
		f.Place(widget.PlacedPicture{Area: plotArea, Picture: v.figurePicture(*fig, plotArea.Size(), plotCursor)})
	} else {
		drawFigure(f, plotArea, fig, v.s.Look, plotCursor)
	}
}

func (v *resultsScreen) styleOf(rowIndex, columnIndex int) widget.Style {
	t, l := v.s.Theme, v.Shown.laid
	if columnIndex == 0 || l == nil {
		return t.Text
	}
	switch run := l.Rows[rowIndex].Cells[columnIndex-1].Run; {
	case run == -1:
		return t.Warn
	case v.Shown.grouped:
		return t.Text
	}
	var beside []views.RunMetricValue
	own := -1
	for i := range l.Rows {
		if at := l.Rows[i].Cells[columnIndex-1]; at.Run >= 0 && !l.Rows[i].Reference() {
			if beside = append(beside, views.RunMetricValue{Run: at.Run, Value: at.Value}); i == rowIndex {
				own = len(beside) - 1
			}
		}
	}
	better := l.Columns[columnIndex-1].Better
	if own >= 0 && v.s.Best(better, beside, own) {
		return widget.Bold(t.Text)
	}
	return t.Text
}

// arrangeParts lays out list and result and fills the sheet. It resets the sheet's form, because
// results share it.
func (v *resultsScreen) arrangeParts() {
	sheet := &v.Sheet
	v.Resize(v.Area)
	body := v.Body()
	v.List.Empty = cmp.Or(v.Awaited(), "no run has results")
	sheet.Cursor, sheet.SheetOverrides, v.Along = false, widget.SheetOverrides{}, nil
	switch {
	case v.Shown.isFigure():
		v.arrangeFigure(body)
	case v.Shown.sheet != nil:
		sheet.Cursor, sheet.Style = true, v.styleOf
		if v.Shown.crossed {
			sheet.Cross(widget.Alike)
		}
		sheet.Put(v.Shown.sheet, v.s.Look, body.Dx()-1)
		_, _, room := v.wrapNotes(body)
		sheet.Resize(body.Dy() - 1 - room)
	default:
		sheet.SetCount(0)
	}
}

// wrapNotes lets the title go on before the notes. Of a figure they have one line, beside the other figure's title.
func (v *resultsScreen) wrapNotes(bodyArea image.Rectangle) (title string, lines []string, room int) {
	w := bodyArea.Dx() - widget.Gutter - 1
	titles := widget.Wrap(cmp.Or(v.Shown.Title, v.Shown.selectedEntry().title), w-len(" 99 of 99 "))
	if len(v.Shown.next.Panels) > 0 {
		w = w/2 - 1
	}
	said := slices.Concat(titles[1:], v.Shown.notes)
	if v.Shown.isFigure() {
		p := &v.Shown.Panels[0]
		isOther := func(s figure.Series) bool { return s.Data != p.Series[0].Data }
		if p.Form == figure.Lines && slices.ContainsFunc(p.Series, isOther) {
			said = append(said, "grey: drawn when selected")
		}
		return titles[0], widget.Wrap(strings.Join(said, " · "), w), head - 1
	}
	lines = widget.Wrap(strings.Join(said, " · "), w)
	return titles[0], lines, max(1, min(len(lines), bodyArea.Dy()-1-v.Sheet.Header()-v.Sheet.Count()))
}

// Draw draws the list and the selected result below its title and notes, or why there is none.
func (v *resultsScreen) Draw(f *widget.Frame, area image.Rectangle) {
	v.ListAndDetail.Draw(f, area, v.s.Look, func(body image.Rectangle) image.Rectangle {
		v.drawSelected(f, body)
		if gap := widget.PaneGap(v.Area); gap > 0 && v.Shown.isFigure() {
			_, rows := v.splitArea(body)
			body.Max.Y = rows.Min.Y - gap
		}
		return body
	})
}

func (v *resultsScreen) drawSelected(f *widget.Frame, bodyArea image.Rectangle) {
	if v.Shown.selectedEntry().title == "" {
		bodyArea.Min.X += widget.Gutter
		f.TextOver(bodyArea, v.s.Theme.Faint, v.List.Empty)
		return
	}
	title, notes, room := v.wrapNotes(bodyArea)
	if v.Computing {
		notes = []string{v.s.Pending()}
	}
	lines, rest := widget.SplitTop(bodyArea, 1+room)
	lines.Min.X += widget.Gutter
	f.TextOver(lines, widget.Bold(v.s.Theme.Text), title)
	widget.RightText(f, widget.LineAt(lines.Min.X, lines.Min.Y, lines.Dx()-1), v.s.Theme.Faint, v.List.DescribePlace())
	lines.Min.Y++
	f.Lines(lines, v.s.Theme.Faint, notes)
	if v.Shown.isFigure() {
		v.drawFigure(f, rest)
	} else if v.Shown.sheet != nil {
		v.drawNumbers(f, rest)
	}
}

// drawNumbers leaves a margin at the right.
func (v *resultsScreen) drawNumbers(f *widget.Frame, area image.Rectangle) {
	area.Max.X--
	v.DrawSheet(f, area, v.s.Look)
}
