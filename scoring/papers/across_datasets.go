package papers

import (
	"context"
	"slices"
	"strings"

	"faithscope/scoring/figure"
)

// addMethod adds run i's number to a table across data sets. A cell that another run fills
// already gets a row of its own, because neither number is wrong.
func (l *Laid) addMethod(ctx context.Context, i int, part string) error {
	run := l.runs[i]
	model, name := figure.Family(run)
	model, c := shortName(model), l.Table.Columns[0]
	c.Name, c.Group, c.Title = model, shortName(run.Run.Fact("data")), firstWords(model)
	if l.Table.Columns[0].Group == "" {
		c.Name, c.Group, c.Title, name = c.Group, "", "", model
	}
	if part != "" {
		name += ", " + part
	}
	cell, err := l.findCell(ctx, &Row{Run: i, of: part}, &c)
	if err != nil || !isMeasured(cell) {
		return err
	}
	k := l.columnLike(c)
	at := slices.IndexFunc(l.Rows, func(r Row) bool { return r.Name == name })
	if at >= 0 && l.Rows[at].Cells[k].Run >= 0 {
		if other := l.Rows[at].Cells[k]; other.Value == cell.Value && other.Count == cell.Count {
			return nil // from the same answers
		}
		at, name = -1, name+", "+run.Run.Name
	}
	if at < 0 {
		at, l.Rows = len(l.Rows), append(l.Rows, Row{Name: name, Run: i, Cells: slices.Repeat([]Cell{nowhere}, len(l.Columns))})
	}
	l.Rows[at].Cells[k] = cell
	return nil
}

// nowhere is an empty cell.
var nowhere = Cell{Run: -1}

func (l *Laid) columnLike(c Column) int {
	if at := slices.IndexFunc(l.Columns, func(other Column) bool { return other.Name == c.Name && other.Group == c.Group }); at >= 0 {
		return at
	}
	at := len(l.Columns)
	for k := range l.Columns {
		if c.Group != "" && l.Columns[k].Group == c.Group {
			at = k + 1
		}
	}
	l.Columns = slices.Insert(l.Columns, at, c)
	for i := range l.Rows {
		l.Rows[i].Cells = slices.Insert(l.Rows[i].Cells, at, nowhere)
	}
	return at
}

func shortName(name string) string {
	name, _, _ = strings.Cut(name, ", ")
	name, _, _ = strings.Cut(name, " (")
	return name
}

func firstWords(name string) string {
	const most = 20
	for at := strings.LastIndexByte(name, ' '); len(name) > most && at > 0; at = strings.LastIndexByte(name, ' ') {
		name = name[:at]
	}
	return name
}
