package table

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders"
)

// Rows writes a table row by row.
type Rows interface {
	// Write writes a row: a value for each column, of the types that cells have.
	Write(row []any) error
	// Close ends the table but does not close the file.
	Close() error
}

// rows merges all tables that a document has for scripts into one, in which the run comes
// first in each row.
func (d *Document) rows() (columns []Column, rows [][]any) {
	for i := range d.Parts {
		p := &d.Parts[i]
		before := p.Before
		if before == nil && p.Path != "" {
			before = Facts{{"run", p.Name}, {"path", p.Path}}
		}
		for _, t := range p.Tables {
			if t.Name == "" {
				continue
			}
			own, list := t.ordered(before)
			to := make([]int, len(own))
			for k, c := range own {
				to[k] = slices.IndexFunc(columns, func(other Column) bool { return other.Name == c.Name })
				if to[k] < 0 {
					to[k], columns = len(columns), append(columns, c)
				}
			}
			for _, values := range list {
				row := make([]any, len(columns))
				for k, v := range values {
					row[to[k]] = v
				}
				rows = append(rows, row)
			}
		}
	}
	for i := range rows {
		rows[i] = append(rows[i], make([]any, len(columns)-len(rows[i]))...)
	}
	return columns, rows
}

// ordered is the table for files of rows, after the columns that before makes.
func (t *Table) ordered(before Facts) (columns []Column, rows [][]any) {
	own, list := t.flat()
	order := t.Order
	if order == nil {
		order = loaders.Map(own, func(c Column) string { return c.Name })
	}
	rows = make([][]any, len(list))
	for _, f := range before {
		columns = append(columns, Column{Name: f.Name, Kind: KindOf(f.Value)})
		for i := range rows {
			rows[i] = append(rows[i], f.Value)
		}
	}
	for _, name := range order {
		k := len(own) - 1
		for own[k].Name != name { // of two with the same name, in two JSON objects, the last
			k--
		}
		columns = append(columns, own[k])
		for i := range rows {
			rows[i] = append(rows[i], list[i][k])
		}
	}
	return columns, rows
}

// csvRows writes lines after a header. Text is cleaned, because the file may be shown on a
// terminal or opened in a spreadsheet.
type csvRows struct{ *csv.Writer }

func newCSV(w io.Writer, columns []Column) Rows {
	r := csvRows{csv.NewWriter(w)}
	_ = r.Write(loaders.Map(columns, func(c Column) any { return c.Name })) // the error is kept for Close
	return r
}

func (r csvRows) Write(row []any) error {
	line := make([]string, len(row))
	for k, v := range row {
		switch v := bare(v).(type) {
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

// jsonRows writes an object per line.
type jsonRows struct {
	w       *bufio.Writer
	columns []Column
}

func newJSONLines(w io.Writer, columns []Column) Rows { return &jsonRows{bufio.NewWriter(w), columns} }

func (r *jsonRows) Write(row []any) error {
	line, err := encode(object(r.columns, loaders.Map(row, bare)))
	if err != nil {
		return err
	}
	_, err = r.w.Write(append(loaders.EscapeJSON(line), '\n'))
	return err
}

func (r *jsonRows) Close() error { return r.w.Flush() }

// parquetRows writes texts, booleans, whole numbers and doubles, with columns in
// alphabetical order.
type parquetRows struct {
	w    *parquet.GenericWriter[any]
	at   []int // each column's index in the schema
	rows int
}

func newParquet(w io.Writer, columns []Column) Rows {
	group := parquet.Group{}
	for _, c := range columns {
		leaf := parquet.Leaf(parquet.DoubleType)
		switch c.Kind {
		case Text:
			leaf = parquet.String()
		case Count:
			leaf = parquet.Int(64)
		case Truth:
			leaf = parquet.Leaf(parquet.BooleanType)
		}
		group[c.Name] = parquet.Optional(leaf)
	}
	schema := parquet.NewSchema("rows", group)
	r := &parquetRows{w: parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Zstd))}
	for _, c := range columns {
		leaf, _ := schema.Lookup(c.Name)
		r.at = append(r.at, leaf.ColumnIndex)
	}
	return r
}

// rowGroup is how many rows are written at once; memory never holds more.
const rowGroup = 50_000

func (r *parquetRows) Write(row []any) error {
	out := make(parquet.Row, len(row))
	for k, v := range row {
		value, level := parquet.NullValue(), 1
		switch v := bare(v).(type) {
		case string:
			value = parquet.ByteArrayValue([]byte(strings.ToValidUTF8(v, "\uFFFD")))
		case int:
			value = parquet.Int64Value(int64(v))
		case bool:
			value = parquet.BooleanValue(v)
		case float64:
			value = parquet.DoubleValue(v)
		case uint64:
			value = parquet.Int64Value(int64(v)) //nolint:gosec // the bits are kept
		default:
			level = 0
		}
		out[r.at[k]] = value.Level(0, level, r.at[k])
	}
	if _, err := r.w.WriteRows([]parquet.Row{out}); err != nil {
		return err
	}
	if r.rows++; r.rows%rowGroup == 0 {
		return r.w.Flush()
	}
	return nil
}

func (r *parquetRows) Close() error { return r.w.Close() }
