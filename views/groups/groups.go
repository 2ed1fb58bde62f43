// Package groups is the screen that says where to look in a list of examples: how
// often each value of a facet is there, how two things lie together, which slices
// differ from the rest, and whose fault it is. All of it is of what the list shows,
// follows its settings, and leads back to it: enter adds a query to its filter.
package groups

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/slicing"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// The dimensions beside expressions.
const (
	Blame      = "modules at fault"
	Slices     = "slices by "
	GoldAnswer = "gold × answer"
)

// List is the list of examples that a screen is of.
type List interface {
	// Facts returns what queries ask of the run, and the examples shown.
	Facts() (table *facts.Table, rows []int)
	// Narrow adds a query to the filter, and returns the command that reads what
	// it needs.
	Narrow(where string) tea.Cmd
	// Title names the run.
	Title() string
}

// screen has the dimensions to the left, and the values of the selected one to the
// right.
type screen struct {
	views.Computed[worked]
	s     *views.Session
	list  List
	names widget.Table
	all   []string // dimensions: those asked for, those beside expressions, and the facets of the run
	asked []string // that a person asked for

	sheet    widget.Sheet // of values
	inValues bool         // keys move these
}

// worked is what was worked out of a dimension.
type worked struct {
	sheet *table.Table // nil for none
	head  string       // what it is of
	form  form
	err   error
}

// form is what a sheet has.
type form uint8

const (
	values form = iota // a row a value, with its count
	cells              // a cell for two values
	finds              // a row a finding
)

// New returns the screen of what a list shows, at a dimension: an expression, two of
// them with a comma between, or one of the others; "" for the first facet.
func New(s *views.Session, list List, dimension string) views.View {
	v := &screen{s: s, list: list}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	v.Stale = func() bool { return true }
	v.names.Columns = []widget.Column{{Title: "dimension", Width: 12, Grow: 1, Show: func(i int) widget.Entry { return widget.Entry{Text: loaders.Clean(v.all[i])} }}}
	v.names.Open, v.sheet.Open, v.sheet.OpenCell = v.enter, v.enter, v.enter
	v.names.More, v.sheet.More = true, true
	v.find()
	v.inValues = dimension != ""
	if v.names.Select(slices.Index(v.all, cmp.Or(dimension, "kind"))); v.inValues && !slices.Contains(v.all, dimension) {
		v.ask(dimension)
	}
	return v
}

// ask adds a dimension, and goes to it.
func (v *screen) ask(dimension string) {
	v.asked, v.inValues = append([]string{dimension}, v.asked...), true
	v.find()
	v.names.Select(0)
}

// find lists the dimensions that the run has.
func (v *screen) find() {
	table, _ := v.list.Facts()
	v.all = append(slices.Clone(v.asked), GoldAnswer, Blame)
	for _, outcome := range facts.Outcomes {
		v.all = append(v.all, Slices+outcome)
	}
	for _, f := range table.Fields() {
		if f.Facet {
			v.all = append(v.all, query.Reference(f.Name))
		}
	}
	v.names.SetCount(len(v.all))
}

// dimension is the selected one.
func (v *screen) dimension() string { return v.all[v.names.Selected()] }

// work returns what works out the selected dimension of the list's examples.
func (v *screen) work() func(ctx context.Context) worked {
	of, settings := v.dimension(), v.s.Settings
	table, rows := v.list.Facts()
	return func(ctx context.Context) (w worked) {
		w.lay(ctx, table, rows, of, settings)
		return w
	}
}

// lay works out a dimension of rows.
func (w *worked) lay(ctx context.Context, t *facts.Table, rows []int, of string, settings scoring.Settings) {
	outcome, sliced := strings.CutPrefix(of, Slices)
	switch {
	case of == Blame:
		w.sheet, w.form = t.Blame(rows).Sheet(settings), finds
	case sliced:
		o := slicing.Defaults()
		var found slicing.Result
		found, w.err = t.Slices(ctx, rows, outcome, o)
		w.sheet, w.form = found.Sheet(outcome, o.FalseShare, 0), finds
	case of == GoldAnswer:
		w.err = w.cross(ctx, t, rows, "answer.predicted", "answer.gold")
	default:
		w.group(ctx, t, rows, of)
	}
	if w.form == finds {
		w.head = w.sheet.Notes[0]
	}
}

// group groups rows by an expression, or by two.
func (w *worked) group(ctx context.Context, t *facts.Table, rows []int, of string) {
	e, err := query.ParseExpression(of, t.Fields())
	if err == nil {
		var groups []facts.Group
		groups, w.err = t.Groups(ctx, e, rows)
		w.sheet, w.head = facts.GroupSheet(of, groups), fmt.Sprintf("%s of %s", loaders.Count(len(groups), "value"), loaders.Count(len(rows), "listed example"))
		return
	}
	for i, c := range of {
		if c != ',' {
			continue
		}
		if err = w.cross(ctx, t, rows, strings.TrimSpace(of[:i]), strings.TrimSpace(of[i+1:])); err == nil {
			return
		}
	}
	w.err = err
}

