package overview

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/views"
	"faithscope/views/widget"
)

// place is what is selected of a run: a metric of all its examples, or else a
// cell of its quadrant.
type place struct {
	cell   cell
	metric string
}

// anyHeadline is the metric of the column that shows each run's own.
const anyHeadline = "headline"

// runColumn is a column of the list of runs. Its number can be selected.
type runColumn struct {
	widget.Column
	at    place
	value func(r *runScores) (x float64, ok bool) // the runs are sorted by; nil where there is no number
}

// runsPane is the list of runs.
type runsPane struct {
	*board
	columns []runColumn
	at      place // that was selected last; see place
	moved   bool  // by the person: until then the first row is selected
	by      place // that they are sorted by
	sorted  scoring.Direction
}

// arrange fits the columns to the scores and to w cells, and sorts the runs. The
// selected one stays selected.
func (t *runsPane) arrange(w int) {
	run, runs := t.selected(), t.Shown
	t.columns = t.columnsIn(w)
	t.runTable.Columns = make([]widget.Column, len(t.columns))
	for i, c := range t.columns {
		t.runTable.Columns[i] = c.Column
	}
	t.order = make([]int, len(runs))
	for i := range t.order {
		t.order[i] = i
	}
	// Runs that lack a verdict stand apart from those that have both.
	slices.SortStableFunc(t.order, func(a, b int) int { return sidesOf(runs[a].quadrant).rank() - sidesOf(runs[b].quadrant).rank() })
	if at := slices.IndexFunc(t.columns, func(c runColumn) bool { return c.value != nil && c.at == t.by }); at >= 0 && t.sorted != scoring.Neither {
		slices.SortStableFunc(t.order, func(a, b int) int {
			x, known := t.columns[at].value(&runs[a])
			y, other := t.columns[at].value(&runs[b])
			switch {
			case known != other && known:
				return -1
			case known != other:
				return 1
			case t.sorted == scoring.Lower:
				return cmp.Compare(x, y)
			}
			return cmp.Compare(y, x)
		})
	}
	t.runTable.SetCount(len(runs))
	if t.selectRun(run); !t.moved {
		t.runTable.Select(0)
	}
}

// mixed reports whether runs differ in the verdicts that they have.
func (t *runsPane) mixed() bool {
	runs := t.Shown
	return anyRun(runs, func(r *runScores) bool { return sidesOf(r.quadrant) != sidesOf(runs[0].quadrant) })
}

// nameWidth is the least room of the names: where runs differ in the verdicts
// that they have, it is enough to say so.
func (t *runsPane) nameWidth() int {
	const least, most = 12, 28
	width := least
	for i, r := range t.Shown {
		if words := sidesOf(r.quadrant).words(); words != "" && t.mixed() {
			width = max(width, ansi.StringWidth(loaders.Clean(t.s.Run(i).Name))+2+len(words))
		}
	}
	if width > most {
		return least
	}
	return width
}

// longest is the room of the longest name, with what its run has no verdict on.
func (t *runsPane) longest() int {
	return widget.Widest(20, len(t.Shown), func(i int) string {
		if words := sidesOf(t.Shown[i].quadrant).words(); words != "" && t.mixed() {
			return t.s.Run(i).Name + "  " + words
		}
		return t.s.Run(i).Name
	})
}

