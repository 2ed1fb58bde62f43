package overview

import (
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// anyRun reports whether some run is so.
func anyRun(runs []runScores, so func(r *runScores) bool) bool {
	return slices.ContainsFunc(runs, func(r runScores) bool { return so(&r) })
}

// columnCells are the cells that the list of runs has a column for, without
// allExamples and the rest: the quadrant's, or, where no run has both
// verdicts, those of the side that they have.
func columnCells(runs []runScores) []cell {
	var cells []cell
	for _, r := range runs {
		side := sidesOf(r.quadrant)
		if side == bothSides {
			return side.cells()[:4]
		}
		for _, c := range side.cells() {
			if c != neither && !slices.Contains(cells, c) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// restOf is the cell of what the list of runs has no other column for; ok is
// false where no run has such examples: only then there is no column.
func restOf(runs []runScores) (rest cell, ok bool) {
	rest = neither
	if anyRun(runs, func(r *runScores) bool { return sidesOf(r.quadrant) == bothSides }) {
		rest = noVerdict
	}
	return rest, anyRun(runs, func(r *runScores) bool { return rest.count(r.quadrant) > 0 })
}

// runColumns are those of the list of runs in w cells. The cells of the
// quadrant are among them; the selected one is marked as the keys move it.
func (v *screen) runColumns(w int) []widget.Column {
	columns := []widget.Column{
		{Title: "run", Width: 12, Grow: 3, Show: v.runName},
		v.cellColumn(widget.Column{Title: "n", Width: 5, Right: true}, allExamples),
		v.valueColumn(column{title: "answers", width: 7}, func(r *runScores) scoring.Value { return r.accuracy.Value }),
	}
	for _, p := range protocols {
		if !anyRun(v.shown.runs, func(r *runScores) bool { return r.protocol == p.name }) {
			continue
		}
		for _, c := range p.metrics {
			c.drop *= 4
			columns = append(columns, v.valueColumn(c, func(r *runScores) scoring.Value { return r.overall.values[c.metric] }))
		}
	}
	if anyRun(v.shown.runs, func(r *runScores) bool { return r.protocol == "" && len(r.headlines) > 0 }) {
		columns[0].Width -= 2
		columns = append(columns, widget.Column{Title: "headline", Width: 13, Right: true, Drop: 1, Show: func(i int) widget.Entry {
			return widget.Entry{Text: v.shown.runs[i].headline(), Style: widget.Ink(v.s.Theme.Text)}
		}})
	}
	faithful, unknown := widget.Column{Title: "faithful", Width: 8, Right: true}, widget.Column{Title: "no verdict", Width: 10, Right: true}
	if w < 120 {
		faithful.Title, faithful.Width = "faith.", 6
		unknown.Group, unknown.Title, unknown.Width = "un-", "known", 5
	}
	for _, c := range columnCells(v.shown.runs) {
		columns = append(columns, v.cellColumn(c.column(faithful), c))
		if c == rightUnfaithful {
			columns = append(columns, widget.Column{Group: "answer right", Title: "of right", Width: 8, Right: true, Drop: 4, Show: v.ofRight})
		}
	}
	if rest, ok := restOf(v.shown.runs); ok {
		columns = append(columns, v.cellColumn(unknown, rest))
	}
	return append(columns,
		widget.Column{Title: "problems", Width: 8, Right: true, Drop: 2, Show: v.problems},
		widget.Column{Title: "shares", Width: 12, Grow: 2, Drop: 3, Show: v.shares})
}

func (v *screen) valueColumn(c column, of func(*runScores) scoring.Value) widget.Column {
	return widget.Column{Title: c.title, Width: c.width, Right: true, Drop: c.drop, Show: func(i int) widget.Entry {
		return widget.Entry{Text: widget.Number(of(&v.shown.runs[i])), Style: widget.Ink(v.s.Theme.Text)}
	}}
}

func (v *screen) runName(i int) widget.Entry {
	name := widget.Entry{Text: v.s.Run(i).Name, Style: widget.Ink(v.s.Theme.Text)}
	if i == v.runs.Selected() {
		name.Style = widget.Bold(name.Style)
	}
	return name
}

// ofRight is the share of right answers whose example is not faithful.
func (v *screen) ofRight(i int) widget.Entry {
	q := v.shown.runs[i].quadrant
	if right := q.RightFaithful + q.RightUnfaithful; right > 0 {
		return widget.Entry{Text: widget.Percent(q.RightUnfaithful, right), Style: widget.Ink(v.s.Theme.Faint)}
	}
	return widget.Entry{Text: "–", Style: widget.Ink(v.s.Theme.Faint)}
}

func (v *screen) problems(i int) widget.Entry {
	if n := v.shown.runs[i].problems; n > 0 {
		return widget.Entry{Text: strconv.Itoa(n), Style: widget.Bold(widget.Ink(v.s.Theme.Warn))}
	}
	return widget.Entry{Text: "none", Style: widget.Ink(v.s.Theme.Faint)}
}

// cellColumn is a column of counts, marked where one is selected.
func (v *screen) cellColumn(column widget.Column, c cell) widget.Column {
	for i := range v.shown.runs {
		column.Width = max(column.Width, ansi.StringWidth(v.shown.runs[i].counted(c)))
	}
	column.Show = func(i int) widget.Entry {
		text := v.shown.runs[i].counted(c)
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			st := widget.Ink(v.s.Theme.Text)
			if i == v.runs.Selected() && c == v.selected() {
				st = widget.Bold(st)
				if !v.inModules {
					st = widget.Over(widget.Style{Attrs: st.Attrs}, v.s.Selected())
					f.Fill(area, st)
				}
			}
			widget.RightText(f, area.Min.X, area.Min.Y, area.Dx(), st, text)
			f.Click(area, func() tea.Cmd { return v.pick(i, c) })
		}}
	}
	return column
}

// counted is how many examples of a run are in a cell, a dash where nobody
// knows.
func (r *runScores) counted(c cell) string {
	switch {
	case c == allExamples && !r.complete:
		return strconv.Itoa(r.read) + "…"
	case c == allExamples:
		return strconv.Itoa(r.read)
	case r.read == 0 || !sidesOf(r.quadrant).has(c):
		return "–"
	}
	return strconv.Itoa(c.count(r.quadrant))
}

// shares draws the four cells as one bar, in the patterns of the quadrant.
func (v *screen) shares(i int) widget.Entry {
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		quadrant := v.shown.runs[i].quadrant
		cells := sidesOf(quadrant).cells()
		cells = cells[:len(cells)-1]
		sum, all := 0, 0
		for _, c := range cells {
			all += c.count(quadrant)
		}
		pen := widget.NewPen(f, area)
		for _, c := range cells {
			if c.count(quadrant) == 0 {
				continue
			}
			from := (sum*area.Dx() + all/2) / all
			sum += c.count(quadrant)
			glyph, st := c.pattern(v.s.Theme)
			pen.Put(widget.Ink(st), strings.Repeat(glyph, (sum*area.Dx()+all/2)/all-from))
		}
	}}
}
