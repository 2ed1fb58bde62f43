package triage

import (
	"context"
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// facets is the screen of how often each value of a facet is there: the facets
// to the left, the values of the selected one to the right. Beside a count
// stands which share of the answers is right, and of the examples faithful.
type facets struct {
	*board // of values
	names  widget.Table
	all    []string // expressions, the facets of the run after those asked for
	asked  []string // expressions that a person asked for

	inValues bool
	of       int // examples grouped
}

// NewFacets returns the screen of the facets of what a list shows, at an
// expression, "" for the first facet.
func NewFacets(s *views.Session, list List, expression string) views.View {
	v := &facets{board: newBoard(s, list, "Facets")}
	if expression != "" {
		v.asked, v.inValues = []string{expression}, true
	}
	v.work = v.group
	v.names.Columns = []widget.Column{{Title: "facet", Width: 12, Grow: 1, Show: func(i int) widget.Entry { return widget.Entry{Text: loaders.Clean(v.all[i])} }}}
	v.names.Open = func() tea.Cmd { return v.enter() }
	v.table.Open = func() tea.Cmd { return v.enter() }
	v.table.Empty = "no example has a value"
	v.names.More, v.table.More = true, true
	v.find()
	return v
}

// find lists the facets that the run has.
func (v *facets) find() {
	table, _ := v.list.Facts()
	v.all = append([]string{}, v.asked...)
	for _, f := range table.Fields() {
		if f.Facet {
			v.all = append(v.all, query.Reference(f.Name))
		}
	}
	v.names.SetCount(len(v.all))
}

// group groups the list's examples by the selected facet.
func (v *facets) group() working {
	selected := v.all[v.names.Selected()]
	return func(ctx context.Context, table *facts.Table, rows []int) (func(), error) {
		e, err := query.ParseExpression(selected, table.Fields())
		if err != nil {
			return func() { v.show(nil, 0) }, err
		}
		groups, err := table.Groups(ctx, e, rows)
		return func() { v.show(groups, len(rows)) }, err
	}
}

// show shows the groups of so many examples, and bars beside their numbers.
func (v *facets) show(groups []facts.Group, of int) {
	v.of = of
	most := 1
	for _, g := range groups {
		most = max(most, len(g.Rows))
	}
	v.table.Drawn = []widget.Column{{Width: 4, Grow: 1, Most: 24, Drop: 9, Show: func(i int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			widget.Bar(f, area, widget.Over(widget.Ink(v.s.Theme.Accent), base), float64(len(groups[i].Rows))/float64(most))
		}}
	}}}
	v.table.Put(facts.GroupSheet(v.all[v.names.Selected()], groups), v.s.Look, v.Area.Dx())
}

// Update handles sizes and what was counted.
func (v *facets) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.names.Resize(msg.Area.Dy() - 1)
	case views.Refresh:
		v.find()
	}
	return v.board.Update(msg)
}

// Draw draws the facets, and the values of the selected one.
func (v *facets) Draw(f *widget.Frame, area image.Rectangle) {
	left := area
	longest := widget.Widest(len("facet   10 more"), len(v.all), func(i int) string { return v.all[i] })
	left.Max.X = area.Min.X + min(widget.Gutter+longest, 26, area.Dx()/3)
	right := area
	right.Min.X = left.Max.X + 1
	_, names := widget.SplitTop(left, 1)
	v.names.Draw(f, names, v.s.Look, !v.inValues)
	line, values := widget.SplitTop(right, 1)
	line.Min.X += widget.Gutter
	t := v.s.Theme
	switch {
	case v.wrong != nil:
		f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(t.Warn), v.wrong.Error())
	default:
		f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(t.Faint), fmt.Sprintf("%s of %s", loaders.Count(v.table.Count(), "value"), loaders.Count(v.of, "listed example")))
	}
	v.table.Draw(f, values, v.s.Look, v.inValues)
}

// target is the table that keys move.
func (v *facets) target() widget.Scroller {
	if v.inValues {
		return &v.table
	}
	return &v.names
}

// Actions returns the screen's keys.
func (v *facets) Actions() []widget.Action {
	actions := widget.After(widget.MoveActions(v.target), func() tea.Cmd {
		if v.inValues {
			return nil
		}
		return v.Compute()
	})
	actions = append(actions, []widget.Action{
		{Name: "open", Keys: []string{"enter", "l", "right"}, Help: "go to the facet's values; add a value to the filter", Group: "Move", Footer: true, Run: v.enter},
		{Name: "exclude", Keys: []string{"-"}, Help: "filter by all but the selected value", Group: "Filter", Footer: true, Run: func() tea.Cmd { return v.add("-") },
			Disabled: widget.When(func() bool { return !v.inValues || v.table.Count() == 0 }, "no value is selected")},
		{Name: "other-side", Keys: []string{"tab"}, Help: "go to the other side", Group: "Move", Footer: true, Run: widget.Do(func() { v.inValues = !v.inValues })},
		{Name: "frequency", Help: "`:frequency len(modules)` counts the values of any expression", Group: "Filter", Run: v.Compute, With: func(text string) tea.Cmd {
			v.asked, v.inValues = append([]string{text}, v.asked...), true
			v.find()
			v.names.Select(0)
			return v.Compute()
		}},
		{Name: "leave", Keys: []string{"h", "backspace", "left"}, Help: "go to the facets; return to the list", Group: "Move", Run: func() tea.Cmd {
			if v.inValues {
				v.inValues = false
				return nil
			}
			return v.s.Pop()
		}},
	}...)
	actions = append(actions, views.ExportAction(v.s, func() *table.Document { return v.table.Exported(v.all[v.names.Selected()]) }))
	return append(actions, views.SettingsActions(v.s)...)
}

// enter goes to the values, or adds the selected one to the filter.
func (v *facets) enter() tea.Cmd {
	if !v.inValues {
		v.inValues = true
		return nil
	}
	return v.add("")
}

// add adds the selected value to the filter, behind a sign, and counts again:
// the screen follows the filter.
func (v *facets) add(sign string) tea.Cmd {
	if v.table.Count() == 0 {
		return nil
	}
	where := v.table.Leads()
	switch {
	case where == "":
		return nil
	case sign != "" && where[0] == '-':
		where = where[1:]
	case sign != "" && where[0] == '(':
		where = "not (" + where + ")"
	case sign != "" && strings.Contains(where, " and "):
		where = "not (" + where + ")"
	default:
		where = sign + where
	}
	v.s.Post(views.Flash{Text: "filter: " + loaders.Clean(where)})
	return tea.Batch(v.list.Narrow(where), v.Compute())
}

// Steps implements [views.Stepped].
func (v *facets) Steps() []views.Step {
	if len(v.asked) == 0 {
		return v.board.Steps()
	}
	return []views.Step{views.Do("facets", v.asked[0])}
}
