package results

import (
	"fmt"
	"image"
	"io"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// movedSettings returns the settings with the cursor's value on the axis. It resets a negative IoU
// above the IoU, because a box would otherwise count as good and bad.
func (v *resultsScreen) movedSettings(swept sweptSetting) scoring.Settings {
	settings := swept.move(v.s.Settings, v.cursor.x())
	if settings.NegativeIoU > settings.IoU { // a box would count as good and as bad
		settings.NegativeIoU = 0
	}
	return settings
}

func (v *resultsScreen) arrangeFigure(bodyArea image.Rectangle) {
	sheet := &v.Sheet
	sheet.SetCount(v.Shown.countRows())
	n := len(v.cursor.cursorPlaces())
	if sheet.Cursor = n == 0; n > 0 {
		v.Along = func(by int) { v.cursor.at = max(0, min(v.cursor.at+by, len(v.cursor.cursorPlaces())-1)) }
	}
	if v.cursor.at < 0 || v.cursor.at >= n && n > 0 {
		v.cursor.at = v.cursor.startPlace(v.Under)
	}
	isDrawn := func(row int) bool { // lines of other data are in no panel
		p, s := v.Shown.seriesAt(row)
		_, chosen := v.Shown.seriesAt(sheet.Chosen())
		return p.Form != figure.Lines || s.Data == chosen.Data
	}
	if p := &v.Shown.Panels[0]; p.Form != figure.Bars || p.Names != nil {
		sheet.Key = &widget.Column{Width: keyWidths[p.Form], Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style, row int) {
			if p, s := v.Shown.seriesAt(row); isDrawn(row) {
				textCanvas{f, area, p, v.s.Look, hasLetters(&v.Shown.Figure)}.drawKey(s, row, row == sheet.Chosen(), base)
			}
		}}
	}
	sheet.Style = func(row, _ int) widget.Style {
		return loaders.IfElse(isDrawn(row), v.s.Theme.Text, v.s.Theme.Faint)
	}
	sheet.Put(v.cursor.numberTable(), v.s.Look, bodyArea.Dx()-1)
	_, rows := v.splitArea(bodyArea)
	sheet.Resize(rows.Dy())
}

func (v *resultsScreen) splitArea(bodyArea image.Rectangle) (plot, rows image.Rectangle) {
	_, plot = widget.SplitTop(bodyArea, head)
	rows = plot
	rows.Min.Y = max(plot.Min.Y, plot.Max.Y-max(2, min(v.Shown.countRows()+1, bodyArea.Dy()/3)))
	plot.Max.Y = max(plot.Min.Y, rows.Min.Y-1)
	return plot, rows
}

// figurePicture returns the figure as a picture of pictureSize cells. Its name contains everything that
// changes it, so that caches don't confuse two.
func (v *resultsScreen) figurePicture(fig figure.Figure, pictureSize image.Point, plotCursor figureCursor) widget.Picture {
	large := image.Pt(pictureSize.X*v.s.Pictured.Cell.X, pictureSize.Y*v.s.Pictured.Cell.Y)
	words := []string{fig.Title}
	if fig.Panels[0].Form == figure.Bars {
		plotCursor.Series = -1
	}
	fig.Title = "" // it is above, and the series below
	on := chartStyle{large, float64(v.s.Pictured.Cell.Y) * .65, glassInk(v.s.Theme), plotCursor.Series, plotCursor.X}
	name := fmt.Sprintf("%s-%p-%d-%v.png", fig.Name, v, v.Requests, on)
	return widget.Picture{
		Key:   widget.PictureKey{Run: "a figure", Path: name},
		Files: widget.PictureWriter(func(w io.Writer) error { return writeChart(w, &fig, ".png", on) }),
		Words: words,
	}
}
