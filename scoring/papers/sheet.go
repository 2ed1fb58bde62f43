package papers

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Sheet returns the table for people: a row for each of the paper's and the runs', in the paper's
// units and digits, measured numbers with count and interval, and notes on the settings. A cell
// that nobody has is empty.
func (l *FilledTable) Sheet() *table.Table {
	rows := loaders.IfElse(l.Kind == statistics, "term", "run")
	sheet := &table.Table{Title: l.Title, Notes: l.describeConditions(), Columns: table.Columns("=" + rows)}
	for k := range l.Columns {
		c := &l.Columns[k]
		column := table.Column{ColumnMeaning: c.ColumnMeaning, In: c.Group, Kind: table.Number, Digits: c.digits, Rests: true}
		column.Name, column.Title = strings.TrimSpace(c.Group+" "+c.Name), cmp.Or(c.Title, c.Name)
		if c.Unit != "%" {
			column.Unit = ""
		}
		if session.MetricIn(c.Measure.Protocol, c.Measure.Metric).Counts {
			column.Kind = table.Count
		}
		sheet.Columns = append(sheet.Columns, column)
	}
	for _, r := range l.Rows {
		row := []any{r.Name}
		for k, cell := range r.Cells {
			shown := table.Cell{Value: cell.Printed, Mark: l.cellMark(k, cell)}
			switch {
			case cell.Run != -1:
				c := &l.Columns[k]
				shown.Value = cell.Value.Map(func(x float64) float64 { return c.Scale * x })
				shown.N, shown.Interval = cell.Count, c.intervalToUnit(cell.Interval)
			case cell.Printed == "":
				shown = table.Cell{}
			}
			row = append(row, shown)
		}
		sheet.Add(row...)
	}
	return sheet
}

func (l *FilledTable) cellMark(k int, cell Cell) string {
	longest := 0
	for _, r := range l.Rows {
		longest = max(longest, utf8.RuneCountInString(r.Cells[k].Mark))
	}
	return cell.Mark + strings.Repeat(" ", longest-utf8.RuneCountInString(cell.Mark))
}
