package overview

import (
	"image"
	"slices"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// comparison is a table of one number per run and module type, or per run and
// headline: what a large screen shows below the selected run.
type comparison struct {
	title string
	types []string
	rows  []comparedRun
	// better says which of two numbers of a type is the better one.
	better map[string]scoring.Direction
}

type comparedRun struct {
	run    int
	values map[string]scoring.Value // by type
}

// comparisonsOf returns a table per protocol that has several runs to compare.
func comparisonsOf(runs []runScores) []comparison {
	var tables []comparison
	put := func(title string, run int, of string, better scoring.Direction, value scoring.Value) {
		k := slices.IndexFunc(tables, func(t comparison) bool { return t.title == title })
		if k < 0 {
			k = len(tables)
			tables = append(tables, comparison{title: title, better: map[string]scoring.Direction{}})
		}
		tables[k].put(run, of, better, value)
	}
	for _, p := range protocols {
		for i, r := range runs {
			for _, m := range r.modules {
				if r.protocol == p.name {
					put(p.title, i, m.of, session.MetricOf(p.metrics[0].metric).Better, m.headline(p.name))
				}
			}
		}
	}
	for i, r := range runs {
		for _, s := range r.headlines {
			m := session.MetricOf(s.Metric)
			put(s.Protocol, i, m.Label(), m.Better, s.Value)
		}
	}
	return slices.DeleteFunc(tables, func(t comparison) bool { return len(t.rows) < 2 })
}

func (t *comparison) put(run int, of string, better scoring.Direction, value scoring.Value) {
	if !slices.Contains(t.types, of) {
		t.types = append(t.types, of)
	}
	if n := len(t.rows); n == 0 || t.rows[n-1].run != run {
		t.rows = append(t.rows, comparedRun{run: run, values: map[string]scoring.Value{}})
	}
	t.better[of] = better
	t.rows[len(t.rows)-1].values[of] = value
}

// best returns the best number of a type, ok false where none is defined.
func (t *comparison) best(of string) (best float64, ok bool) {
	for _, row := range t.rows {
		if x, defined := row.values[of].Float(); defined && (!ok || t.better[of].Better(x, best)) {
			best, ok = x, true
		}
	}
	return best, ok
}

// drawComparisons draws the tables that fit whole into area, one under the
// other.
func (v *screen) drawComparisons(f *widget.Frame, area image.Rectangle) {
	for _, t := range comparisonsOf(v.shown.runs) {
		lines := len(t.rows) + 1
		if lines >= area.Dy() {
			return
		}
		top, rest := widget.SplitTop(area, lines)
		f.Block(top, v.comparison(&t, area.Dx()))
		_, area = widget.SplitTop(rest, 1)
	}
}

// comparison is a table in w cells: a marker, the run's name, and as many
// types as have room. The best number of a column is bold.
func (v *screen) comparison(t *comparison, w int) string {
	const name = 28
	widths := []int{widget.Gutter, name}
	head := []string{"", t.title}
	for _, of := range t.types {
		width := widget.ColumnGap + max(5, lipgloss.Width(of))
		if w -= width; w < widget.Gutter+name {
			break
		}
		widths, head = append(widths, width), append(head, of)
	}
	numbers := table.New().Border(lipgloss.HiddenBorder()).BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderHeader(false).BorderColumn(false).Wrap(false).Headers(head...)
	for _, row := range t.rows {
		line := []string{"", loaders.Clean(v.s.Run(row.run).Name)}
		if row.run == v.runs.Selected() {
			line[0] = "▸"
		}
		for _, of := range head[2:] {
			line = append(line, widget.Number(row.values[of]))
		}
		numbers.Row(line...)
	}
	return numbers.StyleFunc(func(i, c int) lipgloss.Style {
		st := v.s.Theme.Text.Width(widths[c])
		if c >= 2 {
			st = st.Align(lipgloss.Right)
		}
		switch {
		case i == table.HeaderRow:
			return st.Foreground(v.s.Theme.Faint.GetForeground()).Bold(true)
		case c == 0:
			return st.Foreground(v.s.Theme.Accent.GetForeground()).Bold(true)
		case c == 1:
			return st.Bold(t.rows[i].run == v.runs.Selected())
		}
		best, ok := t.best(head[c])
		x, defined := t.rows[i].values[head[c]].Float()
		return st.Bold(ok && defined && x == best)
	}).Render()
}
