package tabular

import (
	"encoding/json"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// sole is the column of rows that are answers without a name of their own.
const sole = "prediction"

// rowOf returns the row of a record, with its key: a JSON object by its own keys, or any other
// value under a key as its only column, "prediction", with bare set. It fails for another value
// without a key, and as [record.Record.Decode] does.
func rowOf(rec *record.Record) (row, error) {
	r, v, first := row{key: rec.Key, values: object{}}, jsonValue{}, record.FirstByte(rec.Bytes)
	if first != '{' && rec.Key == "" {
		return r, rec.Decode(&object{}) // which says what it is instead
	}
	if first != '{' {
		err := json.Unmarshal(rec.Bytes, &v)
		r.values[sole], r.bare = v.value, true
		return r, err
	}
	err := rec.Decode(&v)
	if of, ok := v.value.(object); ok {
		r.values = of
	}
	return r, err
}

// rowOfTexts returns the row of cells by column; empty cells are left out, and JSON or a Python
// list in one is read.
func rowOfTexts(cells record.Cells) row {
	r := row{values: object{}}
	for name, cell := range cells {
		if cell != "" {
			r.values[name] = cellValue(cell)
		}
	}
	return r
}

// rowOfCells returns the row of a JSON list of cells, one for each column. It fails if they are not
// as many.
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
