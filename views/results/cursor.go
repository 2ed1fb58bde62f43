package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/papers"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// cursor reads a page: a figure at a point of its axis, in the series whose row
// of the sheet is selected, or the selected cell of a table.
type resultCursor struct {
	*page
	sheet *widget.Sheet
	at    int // an index into the places of the figure, -1 before it is placed
}

// cursorPlaces returns the x of the points of the selected series, ascending, on which the cursor
// can be; nil for a table, and in a scatter for a series of fewer than two points.
func (c *resultCursor) cursorPlaces() (xs []float64) {
	if !c.isFigure() {
		return nil
	}
	_, s := c.seriesAt(min(c.sheet.Chosen(), c.countRows()-1))
	for _, at := range s.Points {
		if len(xs) == 0 || xs[len(xs)-1] < at.X {
			xs = append(xs, at.X)
		}
	}
	if len(s.Points) < 2 && c.Panels[0].Form == figure.Points {
		return nil
	}
	return xs
}

// x returns where the cursor is, NaN for nowhere.
func (c *resultCursor) x() float64 {
	if xs := c.cursorPlaces(); c.at >= 0 && c.at < len(xs) {
		return xs[c.at]
	}
	return math.NaN()
}

func (c *resultCursor) moveTo(x float64) {
	at, exact := slices.BinarySearch(c.cursorPlaces(), x)
	if !exact {
		at--
	}
	c.at = max(0, at)
}

func (c *resultCursor) selectedPoint() (s *figure.Series, leads string) {
	_, s = c.seriesAt(c.sheet.Chosen())
	for _, at := range s.Points {
		if x := c.x(); x != x || at.X == x {
			leads = at.Leads
		}
	}
	return s, leads
}

// startPlace returns the index of the place where the cursor begins under some settings: that of
// the setting on the figure's axis, or 90 % in the paper's main figure; the middle one for other
// figures, and where no place is exactly there.
func (c *resultCursor) startPlace(under scoring.Settings) int {
	xs := c.cursorPlaces()
	at := len(xs) / 2
	want := math.NaN()
	if axis, moves := c.settingAxis(); moves {
		want = axis.Of(under)
	} else if c.Name == "accuracy-over-p" {
		want = 90
	}
	if i, found := slices.BinarySearch(xs, want); found {
		at = i
	}
	return at
}

// describeCursor returns "cursor: THRESHOLD .35": the horizontal axis and the place, or for a
// histogram the bounds of the bar; "" for no cursor.
func (c *resultCursor) describeCursor() string {
	x := c.x()
	if x != x {
		return ""
	}
	p, s := c.seriesAt(c.sheet.Chosen())
	at := "cursor: " + widget.MetricName(p.X.Label) + " " + cmp.Or(loaders.Clean(p.Name(x)), shortNumber(x))
	if p.Names == nil && p.Form == figure.Bars && !slices.Contains(p.X.Ticks, x) {
		half := (p.X.Max() - p.X.Min()) / float64(2*len(s.Points))
		at = fmt.Sprintf("cursor: %s %s to %s", widget.MetricName(p.X.Label), shortNumber(x-half), shortNumber(x+half))
	}
	return at
}

