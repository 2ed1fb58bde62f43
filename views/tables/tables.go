// Package tables is the screen of the papers' tables for the runs that are open
// (package papers): one table at a time, with the paper's own numbers on demand.
// A cell leads to the examples that it rests on.
package tables

import (
	"context"
	"fmt"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/papers"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// screen is the tables that some run has numbers of.
type screen struct {
	views.Computed[laidOut]
	s         *views.Session
	run       int    // whose paper comes first
	wanted    string // the table to show, by its id, as soon as it is there
	at        int    // the table shown
	published bool
	sheet     widget.Sheet
}

// laidOut are the tables, under the settings of the session.
type laidOut struct {
	tables []papers.Table
	rows   [][]papers.Row // per table; those of the paper come last
}

// New returns the tables of the session's runs, at the one of an id, "" for the
// first of the paper that s.Runs[run] is of.
func New(s *views.Session, id string, run int) views.View {
	v := &screen{s: s, wanted: id, run: run}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	v.Take = v.take
	v.sheet = widget.Sheet{Cursor: true, Style: v.style, OpenCell: v.open}
	v.sheet.Empty, v.sheet.Open = "working it out …", v.open
	return v
}

// Action is the key and the command that show the tables.
// selected is the run whose paper comes first.
func Action(s *views.Session, selected func() int, disabled func() string) widget.Action {
	var ids []string
	for _, t := range papers.Tables() {
		ids = append(ids, t.ID)
	}
	return widget.Action{
		Name: "tables", Keys: []string{"t"}, Help: "show the runs as the papers' tables; `:tables nmn-1` names one", Group: "Open", Disabled: disabled,
		Run:    func() tea.Cmd { return s.Push(New(s, "", selected())) },
		Values: func() []string { return ids },
		With:   func(id string) tea.Cmd { return s.Push(New(s, id, selected())) },
	}
}

// Title implements [views.View].
func (v *screen) Title() string { return "Tables" }

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	if t := v.paper(); t != nil {
		return []views.Step{views.Do("tables", t.ID)}
	}
	return []views.Step{views.Do("tables")}
}

// paper is the table that is shown, nil for none.
func (v *screen) paper() *papers.Table {
	if v.at < len(v.Shown.tables) {
		return &v.Shown.tables[v.at]
	}
	return nil
}

// rows are those that are shown.
func (v *screen) rows() []papers.Row {
	if v.at >= len(v.Shown.rows) {
		return nil
	}
	rows := v.Shown.rows[v.at]
	if n := slices.IndexFunc(rows, func(r papers.Row) bool { return r.Run < 0 }); n >= 0 && !v.published {
		return rows[:n]
	}
	return rows
}

// row is the selected one, nil for none.
func (v *screen) row() *papers.Row {
	if rows := v.rows(); v.sheet.Selected() < len(rows) {
		return &rows[v.sheet.Selected()]
	}
	return nil
}

// work returns what lays the tables out.
func (v *screen) work() func(ctx context.Context) laidOut {
	runs, settings := slices.Clone(v.s.Runs), v.s.Settings
	return func(ctx context.Context) (all laidOut) {
		for _, t := range papers.Tables() {
			// An error is that of a context that is done.
			if rows, _ := t.Rows(ctx, runs, settings, true); rows != nil {
				all.tables, all.rows = append(all.tables, t), append(all.rows, rows)
			}
		}
		return all
	}
}

// take shows what was laid out, at the table that was shown or asked for.
func (v *screen) take(msg laidOut) {
	if t := v.paper(); t != nil && v.wanted == "" {
		v.wanted = t.ID
	}
	if v.wanted == "" {
		v.at = msg.firstOf(v.run)
	}
	v.Shown = msg
	if i := slices.IndexFunc(msg.tables, func(t papers.Table) bool { return t.ID == v.wanted }); i >= 0 {
		v.at = i
	} else if v.wanted != "" {
		v.s.Post(views.Flash{Text: "no open run has the numbers of a table " + v.wanted})
	}
	v.wanted = ""
	v.at = max(0, min(v.at, len(msg.tables)-1))
	v.sheet.Empty = "no open run has the numbers of a paper's table"
}

