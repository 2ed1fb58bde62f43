package writing

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// A table of scores has a line per example and the same columns for every
// run: what an example lacks is empty, or null.

// column is a column of the table.
type column struct {
	name string
	text func(l *session.Line) string          // nil for other kinds
	flag func(l *session.Line) loaders.Verdict // empty where unknown
	real func(l *session.Line) scoring.Value   // empty where undefined
}

// columns are those of the table, a number per module type last.
func columns(protocols []scoring.Protocol) []column {
	list := []column{
		{name: "id", text: func(l *session.Line) string { return l.ID }},
		{name: "predicted", text: func(l *session.Line) string { return l.Predicted }},
		{name: "gold", text: func(l *session.Line) string { return l.Gold }},
		{name: "correct", flag: func(l *session.Line) loaders.Verdict { return l.Correct }},
		{name: "protocol", text: func(l *session.Line) string { return l.Protocol }},
		{name: "metric", text: func(l *session.Line) string { return l.Metric }},
		{name: "overall", real: func(l *session.Line) scoring.Value { return l.Overall }},
		{name: "faithful", flag: func(l *session.Line) loaders.Verdict { return l.Faithful }},
		{name: "undefined", text: func(l *session.Line) string { return l.Overall.Why() }},
		{name: "broken", text: func(l *session.Line) string { return l.Broken }},
	}
	for k, t := range session.ModuleTypes(protocols) {
		list = append(list, column{name: t, real: func(l *session.Line) scoring.Value { return l.Types[k] }})
	}
	return list
}

// table scores examples for a file.
type table struct {
	protocols []scoring.Protocol
	settings  scoring.Settings
	columns   []column
}

func newTable(protocols []scoring.Protocol, s scoring.Settings) table {
	return table{protocols, s, columns(protocols)}
}

func (t *table) line(ex *loaders.Example) session.Line {
	return session.LineOf(ex, t.protocols, t.settings)
}

// csvTable writes the table, and more columns behind it, as CSV, with a head. Text is
// cleaned: the file may be shown by a terminal.
type csvTable struct {
	table
	w *csv.Writer
}

// NewCSVTable returns a sink of the table as CSV, with more columns behind it.
func NewCSVTable(w io.Writer, protocols []scoring.Protocol, s scoring.Settings, more ...column) Sink {
	t := &csvTable{newTable(protocols, s), csv.NewWriter(w)}
	t.columns = append(t.columns, more...)
	var head []string
	for _, c := range t.columns {
		head = append(head, c.name)
	}
	t.w.Write(head)
	return t
}

func (t *csvTable) prepare(ex *loaders.Example) (func() error, error) {
	l := t.line(ex)
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		switch {
		case c.text != nil:
			cells[i] = loaders.CleanCell(c.text(&l))
		case c.flag != nil:
			if v := c.flag(&l); v != loaders.Unknown {
				cells[i] = strconv.FormatBool(v == loaders.Right)
			}
		default:
			if x, ok := c.real(&l).Float(); ok {
				cells[i] = strconv.FormatFloat(x, 'g', -1, 64)
			}
		}
	}
	return func() error { return t.w.Write(cells) }, nil
}

func (t *csvTable) Close() error {
	t.w.Flush()
	return t.w.Error()
}

// parquetTable writes the table as Parquet: text, booleans and doubles.
// Columns stand in alphabetical order.
type parquetTable struct {
	table
	w    *parquet.GenericWriter[any]
	at   []int // of the columns in the schema
	rows int
}

// NewParquetTable returns a sink of the table as Parquet.
func NewParquetTable(w io.Writer, protocols []scoring.Protocol, s scoring.Settings) Sink {
	t := &parquetTable{table: newTable(protocols, s)}
	group := parquet.Group{}
	for _, c := range t.columns {
		switch {
		case c.text != nil:
			group[c.name] = parquet.String()
		case c.flag != nil:
			group[c.name] = parquet.Optional(parquet.Leaf(parquet.BooleanType))
		default:
			group[c.name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
		}
	}
	schema := parquet.NewSchema("scores", group)
	for _, c := range t.columns {
		leaf, _ := schema.Lookup(c.name)
		t.at = append(t.at, leaf.ColumnIndex)
	}
	t.w = parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Zstd))
	return t
}

// rowGroup is how many examples are written at once: memory holds no more.
const rowGroup = 50_000

func (t *parquetTable) prepare(ex *loaders.Example) (func() error, error) {
	l := t.line(ex)
	row := make(parquet.Row, len(t.columns))
	for i, c := range t.columns {
		v, level := parquet.NullValue(), 0
		switch {
		case c.text != nil:
			v = parquet.ByteArrayValue([]byte(strings.ToValidUTF8(c.text(&l), "\uFFFD")))
		case c.flag != nil:
			if verdict := c.flag(&l); verdict != loaders.Unknown {
				v, level = parquet.BooleanValue(verdict == loaders.Right), 1
			}
		default:
			if x, ok := c.real(&l).Float(); ok {
				v, level = parquet.DoubleValue(x), 1
			}
		}
		row[t.at[i]] = v.Level(0, level, t.at[i])
	}
	return func() error { return t.write(row) }, nil
}

func (t *parquetTable) write(row parquet.Row) error {
	if _, err := t.w.WriteRows([]parquet.Row{row}); err != nil {
		return err
	}
	if t.rows++; t.rows%rowGroup == 0 {
		return t.w.Flush()
	}
	return nil
}

func (t *parquetTable) Close() error { return t.w.Close() }
