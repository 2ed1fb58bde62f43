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
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// Cells are one row of a comma-separated table by the names of its columns. Of two
// columns with one name the first counts.
type Cells map[string]string

// CellsOf returns a row of a table by the names of its columns. Columns beyond the row's end have
// no entry; cells beyond the last column are dropped.
func CellsOf(columns, row []string) Cells {
	c := make(Cells, len(columns))
	c.addRow(columns, row)
	return c
}

func (c Cells) addRow(columns, row []string) {
	for i, name := range columns[:min(len(columns), len(row))] {
		if _, twice := c[name]; !twice {
			c[name] = row[i]
		}
	}
}

// Delimiter returns the character between the cells of a table that head begins with: a tab if the
// first line has one, or else a semicolon or bar if that has more of them than commas, or else a
// comma.
func Delimiter(head []byte) rune {
	first, _, _ := bytes.Cut(bytes.TrimLeft(head, "\r\n"), []byte("\n"))
	count := func(c rune) int { return bytes.Count(first, []byte(string(c))) }
	for _, c := range "\t;|" {
		if count(c) > loaders.IfElse(c == '\t', 0, count(',')) {
			return c
		}
	}
	return ','
}

// rowReader reads the cells of one row after another.
type rowReader struct {
	*csv.Reader
	row bytes.Reader
}

// rowReaders holds readers for [readerOf]: what one allocates takes more than most rows.
var rowReaders = sync.Pool{New: func() any {
	r := &rowReader{}
	r.Reader = csv.NewReader(&r.row)
	r.FieldsPerRecord = -1
	return r
}}

func readerOf(b []byte, comma rune) *rowReader {
	r := rowReaders.Get().(*rowReader)
	r.row.Reset(b)
	r.Comma, r.LazyQuotes = comma, comma != ','
	return r
}

// CSVHeader returns the first row of the separated table (see [Delimiter]) that head begins with.
// It is nil if that is not a table: fewer than two columns, a wrong quote, or no line end within
// head.
func CSVHeader(head []byte) []string {
	names, _ := HeaderOf(head)
	return names
}

// HeaderOf returns what [CSVHeader] does, with an error that names a wrong quote.
func HeaderOf(head []byte) ([]string, error) {
	head = bytes.TrimLeft(head, "\r\n")
	if !bytes.Contains(head, []byte("\n")) {
		return nil, nil
	}
	comma := Delimiter(head)
	names, err := readerOf(head, comma).Read()
	if err != nil || len(names) < 2 {
		return nil, wrongQuote(err, comma)
	}
	return names, nil
}

func wrongQuote(err error, comma rune) error {
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		return loaders.Errorf("%w, at column %d of line %d of the row, with %q between cells", at.Err, at.Column, at.Line, comma)
	}
	return err
}

// Columned returns a detector that reports whether a file begins with a table that has all of these
// columns, whose names are separated by blanks, and perhaps others.
func Columned(names string) loaders.Detector {
	return func(head []byte) bool {
		columns := CSVHeader(head)
		return !slices.ContainsFunc(strings.Fields(names), func(name string) bool { return !slices.Contains(columns, name) })
	}
}

// RowOf returns a row of a table by the names of its columns, separated by comma. It fails for what
// is not a row with as many cells.
func RowOf(b []byte, columns []string, comma rune) (Cells, error) {
	row, err := cellsOf(b, len(columns), comma)
	return CellsOf(columns, row), err
}

// Rows opens one example per row of a table separated as [Delimiter] says (RFC 4180: quotes are
// doubled, and cells in quotes may hold line ends), whose first row names the columns. Otherwise it
// is like [Opening.Lines]. A row with more or fewer cells than the header is Broken. Of two columns
// with one name the first is read. It fails for what is not a table.
func (o *Opening) Rows(decode func(rec *Record, row Cells) *loaders.Example) {
	names, delimiter, rows := o.openRows()
	o.openElements(rows, func(rec *Record) *loaders.Example {
		row, err := RowOf(rec.Bytes, names, delimiter)
		if err != nil {
			return rec.Broken(err)
		}
		return decode(rec, row)
	})
}

// openRows opens the rows of a table, of which it skips the first, and returns the names in that
// row, the delimiter and the rows. rows is nil if the opening has failed, or fails here since the
// file is not a table or cannot be read.
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

// cellsOf returns the cells of one row, separated by comma. It is an error if they are not n,
// unless n is below 0, if the quotes are wrong, or if b holds more than one row.
func cellsOf(b []byte, n int, comma rune) ([]string, error) {
	r := readerOf(b, comma)
	row, err := r.Read()
	if err != nil {
		return nil, loaders.Errorf("not a row of a table: %w", wrongQuote(err, comma))
	}
	if n >= 0 && len(row) != n {
		return nil, loaders.Errorf("%d cells where the header has %d, with %q between them", len(row), n, comma)
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one row between line ends")
	}
	rowReaders.Put(r)
	return row, nil
}

// TableKind is a kind of separated table.
type TableKind struct {
	Holds   string // such as "box annotations", for errors
	Columns string // that it must have, with blanks between their names
}

// EachRow calls f for each row of a table of this kind, a file of fsys, below the one that names
// the columns; rows may be shorter, and f must not keep them. It is an error if the file lacks one of
// the columns. A row that is none, and an error of f, are reported to problems with what f reports,
// and do not end it.
func (s TableKind) EachRow(fsys fs.FS, file string, problems *loaders.Problems, f func(rec *Record, row Cells) error) error {
	src, err := files.OpenSource(fsys, file)
	if err != nil {
		return err
	}
	columns, comma := CSVHeader(src.Head), Delimiter(src.Head)
	for name := range strings.FieldsSeq(s.Columns) {
		if !slices.Contains(columns, name) {
			return errors.Join(loaders.Errorf("%s: not %s: no column %q", file, s.Holds, name), src.Close())
		}
	}
	ctx := context.Background() // the table is read to its end
	rows, err := index.OpenRows(ctx, src, byte(comma), problems)
	if err != nil {
		return errors.Join(err, src.Close())
	}
	defer rows.Close() //nolint:errcheck // it was only read
	rows.Skip(1)
	cells := Cells{}
	return Each(ctx, rows, problems, func(rec *Record) error {
		row, err := cellsOf(rec.Bytes, -1, comma)
		if err != nil {
			return err
		}
		clear(cells)
		cells.addRow(columns, row)
		return f(rec, cells)
	})
}