// firstOf is the first table of the paper that a run is of: the last paper that
// has it, since modules of first-order logic have scores of boxes too.
func (l *laidOut) firstOf(run int) int {
	at := -1
	for i, rows := range l.rows {
		if slices.ContainsFunc(rows, func(r papers.Row) bool { return r.Run == run }) && (at < 0 || l.tables[i].Paper != l.tables[at].Paper) {
			at = i
		}
	}
	return max(0, at)
}

// arrange fits the columns to the table and to the area.
func (v *screen) arrange() {
	if t := v.paper(); t != nil {
		v.sheet.Put(t.Sheet(v.rows(), v.s.Settings), v.s.Look, v.Area.Dx())
	}
	v.sheet.Resize(max(1, v.Area.Dy()-head))
}

// Status says what the selected cell is.
func (v *screen) Status() string {
	r := v.row()
	switch {
	case r == nil:
		return v.s.SettingsText()
	case r.Run < 0:
		return v.sheet.Said() + " · the paper's own number"
	}
	_, n := v.number()
	return v.sheet.Said() + " · " + loaders.Clean(n.String()) + ", " + n.Protocol
}

// document is the table on screen as the command has it.
func (v *screen) document() *table.Document {
	if v.paper() == nil {
		return nil
	}
	return &table.Document{List: "tables", Parts: []table.Part{v.paper().Part(v.rows(), v.s.Settings)}}
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	none := widget.When(func() bool { return len(v.Shown.tables) == 0 }, "there is no table")
	actions := append(widget.SheetActions(func() *widget.Sheet { return &v.sheet }, v.Area.Dx),
		widget.Action{Name: "next-table", Keys: []string{"tab", "]", "n"}, Help: "go to the next table", Group: "Tables", Footer: true, Disabled: none, Run: func() tea.Cmd { return v.turn(1) }},
		widget.Action{Name: "previous-table", Keys: []string{"shift+tab", "[", "N"}, Help: "go to the previous table", Group: "Tables", Disabled: none, Run: func() tea.Cmd { return v.turn(-1) }},
		widget.Action{Name: "open", Keys: []string{"enter", "o"}, Help: "list the examples that the number rests on, under the settings of the table", Group: "Open", Footer: true, Disabled: v.noExamples, Run: v.open},
		widget.Action{Name: "explain", Keys: []string{"."}, Help: "show where the number comes from", Group: "Open", Disabled: v.noExamples, Run: v.explain},
		widget.Action{Name: "paper", Keys: []string{"v"}, Help: "show the paper's own numbers, or leave them out", Group: "Tables", Footer: true, Disabled: v.unpublished, Run: widget.Do(func() {
			v.published = !v.published
			v.arrange()
		})},
		views.ExportAction(v.s, "tables", v.document),
	)
	return append(actions, views.SettingsActions(v.s)...)
}

// unpublished says why there are no numbers of the paper.
func (v *screen) unpublished() string {
	if t := v.paper(); t == nil || len(t.Published) == 0 {
		return "no number of the paper's table is known here for certain"
	}
	return ""
}

// noExamples says why the selected number leads to no examples.
func (v *screen) noExamples() string {
	switch r := v.row(); {
	case r == nil:
		return "there is no number"
	case r.Run < 0:
		return "the paper's examples are not here"
	case r.Cells[v.column()].Count == 0:
		return "no example has it"
	}
	return ""
}

// turn goes to another table.
func (v *screen) turn(by int) tea.Cmd {
	n := len(v.Shown.tables)
	v.at, v.sheet.Column = (v.at+by+n)%n, 1
	v.sheet.Select(0)
	v.arrange()
	return nil
}

// column is the selected one among the numbers.
func (v *screen) column() int { return v.sheet.Column - 1 }

