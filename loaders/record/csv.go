package record

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// Cells are one row of a comma-separated table by the names of its columns. Of two
// columns with one name the first counts.
type Cells map[string]string

// CellsOf returns a row of a table with some columns, which may be shorter or longer.
func CellsOf(columns, row []string) Cells {
	c := make(Cells, len(columns))
	for i, name := range columns[:min(len(columns), len(row))] {
		if _, twice := c[name]; !twice {
			c[name] = row[i]
		}
	}
	return c
}

// Delimiter returns what separates the cells of a table that head begins with: a tab where the
// first line has one, or else a semicolon where that has more of them than commas, or
// else a comma.
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

// csvReader reads rows whose cells have comma between them. Quotes must be doubled
// only where it is a comma.
func csvReader(b []byte, comma rune) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma, r.LazyQuotes = comma, comma != ','
	return r
}

// CSVHeader returns the first row of a separated table (see [Delimiter]) that head begins
// with, nil if that is none: one column, an unclosed quote, or a row that ends beyond
// head.
func CSVHeader(head []byte) []string {
	head = bytes.TrimLeft(head, "\r\n")
	if !bytes.Contains(head, []byte("\n")) {
		return nil
	}
	names, err := csvReader(head, Delimiter(head)).Read()
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
	names, delimiter, rows := o.openRows()
	o.openElements(rows, func(rec *Record) *loaders.Example {
		row, err := cellsOf(rec.Bytes, len(names), delimiter)
		if err != nil {
			return rec.Broken(err)
		}
		return decode(rec, CellsOf(names, row))
	})
}

// openRows opens the rows of a table below the one that names its columns, nil where it fails.
func (o *Opening) openRows() (names []string, delimiter rune, rows *index.Elements) {
	names, delimiter = CSVHeader(o.Source.Head), Delimiter(o.Source.Head)
	if names == nil {
		o.Fail(errors.New("no comma-separated table"))
	}
	if o.Failed() {
		return names, delimiter, nil
	}
	rows, err := index.OpenRows(o.ctx, o.Source, byte(delimiter), &o.Run.Problems)
	if !o.Fail(err) {
		rows.Skip(1)
	}
	return names, delimiter, rows
}

// cellsOf returns the n cells of a row, any number of them for n below 0.
func cellsOf(b []byte, n int, comma rune) ([]string, error) {
	r := csvReader(b, comma)
	r.FieldsPerRecord = -1
	row, err := r.Read()
	if err != nil {
		if at, ok := errors.AsType[*csv.ParseError](err); ok {
			err = at.Err // its line is that within the row
		}
		return nil, loaders.Errorf("not a row of a table: %w", err)
	}
	if n >= 0 && len(row) != n {
		return nil, loaders.Errorf("%d cells where the header has %d", len(row), n)
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one row between line ends")
	}
	return row, nil
}

// EachRow calls f for the rows of a file of fsys, a separated table that holds what
// ("box annotations") and has the required columns, whose names have blanks between
// them. What f reports on a row, and its error, goes to problems, and so does what is
// not a row; a row may be shorter than the header.
func EachRow(fsys fs.FS, file, what, required string, problems *loaders.Problems, f func(rec *Record, row Cells) error) error {
	src, err := files.OpenSource(fsys, file)
	if err != nil {
		return err
	}
	columns, comma := CSVHeader(src.Head), Delimiter(src.Head)
	for name := range strings.FieldsSeq(required) {
		if !slices.Contains(columns, name) {
			return errors.Join(loaders.Errorf("%s: not %s: no column %q", file, what, name), src.Close())
		}
	}
	ctx := context.Background() // the table is read to its end
	rows, err := index.OpenRows(ctx, src, byte(comma), problems)
	if err != nil {
		return errors.Join(err, src.Close())
	}
	defer rows.Close() //nolint:errcheck // it was only read
	rows.Skip(1)
	return Each(ctx, rows, problems, func(rec *Record) error {
		row, err := cellsOf(rec.Bytes, -1, comma)
		if err != nil {
			return err
		}
		return f(rec, CellsOf(columns, row))
	})
}
