package papers

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Part is the table with its rows: a row of each run for people, a row of each
// number for scripts.
func (t *Table) Part(rows []Row, s scoring.Settings) table.Part {
	all := &table.Table{Name: "cells", Columns: []table.Column{
		{Name: "run"}, {Name: "paper", Kind: table.Truth}, {Name: "upper_bound", Kind: table.Truth}, {Name: "column"}, {Name: "protocol"}, {Name: "metric"}, {Name: "of"},
		{Name: "value", Kind: table.Number}, {Name: "count", Kind: table.Count},
	}}
	for _, r := range rows {
		for i, cell := range r.Cells {
			all.Add(r.Name, r.Run < 0, r.UpperBound, t.Columns[i].Title, cell.Protocol, cell.Metric, cell.Of, cell.Value, cell.Count)
		}
	}
	set := table.Facts{}
	for _, name := range slices.Sorted(maps.Keys(t.Set)) {
		set = append(set, table.Fact{Name: name, Value: t.Set[name]})
	}
	return table.Part{
		// A caption names no paper: the runs are not its own.
		Name: t.ID, Lines: []string{fmt.Sprintf("%s, laid out as Table %d of %s", t.ID, t.Number, t.Paper)}, Tables: []*table.Table{t.Sheet(rows, s), all},
		Facts: table.Named("id", t.ID, "paper", t.Paper, "number", t.Number, "title", t.Title, "settings", set), Before: table.Named("table", t.ID),
	}
}

// Sheet is the table for people: a row of each run, a column of each number.
func (t *Table) Sheet(rows []Row, s scoring.Settings) *table.Table {
	sheet := &table.Table{Title: t.Title, Columns: []table.Column{{Title: "run"}}}
	now := t.Settings(s, false)
	for _, setting := range scoring.AllSettings() {
		if _, moved := t.Set[setting.Name]; moved {
			sheet.Notes = append(sheet.Notes, strings.ReplaceAll(setting.Name, "_", " ")+": "+setting.In(&now).String())
		}
	}
	for _, c := range t.Columns {
		column := table.Column{Title: c.Title, Kind: table.Number, Rests: true}
		if session.MetricIn(c.Protocol, c.Metric).Chance {
			column.Kind = table.Chance
		}
		sheet.Columns = append(sheet.Columns, column)
	}
	for _, r := range rows {
		row := []any{r.Name}
		for _, cell := range r.Cells {
			x, ok := cell.Value.Float()
			switch {
			case r.Run >= 0:
				row = append(row, table.Cell{Value: cell.Value, N: cell.Count})
			case ok:
				row = append(row, x)
			default:
				row = append(row, nil)
			}
		}
		sheet.Add(row...)
	}
	return sheet
}
