package tabular

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// byColumn reads a table by columns: objects by row, as pandas writes it by default, or lists. In a
// large file columns may begin beyond the head, so it looks for them in the rest.
func (t *tableSample) byColumn(ctx context.Context, src *loaders.Source) bool {
	var columns []possibleColumn
	for e := range index.In(src.Head, "*") {
		columns = append(columns, columnOf(e.Key, e.Bytes))
	}
	cut := len(src.Head) == loaders.HeadSize
	if cut && len(columns) > 0 && columns[len(columns)-1].kind != 0 {
		columns = nil
		_, _ = record.Look(ctx, record.Within(src, "*"), func(rec *record.Record) bool { // the reading proper says what is wrong
			columns = append(columns, columnOf(rec.Key, rec.Bytes))
			return len(columns) < mostTableColumns
		})
	}
	if t.columns = inColumns(columns); len(t.columns) < 2 {
		t.columns = nil
		return false
	}
	at := map[string]int{}
	for i, name := range t.columns {
		_, _ = record.Look(ctx, record.Within(src, name+".*"), func(rec *record.Record) bool {
			if i == 0 {
				at[cellKey(rec)] = len(t.rows)
				t.rows = append(t.rows, rows.Row{Values: rows.RowObject{}})
			}
			if k, known := at[cellKey(rec)]; known {
				t.rows[k].Values[name] = rows.ParseValue(rec.Bytes)
			}
			return rec.Index+1 < mostSampled
		})
	}
	t.columnar = len(t.rows) > 0
	return t.columnar
}

// mostTableColumns bounds the columns of such a table, because each is searched on its own.
const mostTableColumns = 256

func cellKey(rec *record.Record) string { return cmp.Or(rec.Key, strconv.Itoa(rec.Index)) }

// possibleColumn is a value that may be a column: an object by row ('{') or a list ('[') of n cells, of
// kind '"' for a single value and 0 for anything else.
type possibleColumn struct {
	name string
	kind byte
	n    int
}

// columnOf returns what kind of column a value is. A list of objects is none, because it may be the
// rows.
func columnOf(name string, columnJSON []byte) possibleColumn {
	c, own := possibleColumn{name: name}, record.FirstByte(columnJSON)
	if own != '{' && own != '[' {
		c.kind = '"'
	}
	for e := range index.In(columnJSON, "*") {
		_, numbered := rows.NumberOf(e.Key)
		hasRecords := own == '{' && !numbered || own == '[' && record.FirstByte(e.Bytes) == '{'
		if hasRecords || strings.ContainsAny(name, ".*") {
			return possibleColumn{name: name}
		}
		c.kind = own
		c.n++
	}
	return c
}

// inColumns returns the names of the values of the same kind and length as the longest. It is nil
// for fewer than three cells, and if others are left that no names explain, otherwise any object
// with two lists would be a table.
func inColumns(possibleColumns []possibleColumn) (names []string) {
	if len(possibleColumns) == 0 {
		return nil
	}
	most := slices.MaxFunc(possibleColumns, func(a, b possibleColumn) int { return cmp.Compare(a.n, b.n) })
	named, single := map[string]bool{}, 0
	for _, c := range possibleColumns {
		if c.kind == '"' {
			single++
			continue
		}
		if c.kind == most.kind && (c.kind == '{' || c.n == most.n) {
			names = append(names, c.name)
			named[roles.RoleNamed(c.name)] = true
		}
	}
	// Single values tell what the table is of.
	isWhole := len(names)+single == len(possibleColumns) && (single == 0 || len(names) > single)
	switch called := named["predicted"] && named["gold"]; {
	case most.n == 0, !isWhole && (most.kind == '{' || !called), most.kind == '[' && most.n < leastFlat:
		return nil
	}
	return names
}
