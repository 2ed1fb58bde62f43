package tabular

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// split takes the rows of a table as pandas writes it with orient="split":
// columns, index and data. It reports whether head begins one.
func (t *sample) split(whole gjson.Result) bool {
	columns, data := whole.Get("columns"), whole.Get("data")
	if !columns.IsArray() || !data.IsArray() || !data.Get("0").IsArray() {
		return false
	}
	for _, name := range columns.Array() {
		if name.Type != gjson.String || slices.Contains(t.columns, name.String()) {
			return false
		}
		t.columns = append(t.columns, name.String())
	}
	data.ForEach(func(_, cells gjson.Result) bool {
		if r, err := rowOfCells(t.columns, []byte(cells.Raw)); err == nil {
			t.rows = append(t.rows, r)
		}
		return len(t.rows) < mostSampled
	})
	t.within = "data"
	return len(t.rows) > 0
}

// rowOfCells is a list of cells with the names of columns.
func rowOfCells(columns []string, raw []byte) (row, error) {
	var cells []jsonValue
	if err := json.Unmarshal(raw, &cells); err != nil {
		return row{}, err
	}
	if len(cells) != len(columns) {
		return row{}, loaders.Errorf("%d cells where there are %d columns", len(cells), len(columns))
	}
	r := row{values: map[string]any{}}
	for i, name := range columns {
		r.values[name] = cells[i].value
	}
	return r, nil
}

// byColumn takes the rows of a table as pandas writes it by itself, an object of
// columns each of which is an object by row. It reports whether head begins one.
// Of a column that head cuts off, or does not reach, the rows are not known yet.
func (t *sample) byColumn(whole gjson.Result) bool {
	rows := map[string]int{}
	good := true
	whole.ForEach(func(name, column gjson.Result) bool {
		if !column.IsObject() || strings.ContainsAny(name.String(), ".*") {
			good = false
			return false
		}
		first := len(t.columns) == 0
		t.columns = append(t.columns, name.String())
		column.ForEach(func(key, value gjson.Result) bool {
			i, known := rows[key.String()]
			if first && len(t.rows) < mostSampled && !known {
				if _, number := numberOf(key.String()); !number {
					good = false
					return false
				}
				i, known = len(t.rows), true
				rows[key.String()] = i
				t.rows = append(t.rows, row{values: map[string]any{}})
			}
			var v jsonValue
			if known && v.UnmarshalJSON([]byte(value.Raw)) == nil {
				t.rows[i].values[name.String()] = v.value
			}
			return good
		})
		return good
	})
	if !good || len(t.columns) < 2 || len(t.rows) == 0 {
		*t = sample{}
		return false
	}
	t.columnar = true
	return true
}

// openColumns opens a table by columns: the rows of the first are the records,
// and those of the others are joined by their keys.
func (d *reader) openColumns(ctx context.Context, src *loaders.Source, t *sample) (err error) {
	var others []*record.Table
	d.run, err = record.OpenElements(ctx, src, anyName, t.columns[0]+".*", func(rec *record.Record) (*loaders.Example, error) {
		r := row{values: map[string]any{}}
		read := func(name string, raw []byte) {
			var v jsonValue
			if v.UnmarshalJSON(raw) == nil {
				r.values[name] = v.value
			}
		}
		read(t.columns[0], rec.Bytes)
		for i, other := range others {
			name := t.columns[1+i]
			if !other.Read(rec, rec.Key, func(entry *record.Record) error { read(name, entry.Bytes); return nil }) {
				rec.Problem(loaders.Say("the column %q has no row %q", name, rec.Key), loaders.Say("nothing stands there"))
			}
		}
		return d.example(rec, &r), nil
	})
	if err != nil {
		return err
	}
	for _, name := range t.columns[1:] {
		other, err := record.OpenTable(ctx, src.Files, src.Path, name+".*", &d.run.Problems, nil)
		if err != nil {
			return err
		}
		d.run.Own(other)
		others = append(others, other)
	}
	return nil
}

// allColumns are the columns of a table by columns, of which head may have only
// the first.
func allColumns(ctx context.Context, src *loaders.Source, t *sample) {
	if !t.columnar || len(src.Head) < loaders.HeadSize {
		return
	}
	var names []string
	all, err := record.Look(ctx, src.Files, src.Path, "*", func(rec *record.Record) bool {
		names = append(names, rec.Key)
		return len(names) < mostTableColumns
	})
	if err == nil && all {
		t.columns = names
		t.columnMap = guess(t.columns, t.rows)
	}
}

// mostTableColumns bounds the columns of such a table: each is searched by
// itself.
const mostTableColumns = 256