// cross counts rows by two expressions; its error is that of reading them, or of
// ctx. Of two numbers the greatest stand on top.
func (w *worked) cross(ctx context.Context, t *facts.Table, rows []int, across, down string) error {
	x, err := query.ParseExpression(across, t.Fields())
	if err != nil {
		return err
	}
	y, err := query.ParseExpression(down, t.Fields())
	if err != nil {
		return err
	}
	w.form, w.head = cells, fmt.Sprintf("%s by %s", down, across)
	if w.sheet, err = t.Cross(ctx, x, y, rows); err != nil || x.Kind() != query.Number || y.Kind() != query.Number {
		return err
	}
	slices.Reverse(w.sheet.Rows[:len(w.sheet.Rows)-1])
	r, n, err := t.Correlation(ctx, x, y, rows)
	said := "r undefined"
	if x, defined := r.Float(); defined {
		said = fmt.Sprintf("Pearson's r %+.2f", x)
	}
	w.head = fmt.Sprintf("%s up, %s to the right · %s · %s", down, across, loaders.Count(n, "example"), said)
	return err
}

// Title implements [views.View].
func (v *screen) Title() string { return "Groups" }

// Status says the selected row or cell in full.
func (v *screen) Status() string {
	switch n, _ := v.sheet.Cell().Float(); {
	case !v.inValues || v.sheet.Count() == 0 || v.Shown.form == values:
		return v.s.SettingsText()
	case v.Shown.form == finds:
		return v.sheet.Said()
	default:
		return loaders.Clean(loaders.Count(int(n), "example") + " where " + v.sheet.Leads())
	}
}

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step { return []views.Step{views.Do("facets", v.dimension())} }

// Update handles sizes, news, and other rows of the list.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case views.Refresh:
		v.find()
	case views.Listed:
		return v.Compute()
	}
	return v.Computed.Update(msg)
}

// layout has the dimensions left of the values; on a narrow screen they make room
// for those while keys move these.
func (v *screen) layout(area image.Rectangle) (names, values image.Rectangle) {
	beside := 110
	if v.Shown.form == finds { // which take more room
		beside = 150
	}
	names, values = area, area
	if area.Dx() < beside && v.inValues && v.Shown.form != 0 {
		return image.Rectangle{}, values
	}
	longest := widget.Widest(len("dimension   10 more"), len(v.all), func(i int) string { return v.all[i] })
	names.Max.X = area.Min.X + min(widget.Gutter+longest, 26, area.Dx()/3)
	values.Min.X = names.Max.X + 1
	return names, values
}

// arrange fits the tables to the area and to what was worked out.
func (v *screen) arrange() {
	names, room := v.layout(v.Area)
	w, first := &v.Shown, v.sheet.Of == nil || v.sheet.Of.Title != v.Shown.title()
	v.sheet.Cursor, v.sheet.Text, v.sheet.Style, v.sheet.Drawn = false, nil, nil, nil
	v.sheet.Empty = map[bool]string{true: "no slice differs from the rest by more than chance", false: "no example has a value"}[strings.HasPrefix(v.dimension(), Slices)]
	if w.sheet != nil {
		switch w.form {
		case cells:
			v.sheet.Cross(v.dimension() == GoldAnswer)
		case values:
			v.sheet.Drawn = []widget.Column{v.bars(w.sheet)}
		}
		if v.sheet.Put(w.sheet, v.s.Look, room.Dx()); first && w.form == cells && len(w.sheet.Rows) > 1 {
			v.sheet.ToMost()
		}
	}
	v.names.Resize(names.Dy() - 1)
	v.sheet.Resize(room.Dy() - 1)
}

// title names the sheet, "" for none.
func (w *worked) title() string {
	if w.sheet == nil {
		return ""
	}
	return w.sheet.Title
}

// bars is a column of how many examples have the values.
func (v *screen) bars(of *table.Table) widget.Column {
	most := 1.0
	for row := range of.Rows {
		n, _ := of.At(row, 1).Float()
		most = max(most, n)
	}
	return widget.Column{Width: 4, Grow: 1, Most: 24, Drop: 9, Show: func(row int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			n, _ := of.At(row, 1).Float()
			widget.Bar(f, area, widget.Over(widget.Ink(v.s.Theme.Accent), base), n/most)
		}}
	}}
}

