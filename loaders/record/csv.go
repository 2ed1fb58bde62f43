package record

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// Cells are one row of a comma-separated table.
type Cells struct {
	columns map[string]int
	row     []string
}

// Of returns the cell of a column, "" where the table has no such column.
func (c Cells) Of(column string) string {
	if i, ok := c.columns[column]; ok {
		return c.row[i]
	}
	return ""
}

// Delimiter is what separates the cells of a table that head begins with: a tab
// where the first line has one, else a semicolon where that has more of them
// than commas, else a comma.
func Delimiter(head []byte) rune {
	first, _, _ := bytes.Cut(bytes.TrimLeft(head, "\r\n"), []byte("\n"))
	switch count := func(c string) int { return bytes.Count(first, []byte(c)) }; {
	case count("\t") > 0:
		return '\t'
	case count(";") > count(","):
		return ';'
	}
	return ','
}

// reader reads rows whose cells have comma between them. Quotes must be doubled
// only where it is a comma.
func reader(b []byte, comma rune) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma, r.LazyQuotes = comma, comma != ','
	return r
}

// CSVHeader returns the first row of a separated table (see [Delimiter]) that
// head begins with, nil where that is none: one column, an unclosed quote, or a
// row that ends beyond head.
func CSVHeader(head []byte) []string {
	head = bytes.TrimLeft(head, "\r\n")
	if !bytes.Contains(head, []byte("\n")) {
		return nil
	}
	names, err := reader(head, Delimiter(head)).Read()
	if err != nil || len(names) < 2 {
		return nil
	}
	return names
}

// Columned returns what reports whether a text begins with a table with certain
// columns, and perhaps others. Their names are separated by blanks.
func Columned(names string) loaders.Detector {
	return func(head []byte) bool {
		columns := CSVHeader(head)
		return !slices.ContainsFunc(strings.Fields(names), func(name string) bool { return !slices.Contains(columns, name) })
	}
}

// Rows opens one example a row of a comma-separated table (tab-separated, or by
// semicolons: see [Delimiter]; RFC 4180: quotes are doubled, and cells in quotes
// may hold line ends), whose first row names the columns. Otherwise it is like
// [Opening.Lines]. A row with more or fewer cells than the header is Broken: it
// is not known which cell is missing. Of two columns with one name the first is
// read.
func (o *Opening) Rows(decode func(rec *Record, row Cells) *loaders.Example) {
	names, delimiter := CSVHeader(o.Source.Head), Delimiter(o.Source.Head)
	if names == nil {
		o.Fail(errors.New("no comma-separated table"))
	}
	if o.Failed() {
		return
	}
	columns := make(map[string]int, len(names))
	for i, name := range names {
		if _, twice := columns[name]; !twice {
			columns[name] = i
		}
	}
	lines, err := index.OpenRows(o.ctx, o.Source, byte(delimiter), &o.Run.Problems)
	if o.Fail(err) {
		return
	}
	o.lines(lines, 1, func(rec *Record) *loaders.Example {
		row, err := cellsOf(rec.Bytes, len(names), delimiter)
		if err != nil {
			return rec.Broken(err)
		}
		return decode(rec, Cells{columns, row})
	})
}

func cellsOf(b []byte, n int, comma rune) ([]string, error) {
	r := reader(b, comma)
	r.FieldsPerRecord = -1
	row, err := r.Read()
	if err != nil {
		var at *csv.ParseError
		if errors.As(err, &at) {
			err = at.Err // its line is that within the row
		}
		return nil, loaders.Errorf("not a row of a table: %w", err)
	}
	if len(row) != n {
		return nil, loaders.Errorf("%d cells where the header has %d", len(row), n)
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one row between line ends")
	}
	return row, nil
}
