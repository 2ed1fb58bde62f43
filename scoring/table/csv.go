package table

import (
	"encoding/csv"
	"fmt"
	"io"

	"faithscope/loaders"
)

// Texts are cleaned for terminals and spreadsheets.
type csvRows struct{ *csv.Writer }

func newCSV(w io.Writer, columns []Column) RowWriter {
	r := csvRows{csv.NewWriter(w)}
	_ = r.Write(loaders.Map(columns, func(c Column) any { return c.Name }))
	return r
}

func (r csvRows) Write(rowValues []any) error {
	line := make([]string, len(rowValues))
	for k, v := range rowValues {
		switch v := bareValue(v).(type) {
		case string:
			line[k] = loaders.CleanCell(v)
		case nil:
		default:
			line[k] = fmt.Sprint(v)
		}
	}
	return r.Writer.Write(line)
}

func (r csvRows) Close() error {
	r.Flush()
	return r.Error()
}
