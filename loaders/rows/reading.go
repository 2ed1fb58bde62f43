package rows

import (
	"encoding/json"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// sole is the column of rows that are answers without a name of their own.
const Sole = "prediction"

// rowOf returns the row of a record, with its key: a JSON object by its own keys, or any other
// value under a key as its only column, "prediction", with bare set. It fails for another value
// without a key, and as [record.Record.Decode] does.
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

// rowOfTexts returns the row of cells by column; empty cells are left out, and JSON or a Python
// list in one is read.
func FromTexts(cells record.Cells) Row {
	r := Row{Values: Object{}}
	for name, cell := range cells {
		if cell != "" {
			r.Values[name] = cellValue(cell)
		}
	}
	return r
}

// rowOfCells returns the row of a JSON list of cells, one for each column. It fails if they are not
// as many.
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
