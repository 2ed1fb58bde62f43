package table

import (
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
)

type parquetRows struct {
	w    *parquet.GenericWriter[any]
	at   []int
	rows int
}

func newParquet(w io.Writer, columns []Column) RowWriter {
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

// rows held in memory and written at once
const rowGroup = 50_000

func (r *parquetRows) Write(rowValues []any) error {
	out := make(parquet.Row, len(rowValues))
	for k, v := range rowValues {
		value, level := parquet.NullValue(), 1
		switch v := bareValue(v).(type) {
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
