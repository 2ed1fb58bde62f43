package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

func (d *rowReader) textOf(r *rows.Row) string {
	return strings.Join(loaders.Map(strings.Fields("id question gold predicted"), func(role string) string {
		return d.roleOf(r, role)
	}), "\x00")
}

func (d *rowReader) openWords(o *record.RunBuilder, t *tableSample) {
	groups, read := o.Groups, func(rec *record.Record) *rows.Row { r, _ := rows.FromRecord(rec); return &r }
	if t.comma != 0 {
		groups, read = o.RowGroups, func(rec *record.Record) *rows.Row {
			cells, _ := record.RowOf(rec.Bytes, t.columns, t.comma)
			r := rows.FromTexts(cells)
			return &r
		}
	}
	groups(func(rec *record.Record) string { return d.textOf(read(rec)) }, func(_ string, group []*record.Record) *loaders.Example {
		return d.exampleOfWords(group[0], loaders.Map(group, read))
	})
}

// exampleOfWords makes one example of rows that each hold a word of a text. It changes the first row:
// columns that differ become lists.
func (d *rowReader) exampleOfWords(rec *record.Record, wordRows []*rows.Row) *loaders.Example {
	whole := *wordRows[0]
	if d.columns.String() == "steps="+roles.Messages {
		all := loaders.Map(wordRows, func(r *rows.Row) any { return r.Values })
		return d.exampleOf(rec, rows.Row{Values: rows.RowObject{roles.Messages: all}})
	}
	for name := range whole.Values {
		isListed := slices.ContainsFunc(d.columns, func(c roles.RoleAssignment) bool {
			return c.Paths[0] == name && slices.Contains(strings.Fields("tokens steps step_labels attribution"), roles.BaseOf(c.Role))
		})
		list := loaders.Map(wordRows, func(r *rows.Row) any { return r.Values[name] })
		if isListed || len(loaders.Distinct(loaders.Map(list, rows.Text))) > 1 {
			whole.Values[name] = list
		}
	}
	return d.exampleOf(rec, whole)
}