// numberTable returns a table with a row for each series and its value at the cursor in every
// panel, its peak where the panel has peaks, and on how many examples the value rests. Of bars
// of counts, a row has the count and the sum of all bars.
func (c *resultCursor) numberTable() *table.Table {
	first := &c.Panels[0]
	counts := first.Form == figure.Bars && first.Names == nil
	t := &table.Table{Name: "series", Notes: c.notes, Columns: table.Columns(figure.SeriesName)}
	number := func(means string, names ...string) {
		for _, name := range names {
			of := table.Number.Column(strings.TrimSpace(name))
			of.Help = means
			t.Columns = append(t.Columns, of)
		}
	}
	switch {
	case counts:
		t.Columns = append(t.Columns, table.Columns(table.Examples, table.Count, "all=: of all bars")...)
	case first.Form == figure.Points:
		number(first.Means, first.X.Label)
	}
	for k := range c.Panels {
		if p := &c.Panels[k]; !counts {
			number(p.Means, widget.MetricName(p.Y.Label)+" "+p.Title)
			if p.Peak {
				number(p.Means, "best "+p.Title, "at "+p.Title)
			}
		}
	}
	if !counts {
		t.Columns = append(t.Columns, table.N)
	}
	for i := range c.countRows() {
		p, s := c.seriesAt(i)
		at := c.valueHere(s)
		if counts {
			n, _ := at.Y.Float()
			t.Add(s.Name+widget.If(len(p.Series) > 1, ", "+p.Title), table.Cell{Value: int(n), Among: at.N}, at.N)
			continue
		}
		row := []any{s.Name}
		if first.Form == figure.Points {
			row = append(row, cellOf(scoring.Defined(at.X), at.Scores[0]))
		}
		for k := range c.Panels {
			p := &c.Panels[k]
			here := c.valueHere(&p.Series[i])
			row = append(row, cellOf(here.Y, here.Scores[1]))
			if p.Peak {
				peak, _ := p.Series[i].Peak()
				row = append(row, peak.Y, peak.X)
			}
		}
		t.Add(append(row, at.N)...)
	}
	return t
}

func cellOf(v scoring.Value, score *scoring.Score) table.Cell {
	cell := table.Cell{Value: v, Score: score}
	if score != nil {
		cell.N = score.Count
	}
	return cell
}

// valueHere returns the point of a series at the cursor, or of all its points where there is no
// cursor. Of several points of a scatter it is the mean, weighted by their examples, with the
// sum of these; of other forms the last, with that sum.
func (c *resultCursor) valueHere(s *figure.Series) figure.Point {
	x, sum := c.x(), 0.0
	all := figure.Point{Y: scoring.Undefined("no point")}
	for _, at := range s.Points {
		if y, ok := at.Y.Float(); x != x || at.X == x {
			if all.X, all.Y, all.Scores = at.X, at.Y, at.Scores; ok && all.N > 0 && c.Panels[0].Form == figure.Points {
				all.Y = scoring.Defined((sum + float64(y*float64(at.N))) / float64(all.N+at.N))
			}
			all.N, sum = all.N+at.N, sum+float64(y*float64(at.N))
		}
	}
	return all
}

func (c *resultCursor) selectedNumber() (n papers.Cell, ok bool) {
	if c.laid == nil || c.sheet.Count() == 0 {
		return n, false
	}
	n = c.laid.Rows[c.sheet.Chosen()].Cells[c.sheet.Column-1]
	return n, n.Run != -1 || n.Printed != ""
}

// whyLeadsNowhere returns why enter does nothing for what is selected, "" if it does something. In
// a figure a point leads to examples, or a place on the axis of a setting to that; in a table a
// number of a run that rests on examples, but not one over several runs or a grouping, or the
// paper's own.
func (c *resultCursor) whyLeadsNowhere() string {
	_, moves := c.settingAxis()
	if c.grouped && !moves {
		return "this is of a group: its examples are listed after `:by none`"
	}
	if c.isFigure() {
		_, leads := c.selectedPoint()
		return widget.If(leads == "" && !moves, "nothing is selected that leads to examples")
	}
	n, ok := c.selectedNumber()
	switch {
	case c.sheet.Count() == 0:
		return "there is no number"
	case ok && n.Run == papers.AllRuns:
		return "this is over several runs: open one of them"
	case ok && n.Run < 0:
		return "the paper's examples are not here"
	}
	if c.crossed {
		x, _ := c.sheet.Cell().Float()
		return widget.If(x == 0, "no example has it")
	}
	return widget.If(!ok || c.sheet.Cell().N == 0, "no example has it")
}
