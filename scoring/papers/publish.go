package papers

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/scoring"
)

// groups name the model of a table whose rows are all of one.
var groups = map[string]string{"dfol-1": "base model,"}

// addPublished appends to l.Rows the rows that the paper prints, without a run, their cells
// holding the printed text and mark. A name is "paper: ", the row's group or the table's, its
// name, "(note)" and, unless data sets are columns, ", " and the data set. Where they are, it
// first adds the paper's columns that are missing.
func (l *Laid) addPublished() {
	place := func(k int) int { return k }
	if l.across {
		for _, c := range l.Table.Columns {
			l.columnLike(c)
		}
		place = func(k int) int { return l.columnLike(l.Table.Columns[k]) }
	}
	for _, r := range l.Table.Rows {
		row := Row{Run: -1, Cells: slices.Repeat([]Cell{nowhere}, len(l.Columns))}
		for k, printed := range r.Cells {
			m := l.Table.Columns[k].Measure.ofRow(r.Of)
			row.Cells[place(k)] = Cell{
				Score: scoring.Score{Protocol: m.Protocol, Metric: m.Metric, Of: m.Of}, Run: -1, Printed: printed.Text, Mark: printed.Mark,
			}
		}
		row.Name = "paper: " + strings.TrimSpace(cmp.Or(r.Group, groups[l.Name])+" "+r.Name)
		if r.Note != "" {
			row.Name += " (" + r.Note + ")"
		}
		if !l.across {
			row.Name += ", " + l.Dataset
		}
		l.Rows = append(l.Rows, row)
	}
}
