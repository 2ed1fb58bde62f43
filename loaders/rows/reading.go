package rows

import (
	"encoding/json"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Sole is the column of rows that are answers without a name of their own.
const Sole = "prediction"

// FromRecord returns the row of a JSON object, or of any other value under a key, as its column
// "prediction" with Bare set. It fails for another value without a key, and as
// [record.Record.Decode] does.
func FromRecord(rec *record.Record) (Row, error) {
	r, v, first := Row{Key: rec.Key, Values: Object{}}, jsonValue{}, record.FirstByte(rec.Bytes)
	if first != '{' && rec.Key == "" {
		return r, rec.Decode(&Object{}) // which says what it is instead
	}
	if first != '{' {
		err := json.Unmarshal(rec.Bytes, &v)
		r.Values[Sole], r.Bare = v.value, true
		return r, err
	}
	err := rec.Decode(&v)
	if of, ok := v.value.(Object); ok {
		r.Values = of
	}
	return r, err
}

// FromTexts returns the row of cells by column, without empty cells; JSON or a Python list in one is
// read.
func FromTexts(cells record.Cells) Row {
	r := Row{Values: Object{}}
	for name, cell := range cells {
		if cell != "" {
			r.Values[name] = cellValue(cell)
		}
	}
	return r
}

// FromCells returns the row of a JSON list of cells. It fails if there isn't one for each column.
func FromCells(columns []string, raw []byte) (Row, error) {
	var cells []jsonValue
	if err := json.Unmarshal(raw, &cells); err != nil {
		return Row{}, err
	}
	if len(cells) != len(columns) {
		return Row{}, loaders.Errorf("%d cells where there are %d columns", len(cells), len(columns))
	}
	r := Row{Values: Object{}}
	for i, name := range columns {
		r.Values[name] = cells[i].value
	}
	return r, nil
}
