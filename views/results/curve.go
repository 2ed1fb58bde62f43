package results

import (
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/figure"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// series are those of the figure by the rows of its numbers: of bars there is one a
// panel.
func (v *screen) series(row int) (*figure.Panel, *figure.Series) {
	if p := v.Shown.Panels; p[0].Form == figure.Bars {
		return &p[row], &p[row].Series[0]
	}
	return &v.Shown.Panels[0], &v.Shown.Panels[0].Series[row]
}

// rows is how many series there are.
func (v *screen) rows() int {
	if v.Shown.Panels[0].Form == figure.Bars {
		return len(v.Shown.Panels)
	}
	return len(v.Shown.Panels[0].Series)
}

// axis is the setting that the figure is over; moves is false for none.
func (v *screen) axis() (axis boxes.Axis, moves bool) {
	if v.Shown.Name == overIoU {
		axis = boxes.OverIoU
	}
	return axis, v.Shown.drawn() && (v.Shown.Name == overIoU || v.Shown.Name == overThreshold)
}

// moved is the settings with the cursor's value.
func (v *screen) moved(axis boxes.Axis) scoring.Settings {
	settings := axis.Move(v.s.Settings, v.x())
	if settings.NegativeIoU > settings.IoU { // a box would be good and bad
		settings.NegativeIoU = 0
	}
	return settings
}

// places are where the cursor can stand in the selected series, ascending; nil where
// every series is one point.
func (v *screen) places() (xs []float64) {
	if !v.Shown.drawn() {
		return nil
	}
	_, s := v.series(min(v.sides.Sheet.Selected(), v.rows()-1))
	for _, at := range s.Points {
		if len(xs) == 0 || xs[len(xs)-1] < at.X {
			xs = append(xs, at.X)
		}
	}
	if len(s.Points) < 2 && v.Shown.Panels[0].Form == figure.Points {
		return nil
	}
	return xs
}

// x is where the cursor stands, NaN for nowhere.
func (v *screen) x() float64 {
	if xs := v.places(); v.at >= 0 && v.at < len(xs) {
		return xs[v.at]
	}
	return math.NaN()
}

// to puts the cursor on the place of x, or the one before it.
func (v *screen) to(x float64) {
	at, exact := slices.BinarySearch(v.places(), x)
	if !exact {
		at--
	}
	v.at = max(0, at)
	v.arrange()
}

// point is the selected series, and the query of what its points at the cursor stand
// for, "" for none.
func (v *screen) point() (s *figure.Series, leads string) {
	_, s = v.series(v.sides.Sheet.Selected())
	for _, at := range s.Points {
		if x := v.x(); x != x || at.X == x {
			leads = at.Leads
		}
	}
	return s, leads
}

// start is where the cursor stands first: at the setting that the figure is over, at
// the share that the paper's main figure is of, or in the middle.
func (v *screen) start() int {
	xs := v.places()
	at := len(xs) / 2
	want := math.NaN()
	if axis, moves := v.axis(); moves {
		want = axis.Of(v.Under)
	} else if v.Shown.Name == "accuracy-over-p" {
		want = 90
	}
	if i, found := slices.BinarySearch(xs, want); found {
		at = i
	}
	return at
}

// arrangeFigure fits the numbers at the cursor to the area.
func (v *screen) arrangeFigure(body image.Rectangle) {
	v.sides.Sheet.SetCount(v.rows())
	if n := len(v.places()); v.at < 0 || v.at >= n && n > 0 {
		v.at = v.start()
	}
	v.sides.Sheet.Drawn = []widget.Column{{Width: 5, Show: func(row int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			if p, s := v.series(row); p.Form != figure.Bars {
				key(f, area, p, s, row, v.s.Look)
			}
		}}
	}}}
	v.sides.Sheet.Put(v.numbers(), v.s.Look, body.Dx())
	_, rows := v.split(body)
	v.sides.Sheet.Resize(rows.Dy())
}

// numbers has a row of each series, with what it has at the cursor.
func (v *screen) numbers() *table.Table {
	first := &v.Shown.Panels[0]
	t := &table.Table{Name: "series", Columns: table.Columns("series")}
	number := func(names ...string) { t.Columns = append(t.Columns, table.Number.Columns(names...)...) }
	switch first.Form {
	case figure.Bars:
		t.Columns = append(t.Columns, table.Columns(table.Count, "examples", "of")...)
	case figure.Points:
		number(first.X.Label)
	}
	for k := range v.Shown.Panels {
		if p := &v.Shown.Panels[k]; p.Form != figure.Bars {
			number(strings.TrimSpace(p.Y.Label + " " + p.Title))
			if p.Peak {
				number("best "+p.Title, "at "+p.Title)
			}
		}
	}
	if first.Form != figure.Bars {
		t.Columns = append(t.Columns, table.Count.Columns("n")...)
	}
	for i := range v.rows() {
		_, s := v.series(i)
		at := v.here(s)
		if first.Form == figure.Bars {
			n, _ := at.Y.Float()
			t.Add(s.Name, int(n), at.N)
			continue
		}
		row := []any{s.Name}
		if first.Form == figure.Points {
			row = append(row, at.X)
		}
		for k := range v.Shown.Panels {
			p := &v.Shown.Panels[k]
			row = append(row, v.here(&p.Series[i]).Y)
			if p.Peak {
				peak, _ := p.Series[i].Peak()
				row = append(row, peak.Y, peak.X)
			}
		}
		t.Add(append(row, at.N)...)
	}
	return t
}

// here is what a series has at the cursor, of several points there their mean.
func (v *screen) here(s *figure.Series) figure.Point {
	x, sum := v.x(), 0.0
	all := figure.Point{Y: scoring.Undefined("no point")}
	for _, at := range s.Points {
		if y, ok := at.Y.Float(); x != x || at.X == x {
			if all.X, all.Y = at.X, at.Y; ok && all.N > 0 && v.Shown.Panels[0].Form == figure.Points {
				all.Y = scoring.Defined((sum + float64(y*float64(at.N))) / float64(all.N+at.N))
			}
			all.N, sum = all.N+at.N, sum+float64(y*float64(at.N))
		}
	}
	return all
}

// split parts the area into the figure and the numbers below it.
func (v *screen) split(body image.Rectangle) (plot, rows image.Rectangle) {
	_, plot = widget.SplitTop(body, head)
	rows = plot
	rows.Min.Y = max(plot.Min.Y, plot.Max.Y-max(2, min(v.rows()+1, body.Dy()/3)))
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
		Cells(f, plot, &v.Shown.Figure, v.s.Look, Cursor{v.x(), v.sides.Sheet.Selected(), v.to})
	}
	v.sides.DrawSheet(f, rows, v.s.Look)
}

// cursorText says what the cursor is on.
func (v *screen) cursorText() string {
	x := v.x()
	if x != x {
		return ""
	}
	p, s := v.series(v.sides.Sheet.Selected())
	at := "cursor: " + widget.MetricName(p.X.Label) + " " + short(x)
	if p.Form == figure.Bars {
		half := (p.X.Max() - p.X.Min()) / float64(2*len(s.Points))
		at = fmt.Sprintf("cursor: %s %s to %s", widget.MetricName(p.X.Label), short(x-half), short(x+half))
	}
	return at
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
		Files: sketched{func(w io.Writer) error { return WritePNG(w, &fig, large, letter, ink) }},
		Words: []string{v.Shown.Title},
	}
}
