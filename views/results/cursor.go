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

// resultCursor reads a page at a point of a figure's axis, in the selected series, or at a table's
// selected cell.
type resultCursor struct {
	*resultPage
	sheet *widget.Sheet
	at    int // an index into cursorPlaces, -1 before it is placed
}

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

func (c *resultCursor) x() float64 {
	if xs := c.cursorPlaces(); c.at >= 0 && c.at < len(xs) {
		return xs[c.at]
	}
	return math.NaN()
}

func (c *resultCursor) selectedPoint() (s *figure.Series, leads string, names []string) {
	_, s = c.seriesAt(c.sheet.Chosen())
	for _, at := range s.Points {
		if x := c.x(); x != x || at.X == x {
			if leads = widget.If(names != nil, leads+" or ") + at.Leads; at.Name != "" {
				names = append(names, at.Name)
			}
		}
	}
	return s, leads, names
}

// startPlace returns the index where the cursor begins: the setting on the figure's axis, 90 % in
// the paper's main figure, otherwise the middle.
func (c *resultCursor) startPlace(settings scoring.Settings) int {
	xs := c.cursorPlaces()
	want := math.NaN()
	if swept, moves := c.sweptSetting(); moves {
		want = swept.valueIn(settings)
	} else if c.Name == "accuracy-over-p" {
		want = 90
	}
	if i, found := slices.BinarySearch(xs, want); found {
		return i
	}
	return len(xs) / 2
}

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
	_, _, names := c.selectedPoint()
	return at + loaders.Clean(widget.If(names != nil, ": "+strings.Join(names, ", ")))
}

// numberTable gives a figure's numbers as a table, so that they can be sorted, narrowed and exported.
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
		t.Columns = append(t.Columns, table.Columns(table.Examples, table.Count, "all=: examples in all bars")...)
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
			row = append(row, cellOf(loaders.IfElse(at.N > 0, scoring.Defined(at.X), at.Y), at.Scores[0]))
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
		t.Add(append(row, c.nOf(i, at.N))...)
	}
	return t
}

// nOf marks the numbers of further panels, and those along x, that rest on another n.
func (c *resultCursor) nOf(rowIndex, n int) table.Cell {
	cell := table.Cell{Value: n}
	if p, s := c.seriesAt(rowIndex); p.Form == figure.Points {
		if along := c.valueHere(s).Scores[0]; along != nil && along.Count != n {
			cell.Mark = fmt.Sprintf(", %d %s", along.Count, p.X.Label)
		}
	}
	for k := range c.Panels {
		if other := c.valueHere(&c.Panels[k].Series[rowIndex]).N; other != n {
			cell.Mark += fmt.Sprintf(", %d %s", other, c.Panels[k].Title)
		}
	}
	return cell
}

func cellOf(v scoring.Value, score *scoring.Score) table.Cell {
	cell := table.Cell{Value: v, Score: score}
	if score != nil {
		cell.N = score.Count
	}
	return cell
}

// valueHere returns a series' point at the cursor, or of all points without one: in a scatter their
// mean weighted by n, otherwise the last, with the sum of n.
func (c *resultCursor) valueHere(s *figure.Series) figure.Point {
	x, sum := c.x(), 0.0
	all := figure.Point{Y: scoring.Undefined("no points")}
	for _, at := range s.Points {
		if y, ok := at.Y.Float(); x != x || at.X == x {
			sum += float64(y * float64(at.N))
			if all.X, all.Y, all.Scores = at.X, at.Y, at.Scores; ok && all.N > 0 && c.Panels[0].Form == figure.Points {
				all.Y, all.Scores = scoring.Defined(sum/float64(all.N+at.N)), [2]*scoring.Score{}
			}
			all.N += at.N
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

func (c *resultCursor) whyLeadsNowhere() string {
	_, moves := c.sweptSetting()
	if c.grouped && !moves {
		return "this number covers a group: use `:by none` to list its examples"
	}
	if c.isFigure() {
		s, leads, _ := c.selectedPoint()
		switch n := c.valueHere(s).N; {
		case leads != "" || moves:
			return ""
		case n > 0:
			return "no field tells these " + loaders.Count(n, "example") + " from the others, so they can't be listed"
		}
		return "the selection has no examples"
	}
	n, ok := c.selectedNumber()
	switch {
	case c.sheet.Count() == 0:
		return "the table is empty"
	case ok && n.Run == papers.AllRuns:
		return "this number covers several runs: open a run"
	case ok && n.Run < 0:
		return "the paper's own examples aren't available"
	}
	x, _ := c.sheet.Cell().Float()
	return widget.If(loaders.IfElse(c.crossed, x == 0, !ok || c.sheet.Cell().N == 0), "this cell lists no examples")
}
