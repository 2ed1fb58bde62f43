package table

import (
	"bufio"
	"io"

	"faithscope/loaders"
)

type jsonRows struct {
	w       *bufio.Writer
	columns []Column
}

func newJSONLines(w io.Writer, columns []Column) RowWriter {
	return &jsonRows{bufio.NewWriter(w), columns}
}

func (r *jsonRows) Write(rowValues []any) error {
	line, err := encodeJSON(rowObject(r.columns, loaders.Map(rowValues, bareValue)))
	if err != nil {
		return err
	}
	_, err = r.w.Write(append(loaders.EscapeJSON(line), '\n'))
	return err
}

func (r *jsonRows) Close() error { return r.w.Flush() }