// sort sorts by the selected number, the greatest first; then the least first;
// then not.
func (t *runsPane) sort() {
	if at := t.place(); t.by != at {
		t.by, t.sorted = at, scoring.Neither
	}
	t.sorted = (t.sorted + 1) % 3
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

// anyRun reports whether some run is so.
func anyRun(runs []runScores, so func(r *runScores) bool) bool {
	return slices.ContainsFunc(runs, func(r runScores) bool { return so(&r) })
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

// columnsIn are those of the list of runs in w cells. The cells of the quadrant
// are among them.
func (t *runsPane) columnsIn(w int) []runColumn {
	runs := t.Shown
	plain := func(c widget.Column) runColumn { return runColumn{Column: c} }
	columns := []runColumn{
		plain(widget.Column{Title: "run", Width: t.nameWidth(), Grow: 9, Most: t.longest(), Show: t.name}),
		t.cellColumn(widget.Column{Title: "n", Width: 5, Right: true}, allExamples),
		t.metricColumn(widget.Column{Title: "answers", Width: 7}, "accuracy", func(r *runScores) scoring.Value { return r.accuracy.Value }),
	}
	for _, p := range protocols {
		if !anyRun(runs, func(r *runScores) bool { return r.protocol == p.name }) {
			continue
		}
		for _, c := range p.metrics {
			columns = append(columns, t.metricColumn(widget.Column{Title: c.title, Width: c.width, Drop: 5 * c.drop, Together: true}, c.metric,
				func(r *runScores) scoring.Value { return r.overall.values[c.metric] }))
		}
	}
	if anyRun(runs, func(r *runScores) bool { return r.headline() != nil }) {
		columns[0].Width -= 2
		columns = append(columns, t.column(widget.Column{Title: "headline", Width: 8, Drop: 1}, place{metric: anyHeadline},
			func(r *runScores) string {
				if h := r.headline(); h != nil {
					return widget.MetricName(h.Metric) + " " + widget.Number(h.Value)
				}
				return ""
			}, func(r *runScores) (float64, bool) {
				if h := r.headline(); h != nil {
					return h.Value.Float()
				}
				return 0, false
			}))
	}
	faithful, unknown := widget.Column{Title: "faithful", Width: 8}, widget.Column{Title: "no verdict", Width: 10}
	if w < 120 {
		faithful.Title, faithful.Width = "faith.", 6
		unknown.Group, unknown.Title, unknown.Width = "un-", "known", 5
	}
	for _, c := range columnCells(runs) {
		columns = append(columns, t.cellColumn(c.column(faithful), c))
		if c == rightUnfaithful {
			columns = append(columns, plain(widget.Column{Group: "answer right", Title: "of right", Width: 8, Right: true, Drop: 4, Show: t.ofRight}))
		}
	}
	if rest, ok := restOf(runs); ok {
		columns = append(columns, t.cellColumn(unknown, rest))
	}
	return append(columns,
		plain(widget.Column{Title: "problems", Width: 8, Right: true, Drop: 2, Show: t.problems}),
		plain(widget.Column{Title: "shares", Width: 12, Grow: 1, Drop: 3, Show: t.shares}))
}

// column is a column of numbers, marked where one is selected and where the runs
// are sorted by them.
func (t *runsPane) column(c widget.Column, at place, text func(*runScores) string, value func(*runScores) (float64, bool)) runColumn {
	c.Right, c.Marked = true, t.sorted != scoring.Neither && t.by == at
	for i := range t.Shown {
		c.Width = max(c.Width, ansi.StringWidth(text(&t.Shown[i])))
	}
	c.Show = func(i int) widget.Entry {
		run := t.order[i]
		number := text(&t.Shown[run])
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			st := widget.Ink(t.s.Theme.Text)
			if run == t.selected() && at == t.place() {
				st = widget.Bold(st)
				if t.focus == inRuns {
					st = widget.Over(widget.Style{Attrs: st.Attrs}, t.s.Selected())
					f.Fill(area, st)
				}
			}
			widget.RightText(f, area.Min.X, area.Min.Y, area.Dx(), st, number)
			f.Click(area, func() tea.Cmd { return t.pick(run, at) })
		}}
	}
	return runColumn{c, at, value}
}

func (t *runsPane) cellColumn(column widget.Column, c cell) runColumn {
	return t.column(column, place{cell: c}, func(r *runScores) string { return r.counted(c) },
		func(r *runScores) (float64, bool) { return float64(c.count(r.quadrant)), r.read > 0 })
}

func (t *runsPane) metricColumn(column widget.Column, metric string, of func(*runScores) scoring.Value) runColumn {
	return t.column(column, place{metric: metric}, func(r *runScores) string { return widget.Number(of(r)) },
		func(r *runScores) (float64, bool) { return of(r).Float() })
}

// cells are the cells of a run that can be selected: its quadrant's, and the
// rest where there is some, or where other runs have a column for it.
func (t *runsPane) cells(r *runScores) []cell {
	cells := append([]cell{allExamples}, sidesOf(r.quadrant).cells()...)
	last := cells[len(cells)-1]
	if rest, ok := restOf(t.Shown); last.count(r.quadrant) == 0 && (!ok || rest != last) {
		return cells[:len(cells)-1]
	}
	return cells
}