// Draw draws the dimensions, what the values are of, and the values.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	names, room := v.layout(area)
	_, names = widget.SplitTop(names, 1)
	v.names.Draw(f, names, v.s.Look, !v.inValues)
	line, rows := widget.SplitTop(room, 1)
	line.Min.X += widget.Gutter
	t, pen := v.s.Theme, widget.NewPen(f, line)
	switch {
	case v.Shown.err != nil:
		pen.Put(widget.Ink(t.Warn), v.Shown.err.Error())
		return
	case v.Computing && v.sheet.Of == nil:
		pen.Put(widget.Ink(t.Faint), "working it out …")
		return
	}
	pen.Put(widget.Ink(t.Faint), v.Shown.head)
	f.Clicking(func() { v.sheet.Draw(f, rows, v.s.Look, v.inValues) }, func(run func() tea.Cmd) tea.Cmd {
		v.inValues = true
		return run()
	})
}

// target is the table that keys move.
func (v *screen) target() widget.Scroller {
	if v.inValues {
		return &v.sheet
	}
	return &v.names
}

// Actions returns the screen's keys.
func (v *screen) Actions() []widget.Action {
	actions := widget.After(widget.MoveActions(v.target), func() tea.Cmd {
		if v.inValues {
			return nil
		}
		return v.Compute()
	})
	side := func(inValues bool) tea.Cmd {
		v.inValues = inValues
		v.arrange()
		return nil
	}
	crossed := func() bool { return v.inValues && v.Shown.form == cells }
	leave := func() tea.Cmd {
		if v.inValues {
			return side(false)
		}
		return v.s.Pop()
	}
	actions = append(actions, []widget.Action{
		{Name: "open", Keys: []string{"enter"}, Help: "go to the dimension's values; add a value to the filter, list the examples of a cell", Group: "Move", Footer: true, Run: v.enter},
		{Name: "right", Keys: []string{"l", "right"}, Help: "go to the next cell; open", Group: "Move", Run: func() tea.Cmd {
			if !crossed() {
				return v.enter()
			}
			v.sheet.Steer(1, v.Area.Dx())
			return nil
		}},
		{Name: "left", Keys: []string{"h", "left"}, Help: "go to the previous cell; to the dimensions; return to the list", Group: "Move", Run: func() tea.Cmd {
			if !crossed() || v.sheet.Column == 1 {
				return leave()
			}
			v.sheet.Steer(-1, v.Area.Dx())
			return nil
		}},
		{Name: "exclude", Keys: []string{"-"}, Help: "filter by all but the selected value", Group: "Filter", Footer: true, Run: func() tea.Cmd { return v.add("-") },
			Disabled: widget.When(func() bool { return !v.inValues || v.sheet.Count() == 0 || v.Shown.form != values }, "no value is selected")},
		{Name: "other-side", Keys: []string{"tab"}, Help: "go to the other side", Group: "Move", Footer: true, Run: func() tea.Cmd { return side(!v.inValues) }},
		{Name: "outcome", Keys: []string{"o"}, Help: "show the slices by the next outcome", Group: "Filter", Run: func() tea.Cmd {
			at := slices.Index(facts.Outcomes, strings.TrimPrefix(v.dimension(), Slices)) + 1
			v.names.Select(slices.Index(v.all, Slices+facts.Outcomes[at%len(facts.Outcomes)]))
			return v.Compute()
		}},
		{Name: "frequency", Help: "`:frequency len(modules)` counts the values of any expression, `:frequency size, depth` two against each other", Group: "Filter", Run: v.Compute, With: func(text string) tea.Cmd {
			v.ask(text)
			return v.Compute()
		}},
		{Name: "leave", Keys: []string{"backspace", "esc"}, Help: "go to the dimensions; return to the list", Group: "Move", Run: leave},
		views.ExportAction(v.s, "groups", func() *table.Document { return v.sheet.Exported(v.list.Title()) }),
	}...)
	return append(actions, views.SettingsActions(v.s)...)
}

// enter goes to the values, or adds the selected one to the filter; what was found,
// and a cell, are listed at once.
func (v *screen) enter() tea.Cmd {
	if !v.inValues {
		v.inValues = true
		v.arrange()
		return nil
	}
	return v.add("")
}

// add adds the selected value to the filter, behind a sign. Values are counted
// again: the screen follows the filter.
func (v *screen) add(sign string) tea.Cmd {
	if v.sheet.Count() == 0 {
		return nil
	}
	where := v.sheet.Leads()
	switch {
	case where == "":
		return nil
	case v.Shown.form != values:
		return tea.Batch(v.list.Narrow(where), v.s.Pop())
	case sign != "" && where[0] == '-':
		where = where[1:]
	case sign != "" && (where[0] == '(' || strings.Contains(where, " and ")):
		where = "not (" + where + ")"
	default:
		where = sign + where
	}
	v.s.Post(views.Flash{Text: "filter: " + loaders.Clean(where)})
	return tea.Batch(v.list.Narrow(where), v.Compute())
}
