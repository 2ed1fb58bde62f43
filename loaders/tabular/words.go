package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

func (d *reader) textOf(r *rows.Row) string {
	return strings.Join(loaders.Map(strings.Fields("id question gold predicted"), func(role string) string {
		return d.roleOf(r, role)
	}), "\x00")
}

func (d *reader) openWords(o *record.Opening, t *sample) {
	groups, read := o.Groups, func(rec *record.Record) *rows.Row { r, _ := rows.FromRecord(rec); return &r }
	if t.comma != 0 {
		groups, read = o.RowGroups, func(rec *record.Record) *rows.Row {
			cells, _ := record.RowOf(rec.Bytes, t.columns, t.comma)
			r := rows.FromTexts(cells)
			return &r
		}
	}
	groups(func(rec *record.Record) string { return d.textOf(read(rec)) }, func(group []*record.Record) *loaders.Example {
		return d.exampleOfWords(group[0], loaders.Map(group, read))
	})
}

// exampleOfWords returns the example of the first row, in which the columns that differ have the
// values of all rows. It changes that row.
func (d *reader) exampleOfWords(rec *record.Record, group []*rows.Row) *loaders.Example {
	whole := *group[0]
	for name := range whole.Values {
		isListed := slices.ContainsFunc(d.columns, func(c roles.Assignment) bool {
			return c.Paths[0] == name && (c.Role == "tokens" || roles.BaseOf(c.Role) == "attribution")
		})
		list := loaders.Map(group, func(r *rows.Row) any { return r.Values[name] })
		if isListed || len(loaders.Distinct(loaders.Map(list, rows.Text))) > 1 {
			whole.Values[name] = list
		}
	}
	return d.exampleOf(rec, whole)
}
