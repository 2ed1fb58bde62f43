package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

func (d *reader) textOf(r *row) string {
	return strings.Join(loaders.Map(strings.Fields("id question gold predicted"), func(role string) string {
		return d.roleOf(r, role)
	}), "\x00")
}

// openWords tells o to group neighbouring rows about one text, as textOf has it, and to make an
// example of each group. The rows are separated cells if t.comma is set, and JSON records
// otherwise; broken ones have no values.
func (d *reader) openWords(o *record.Opening, t *sample) {
	groups, read := o.Groups, func(rec *record.Record) *row { r, _ := rowOf(rec); return &r }
	if t.comma != 0 {
		groups, read = o.RowGroups, func(rec *record.Record) *row {
			cells, _ := record.RowOf(rec.Bytes, t.columns, t.comma)
			r := rowOfTexts(cells)
			return &r
		}
	}
	groups(func(rec *record.Record) string { return d.textOf(read(rec)) }, func(group []*record.Record) *loaders.Example {
		return d.exampleOfWords(group[0], loaders.Map(group, read))
	})
}

// exampleOfWords returns the example of the rows of its words or steps: the first row, in which the
// columns of tokens and attributions, and those that differ, have the lists of the values of all rows.
// It changes the first row.
func (d *reader) exampleOfWords(rec *record.Record, rows []*row) *loaders.Example {
	whole := *rows[0]
	for name := range whole.values {
		isListed := slices.ContainsFunc(d.columns, func(c assignment) bool {
			return c.paths[0] == name && (c.role == "tokens" || baseOf(c.role) == "attribution")
		})
		if list := loaders.Map(rows, func(r *row) any { return r.values[name] }); isListed || len(loaders.Distinct(loaders.Map(list, Text))) > 1 {
			whole.values[name] = list
		}
	}
	return d.exampleOf(rec, whole)
}
