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
	r, v, first := Row{Key: rec.Key, Values: RowObject{}}, jsonValue{}, record.FirstByte(rec.Bytes)
	if first != '{' && rec.Key == "" {
		return r, rec.Decode(&RowObject{}) // which says what it is instead
	}
	if first != '{' {
		err := json.Unmarshal(rec.Bytes, &v)
		r.Values[Sole], r.Bare = v.value, true
		return r, err
	}
	err := rec.Decode(&v)
	if of, ok := v.value.(RowObject); ok {
		r.Values = of
	}
	for name, v := range r.Values {
		r.Values[name] = byName(v)
	}
	return r, err
}

// FromTexts returns the row of cells by column, without empty cells; JSON or a Python list in one is
// read.
func FromTexts(rowCells record.RowCells) Row {
	r := Row{Values: RowObject{}}
	for name, cell := range rowCells {
		if cell != "" {
			r.Values[name] = byName(cellValue(cell))
		}
	}
	return r
}

// FromCells returns the row of a JSON list of cells. It fails if there isn't one for each column.
func FromCells(columnNames []string, rowBytes []byte) (Row, error) {
	var cells []jsonValue
	if err := json.Unmarshal(rowBytes, &cells); err != nil {
		return Row{}, err
	}
	if len(cells) != len(columnNames) {
		return Row{}, loaders.Errorf("wrong number of cells: %d, expected %d", len(cells), len(columnNames))
	}
	r := Row{Values: RowObject{}}
	for i, name := range columnNames {
		r.Values[name] = cells[i].value
	}
	return r, nil
}
