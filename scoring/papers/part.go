package papers

import (
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/table"
)

// Part returns the table as a part of a document, with facts and settings: for people as in the
// paper, for scripts a row per number. The paper's numbers have the printed text and no value;
// cells of a data set that a row lacks are left out.
func (l *FilledTable) Part() table.DocumentPart {
	all := &table.Table{Name: "cells", Columns: table.Columns(
		"row", table.Run, table.Truth, "paper", "upper_bound", table.Text, "group", "column",
		table.Score, table.Where, "unit", "printed", "mark", table.Number, "scale", table.Value, table.Rest,
		table.Spread)}
	sheet := l.Sheet()
	for i, r := range l.Rows {
		for k, cell := range r.Cells {
			c, m, run, printed := &l.Columns[k], cell.Score, "", cell.Printed
			value, count, sd, runs := any(m.Value), any(m.Count), any(nil), any(nil)
			if in := m.Interval; in != nil && in.Level == 0 {
				sd, runs = in.PlusMinus(), in.Runs
			}
			switch {
			case cell.Run != -1:
				if cell.Run >= 0 {
					run = l.runs[cell.Run].Run.Name
				}
				printed = strings.TrimSuffix(sheet.Columns[k+1].Show(table.Cell{Value: sheet.At(i, k+1).Value}), table.Absent)
			case printed == "":
				continue // of a data set that the row lacks
			default:
				value, count = nil, nil
			}
			all.Add(r.Name, run, r.Run == -1, r.UpperBound, c.Group, c.Name, m.Protocol, m.Metric, m.Of, c.Where, c.Unit, printed, cell.Mark,
				c.Scale, value, count, sd, runs)
		}
	}
	set := table.FactList{}
	for _, name := range loaders.SortedKeys(l.Table.Settings) {
		set = append(set, table.Fact{Name: name, Value: l.Table.Settings[name]})
	}
	return table.DocumentPart{
		Name: l.Name, Lines: []string{l.Name + ", " + l.Source()},
		Tables: []*table.Table{sheet, all},
		Facts: table.Named("id", l.Name, "paper", l.Table.Paper, "number", l.Number, "title", l.Title, "dataset", l.Dataset,
			"settings", set),
		Before: table.Named("table", l.Name),
	}
}
