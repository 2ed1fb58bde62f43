package results

import (
	"fmt"
	"image"
	"io"
	"strconv"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// moved is the settings with the cursor's value.
func (v *screen) moved(axis boxes.Axis) scoring.Settings {
	settings := axis.Move(v.s.Settings, v.cursor.x())
	if settings.NegativeIoU > settings.IoU { // a box would be good and bad
		settings.NegativeIoU = 0
	}
	return settings
}

// to puts the cursor on the place of x, or the one before it.
func (v *screen) to(x float64) {
	v.cursor.to(x)
	v.arrange()
}

// arrangeFigure fits the numbers at the cursor to the area.
func (v *screen) arrangeFigure(body image.Rectangle) {
	v.sides.Sheet.SetCount(v.Shown.rows())
	if n := len(v.cursor.places()); v.cursor.at < 0 || v.cursor.at >= n && n > 0 {
		v.cursor.at = v.cursor.start(v.Under)
	}
	v.sides.Sheet.Drawn = []widget.Column{{Width: 5, Show: func(row int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			if p, s := v.Shown.series(row); p.Form != figure.Bars {
				key(f, area, p, s, row, v.s.Look)
			}
		}}
	}}}
	v.sides.Sheet.Put(v.cursor.numbers(), v.s.Look, body.Dx())
	_, rows := v.split(body)
	v.sides.Sheet.Resize(rows.Dy())
}

// split parts the area into the figure and the numbers below it.
func (v *screen) split(body image.Rectangle) (plot, rows image.Rectangle) {
	_, plot = widget.SplitTop(body, head)
	rows = plot
	rows.Min.Y = max(plot.Min.Y, plot.Max.Y-max(2, min(v.Shown.rows()+1, body.Dy()/3)))
	plot.Max.Y = max(plot.Min.Y, rows.Min.Y-1)
	return plot, rows
}

// drawFigure draws the figure over the numbers at its cursor.
func (v *screen) drawFigure(f *widget.Frame, area image.Rectangle) {
	area.Min.Y -= head
	plot, rows := v.split(area)
	plot.Min.X++
	if v.pictured() {
		f.Place(widget.Placement{Area: plot, Picture: v.picture(plot.Size())})
	} else {
		Cells(f, plot, &v.Shown.Figure, v.s.Look, Cursor{v.cursor.x(), v.sides.Sheet.Selected(), v.to})
	}
	v.sides.DrawSheet(f, rows, v.s.Look)
}

// exact writes a number that a step has.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// pictured reports whether figures are shown as pictures.
func (v *screen) pictured() bool {
	return !v.cells && !v.s.NoPictures && v.s.Cell != image.Point{}
}

// picture is the figure in the pixels of size cells.
func (v *screen) picture(size image.Point) widget.Picture {
	large := image.Pt(size.X*v.s.Cell.X, size.Y*v.s.Cell.Y)
	name := fmt.Sprintf("%s-%p-%d-%s-%dx%d.png", v.Shown.Name, v, v.Request, v.s.Theme.Name, large.X, large.Y)
	fig := v.Shown.Figure
	fig.Title = "" // it stands above, and the series below
	letter, ink := float64(v.s.Cell.Y)*.65, Glass(v.s.Theme)
	return widget.Picture{
		Key:   widget.PictureKey{Run: "a figure", Path: name},
		Files: widget.Drawn(func(w io.Writer) error { return WritePNG(w, &fig, large, letter, ink) }),
		Words: []string{v.Shown.Title},
	}
}