// places are what can be selected of the selected run, from left to right.
func (t *runsPane) places() []place {
	r := t.run()
	cells := t.cells(r)
	var places []place
	for _, i := range t.runTable.Visible(t.Area.Dx()) {
		c := t.columns[i]
		switch {
		case c.value == nil:
		case c.at.metric == "":
			if slices.Contains(cells, c.at.cell) {
				places = append(places, c.at)
			}
		case r.number(c.at.metric) != views.Number{}:
			places = append(places, c.at)
		}
	}
	for _, c := range cells { // that have no column
		if !slices.Contains(places, place{cell: c}) {
			places = append(places, place{cell: c})
		}
	}
	return places
}

// place is what is selected of the selected run: what was selected last, or
// what stands for it, as runs differ in the verdicts and metrics that they
// have.
func (t *runsPane) place() place {
	places := t.places()
	if slices.Contains(places, t.at) {
		return t.at
	}
	at := t.at.cell
	if t.at.metric != "" {
		at = rightUnfaithful
	}
	if c := (place{cell: sidesOf(t.run().quadrant).counterpart(at)}); slices.Contains(places, c) {
		return c
	}
	return places[len(places)-1]
}

// move moves along the selected run.
func (t *runsPane) move(by int) {
	places := t.places()
	at := slices.Index(places, t.place())
	t.at = places[max(0, min(at+by, len(places)-1))]
}

// pick selects a number of a run by the mouse; the selected one opens.
func (t *runsPane) pick(run int, at place) tea.Cmd {
	again := t.focus == inRuns && t.selected() == run && t.place() == at
	t.focus, t.at = inRuns, at
	t.selectRun(run)
	t.runTable.Moved()
	if again {
		return t.open()
	}
	return nil
}

// open lists what the selected number rests on.
func (t *runsPane) open() tea.Cmd {
	at := t.place()
	if at.metric == "" {
		return t.openList(at.cell.filter())
	}
	return t.openNumber(t.run().number(at.metric))
}

// number names a metric of all the run's examples; the zero value for one that
// it does not have.
func (r *runScores) number(metric string) views.Number {
	h := r.headline()
	switch {
	case metric == anyHeadline && h != nil:
		return views.Number{Protocol: h.Protocol, Metric: h.Metric, Of: h.Of}
	case metric == "accuracy":
		return views.Number{Protocol: answers.Protocol.Name, Metric: metric, Of: "overall"}
	case r.overall.values[metric] != scoring.Value{}:
		return views.Number{Protocol: r.protocol, Metric: metric, Of: "overall"}
	}
	return views.Number{}
}

// name is the run's, with what it has no verdict on behind it where runs differ
// in that and it has room.
func (t *runsPane) name(i int) widget.Entry {
	run := t.order[i]
	name := widget.Ink(t.s.Theme.Text)
	if run == t.selected() {
		name = widget.Bold(name)
	}
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		pen := widget.NewPen(f, area)
		words := sidesOf(t.Shown[run].quadrant).words()
		if words != "" && t.mixed() {
			name = widget.Ink(t.s.Theme.Faint)
		}
		pen.Put(widget.Over(name, base), t.s.Run(run).Name)
		if words != "" && t.mixed() && ansi.StringWidth(loaders.Clean(t.s.Run(run).Name)+words)+2 <= area.Dx() {
			pen.Put(widget.Over(widget.Ink(t.s.Theme.Faint), base), "  "+words)
		}
	}}
}

// ofRight is the share of right answers whose example is not faithful.
func (t *runsPane) ofRight(i int) widget.Entry {
	q := t.Shown[t.order[i]].quadrant
	if right := q[yes][yes] + q[yes][no]; right > 0 {
		return widget.Entry{Text: widget.Percent(q[yes][no], right), Style: widget.Ink(t.s.Theme.Faint)}
	}
	return widget.Entry{Text: "–", Style: widget.Ink(t.s.Theme.Faint)}
}

func (t *runsPane) problems(i int) widget.Entry {
	if n := t.Shown[t.order[i]].problems; n > 0 {
		return widget.Entry{Text: strconv.Itoa(n), Style: widget.Bold(widget.Ink(t.s.Theme.Warn))}
	}
	return widget.Entry{Text: "none", Style: widget.Ink(t.s.Theme.Faint)}
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

// shares draws the cells as one bar, in the patterns of the quadrant.
func (t *runsPane) shares(i int) widget.Entry {
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		quadrant := t.Shown[t.order[i]].quadrant
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
			glyph, st := c.pattern(t.s.Theme)
			pen.Put(widget.Ink(st), strings.Repeat(glyph, (sum*area.Dx()+all/2)/all-from))
		}
	}}
}
