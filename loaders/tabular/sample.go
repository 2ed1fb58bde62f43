package tabular

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// sample is the beginning of a table.
type sample struct {
	at        string // the path of its rows in a JSON text, "" for [record.Opening.Lines]'s
	comma     rune   // between cells, 0 for JSON
	columns   []string
	rows      []row
	columnMap Map    // as guessed
	shape     string // by its first rows
	known     string // the shape by which a map is kept: that of a sample without a map
	columnar  bool   // an object of columns
	split     bool   // rows are lists of cells
	keyed     bool   // rows are entries of an object
}

// shapeOf is the columns in alphabetical order, so that it is the same for the
// next file.
func shapeOf(columns []string) string {
	columns = slices.Clone(columns)
	slices.Sort(columns)
	return strings.Join(columns, ",")
}

// mostSampled bounds the rows at the beginning that a decision looks at.
const mostSampled = 1000

// cells reads the first rows of a separated table.
func (t *sample) cells(head []byte) {
	t.columns, t.comma = record.CSVHeader(head), record.Delimiter(head)
	if slices.ContainsFunc(t.columns, func(name string) bool { return name == "" || numericText(name) }) &&
		!slices.Equal(t.columns[1:], named(t.columns[1:])) {
		t.columns = nil // a table without a header
		return
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimLeft(head, "\r\n")))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = t.comma, t.comma != ',', -1
	for n := 0; len(t.rows) < mostSampled; n++ {
		cells, err := r.Read()
		if err != nil || r.InputOffset() == int64(len(head)) && len(head) == loaders.HeadSize {
			break // the last may be cut off
		}
		if n > 0 && len(cells) == len(t.columns) {
			t.rows = append(t.rows, rowOfTexts(t.columns, cells))
		}
	}
}

// rowOfTexts is a row of as many cells as columns; an empty one has no value.
func rowOfTexts(columns, cells []string) row {
	r := row{values: object{}}
	for i, name := range columns {
		if cells[i] != "" {
			r.values[name] = cellValue(cells[i])
		}
	}
	return r
}

func numericText(s string) bool { _, ok := numberOf(s); return ok }

// named returns the names that are not empty.
func named(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return name == "" || numericText(name) })
}

// bySplit takes the rows of a table as pandas writes it with orient="split":
// columns, index and data. It reports whether head begins one.
func (t *sample) bySplit(whole gjson.Result) bool {
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
	t.at, t.split = "data.*", true
	return len(t.rows) > 0
}

// rowOfCells is a list of cells with the names of their columns.
func rowOfCells(columns []string, raw []byte) (row, error) {
	var cells []jsonValue
	if err := json.Unmarshal(raw, &cells); err != nil {
		return row{}, err
	}
	if len(cells) != len(columns) {
		return row{}, loaders.Errorf("%d cells where there are %d columns", len(cells), len(columns))
	}
	r := row{values: object{}}
	for i, name := range columns {
		r.values[name] = cells[i].value
	}
	return r, nil
}

// byColumn takes the rows of a table as pandas writes it by default, an object
// of columns that are objects by row. It reports whether head begins one. The
// rows of a column that head cuts off or does not reach are not known yet.
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
				t.rows = append(t.rows, row{values: object{}})
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