// number is the selected one, and its run.
func (v *screen) number() (run int, n views.Number) {
	c := v.paper().Columns[v.column()]
	return v.row().Run, views.Number{Protocol: c.Protocol, Metric: c.Metric, Of: c.Of}
}

// open lists the examples of the selected number under the settings of the table:
// under others it would be another number.
func (v *screen) open() tea.Cmd {
	if why := v.noExamples(); why != "" {
		return v.s.Post(views.Flash{Text: why})
	}
	run, n := v.number()
	cmd := v.settle()
	return tea.Batch(cmd, v.s.Push(examples.RestsOn(v.s, run, n)))
}

func (v *screen) explain() tea.Cmd {
	run, n := v.number()
	cmd := v.settle()
	return tea.Batch(cmd, views.Explain(v.s, run, n))
}

// settle moves the session to the settings of the table, and says so.
func (v *screen) settle() tea.Cmd {
	settings := v.paper().Settings(v.s.Settings, v.row().UpperBound)
	if settings == v.s.Settings {
		return nil
	}
	v.s.Post(views.Flash{Text: "the settings are now those of " + v.paper().ID + "; 0 returns to the papers' first"})
	return v.s.Set(settings)
}

// head are the lines above the table.
const head = 3

// Draw draws which table it is, and the table.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	lines, body := widget.SplitTop(area, head)
	lines.Min.X += widget.Gutter
	t := v.s.Theme
	if p := v.paper(); p != nil {
		pen := widget.NewPen(f, lines)
		pen.Put(widget.Bold(widget.Ink(t.Text)), fmt.Sprintf("%s, Table %d", p.Paper, p.Number))
		pen.Put(widget.Ink(t.Faint), "  "+p.ID)
		lines.Min.Y++
		widget.NewPen(f, lines).Put(widget.Ink(t.Text), p.Title)
		lines.Min.Y++
		v.drawTabs(f, lines)
	}
	v.sheet.Draw(f, body, v.s.Look, true)
}

// drawTabs draws the tables that there are, each to be clicked, from the first
// one that leaves room for the one shown.
func (v *screen) drawTabs(f *widget.Frame, line image.Rectangle) {
	first := 0
	for room := line.Dx(); first < v.at; first++ {
		need := 0
		for _, p := range v.Shown.tables[first : v.at+1] {
			need += ansi.StringWidth(p.ID) + 2
		}
		if need <= room {
			break
		}
	}
	pen := widget.NewPen(f, line)
	for i := first; i < len(v.Shown.tables); i++ {
		st, from := widget.Ink(v.s.Theme.Faint), pen.X()
		if i == v.at {
			st = widget.Bold(widget.Ink(v.s.Theme.Accent))
		}
		pen.Put(st, v.Shown.tables[i].ID)
		f.Click(image.Rect(from, line.Min.Y, pen.X(), line.Min.Y+1), func() tea.Cmd { return v.turn(i - v.at) })
		pen.Put(st, "  ")
	}
}

// style is that of a cell: the paper's rows and the upper bounds are told from the
// runs, the best number of a column among the runs on a data set is bold.
func (v *screen) style(i, k int) widget.Style {
	r, t := v.rows()[i], v.s.Theme
	switch {
	case r.Run < 0:
		return widget.Ink(t.Warn)
	case r.UpperBound:
		return widget.Ink(t.Faint)
	}
	if k > 0 && v.best(i, k-1) {
		return widget.Bold(widget.Ink(t.Text))
	}
	return widget.Ink(t.Text)
}

// best reports whether the number of a run is the best of column k on its data set.
func (v *screen) best(row, k int) bool {
	var measured []views.Placed
	at := -1
	for i, r := range v.rows() {
		if r.Run < 0 || r.UpperBound {
			continue
		}
		if i == row {
			at = len(measured)
		}
		measured = append(measured, views.Placed{Run: r.Run, Value: r.Cells[k].Value})
	}
	c := v.paper().Columns[k]
	return at >= 0 && v.s.Best(session.MetricIn(c.Protocol, c.Metric).Better, measured, at)
}
