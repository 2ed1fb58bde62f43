package runs

import (
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// put lays out the runs of a group in the columns in which one of them has a
// value.
func (g *group) put(v *screen) {
	named := loaders.Map(strings.Split(g.columns, ";"), columnNamed)
	columns := slices.DeleteFunc(append(named, v.dynamic(g)...), func(c column) bool {
		return !slices.ContainsFunc(g.runs, func(run int) bool {
			_, ok := v.Shown[run].cell(c.Name).Float()
			return ok
		})
	})
	first := table.Text.Columns("run")
	first[0].Title = "▾ " + g.heading(v.Shown)
	sheet := &table.Table{Name: g.name, Columns: append(first, loaders.Map(columns, func(c column) table.Column { return c.Column })...)}
	for _, run := range g.runs {
		row := loaders.Map(columns, func(c column) any { return v.Shown[run].cell(c.Name) })
		sheet.Add(append([]any{table.Cell{Value: v.label(run), Path: v.s.Run(run).Path}}, row...)...)
	}
	s := &g.sheet
	s.Words, s.Whole, s.Cursor = v.words, true, g == v.current() && !v.headed
	s.Leave = func(k int) int { return columns[k-1].leave }
	s.Text = func(row, k int) string {
		if g.name == "words" && sheet.Columns[k].Name == "right" && g.repeats(v, row) {
			return ""
		}
		return widget.Brief(&sheet.Columns[k], sheet.At(row, k))
	}
	s.Style = func(row, k int) widget.Style { return v.style(g, sheet, row, k) }
	s.Drawn = nil
	if k := slices.IndexFunc(sheet.Columns, func(c table.Column) bool { return c.Name == "right_unfaithful" }); k >= 0 {
		s.Drawn = &widget.Column{Width: 4, Grow: 1, Most: 40, Drop: 8}
		s.Drawn.Draw = func(f *widget.Frame, area image.Rectangle, base widget.Style, row int) {
			of := sheet.At(row, k)
			n, _ := of.Float()
			widget.Bar(f, area, widget.Over(v.s.Theme.Wrong, base), n/float64(max(1, of.N)))
		}
	}
	s.Put(sheet, v.s.Look, v.Area.Dx()-widget.Gutter)
}

// repeats reports whether the run above a row on screen is of the same model.
func (g *group) repeats(v *screen, row int) bool {
	for i := 1; i < len(g.runs); i++ {
		if g.sheet.Row(i) == row {
			model := v.s.Run(g.runs[row]).Model
			return model != "" && model == v.s.Run(g.runs[g.sheet.Row(i-1)]).Model
		}
	}
	return false
}

// label returns the run's name, with how far it has been read and its role for other
// runs.
func (v *screen) label(run int) string {
	name := v.s.Run(run).Name
	name += widget.If(v.s.Scope.Against == 1+run, " · A") + widget.If(v.s.Base != nil && *v.s.Base == run, " · base")
	if progress := v.Shown[run].progress(); progress != "" {
		name += " · " + progress
	}
	return name
}

// dynamic are the columns that a group has besides those of its kind: the
// numbers of module types, and those of the file.
func (v *screen) dynamic(g *group) (list []column) {
	add := func(n views.Number, title string, leave int) {
		if !slices.ContainsFunc(list, func(c column) bool { return c.Name == n.Value() }) {
			list = append(list, scoreColumn(n, title, leave))
		}
	}
	for _, run := range g.runs {
		r := &v.Shown[run]
		if r.protocol == "" && r.judged == "" {
			for i := range r.headlines {
				if h := &r.headlines[i]; h.Protocol != "reasoning" && h.Metric != "accuracy" {
					add(views.NumberIn(h), strings.Replace(headlineName(h), " ↓", "", 1), 3) // the column has its own
				}
			}
		}
		if r.modules != nil {
			for _, row := range r.modules.Rows[:len(r.modules.Rows)-1] {
				of := row[0].Value.(string)
				add(moduleNumber(r.protocol, of), of+" "+widget.MetricName(moduleMetrics[r.protocol]), 9)
			}
		}
	}
	return list
}

// style makes the best number of a column on a data set stand out.
func (v *screen) style(g *group, sheet *table.Table, row, k int) widget.Style {
	st, c := v.s.Theme.Text, &sheet.Columns[k]
	if sheet.At(row, k).Score == nil {
		return st
	}
	var numbers []views.Placed
	at := 0
	for _, other := range v.groups { // the families of the kind
		if other.kind != g.kind {
			continue
		} else if other == g {
			at = len(numbers) + row
		}
		for _, run := range other.runs {
			value, _ := v.Shown[run].cell(c.Name).Value.(scoring.Value)
			numbers = append(numbers, views.Placed{Run: run, Value: value})
		}
	}
	if v.s.Best(c.Better, numbers, at) {
		return widget.Bold(st)
	}
	return st
}
