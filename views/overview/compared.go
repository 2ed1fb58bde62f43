package overview

import (
	"image"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// comparison is a table of one number per run and module type, or per run and
// headline: what a large screen shows below the selected run.
type comparison struct {
	*table.Table
	runs    []int                        // of the rows
	numbers map[image.Point]views.Number // of the cells, by column and row
}

// comparisons returns a table per protocol that has several runs to compare.
func (b *board) comparisons() []comparison {
	var list []comparison
	put := func(title string, run int, of string, n views.Number, value scoring.Value) {
		k := slices.IndexFunc(list, func(c comparison) bool { return c.Title == title })
		if k < 0 {
			k = len(list)
			list = append(list, comparison{&table.Table{Name: "compared", Title: title, Columns: []table.Column{{Name: "run", Title: title}}}, nil, map[image.Point]views.Number{}})
		}
		list[k].put(run, b.s.Run(run).Name, of, n, value)
	}
	for _, p := range protocols {
		for i := range b.Shown {
			if r := &b.Shown[i]; r.protocol == p.name {
				for _, row := range r.modules.Rows {
					of := row[0].Value.(string)
					put(p.title, i, of, views.Number{Protocol: p.name, Metric: p.columns[0].Name, Of: of}, row[1].Value.(scoring.Value))
				}
			}
		}
	}
	for i := range b.Shown {
		for k := range b.Shown[i].headlines {
			h := &b.Shown[i].headlines[k]
			put(h.Protocol, i, headlineName(h), numberOf(h), h.Value)
		}
	}
	return slices.DeleteFunc(list, func(c comparison) bool { return len(c.runs) < 2 })
}

// put adds a number of a run, whose others come before or after it.
func (c *comparison) put(run int, name, of string, n views.Number, value scoring.Value) {
	column := slices.IndexFunc(c.Columns, func(x table.Column) bool { return x.Name == of })
	if column < 0 {
		column = len(c.Columns)
		c.Columns = append(c.Columns, table.Column{Name: of, Kind: table.Number})
	}
	if last := len(c.runs) - 1; last < 0 || c.runs[last] != run {
		c.runs = append(c.runs, run)
		c.Add(name)
	}
	row := len(c.runs) - 1
	for len(c.Rows[row]) <= column {
		c.Rows[row] = append(c.Rows[row], table.Cell{Value: scoring.Undefined("the run has none")})
	}
	c.Rows[row][column].Value, c.numbers[image.Pt(column, row)] = value, n
}

// best reports whether a number is the best of its column on a data set.
func (b *board) best(c *comparison, row, column int) bool {
	var numbers []views.Placed
	for k, run := range c.runs {
		value, _ := c.At(k, column).Value.(scoring.Value)
		numbers = append(numbers, views.Placed{Run: run, Value: value})
	}
	return b.s.Best(session.MetricOf(c.numbers[image.Pt(column, row)].Metric).Better, numbers, row)
}

// putComparison shows a table, the best numbers bold.
func (v *screen) putComparison(p *pane, c comparison) {
	p.score = func(row, column int) (int, views.Number) { return c.runs[row], c.numbers[image.Pt(column, row)] }
	p.Style = func(row, column int) widget.Style {
		st := widget.Ink(v.s.Theme.Text)
		if column == 0 && c.runs[row] == v.selected() || column > 0 && v.best(&c, row, column) {
			st = widget.Bold(st)
		}
		return st
	}
	p.Put(c.Table, v.s.Look, v.Area.Dx())
	if v.focus != p {
		p.Choose(slices.Index(c.runs, v.selected()))
	}
}
