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
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// RowCells are a row by column name; of equal names the first counts.
type RowCells map[string]string

// CellsOf maps columns to cells. Missing cells have no entry; extra ones are dropped.
func CellsOf(columnNames, cellTexts []string) RowCells {
	c := make(RowCells, len(columnNames))
	c.addRow(columnNames, cellTexts)
	return c
}

func (c RowCells) addRow(columnNames, cellTexts []string) {
	for i, name := range columnNames[:min(len(columnNames), len(cellTexts))] {
		if _, twice := c[name]; !twice {
			c[name] = cellTexts[i]
		}
	}
}

// TableText returns head from its header on, and how many rows come before: Excel's "sep=;", comments
// ("# " and no tab, Weka's "=== "), and rows with nothing behind their first cell.
func TableText(head []byte) (text []byte, rowsBefore int) {
	text = bytes.TrimLeft(head, "\r\n")
	for {
		line, rest, found := bytes.Cut(text, []byte("\n"))
		isComment := bytes.HasPrefix(line, []byte("=== ")) || bytes.HasPrefix(line, []byte("# ")) && !bytes.Contains(line, []byte("\t"))
		if !found || !isComment && !bytes.HasPrefix(line, []byte("sep=")) && !isTitle(line) {
			return text, rowsBefore
		}
		text, rowsBefore = bytes.TrimLeft(rest, "\r\n"), rowsBefore+1
	}
}

// isTitle reports whether a line has one cell or none, and two empty ones behind it.
func isTitle(line []byte) bool {
	line = bytes.TrimRight(line, "\r")
	return slices.ContainsFunc([]string{",", ";", "\t"}, func(delimiter string) bool {
		cell := bytes.TrimRight(line, delimiter)
		isQuoted := bytes.HasPrefix(cell, []byte(`"`)) && bytes.IndexByte(cell[1:], '"') == len(cell)-2
		return len(line)-len(cell) > 1 && (isQuoted || !bytes.Contains(cell, []byte(delimiter)))
	})
}

// Delimiter returns a tab if the first line has one, otherwise a semicolon or bar if more frequent
// than commas, a blank between quoted names (R's write.table), otherwise a comma.
func Delimiter(head []byte) rune {
	text, _ := TableText(head)
	first := files.FirstLine(text)
	count := func(c rune) int { return bytes.Count(first, []byte(string(c))) }
	for _, c := range "\t;|" {
		if count(c) > loaders.IfElse(c == '\t', 0, count(',')) {
			return c
		}
	}
	if count(',') == 0 && bytes.HasPrefix(first, []byte(`"`)) && bytes.Contains(first, []byte(`" "`)) {
		return ' '
	}
	return ','
}

type rowReader struct {
	*csv.Reader
	row bytes.Reader
}

// Allocating a reader costs more than most rows.
var rowReaders = sync.Pool{New: func() any {
	r := &rowReader{}
	r.Reader = csv.NewReader(&r.row)
	r.FieldsPerRecord = -1
	return r
}}

func readerOf(b []byte, delimiter rune) *rowReader {
	r := rowReaders.Get().(*rowReader)
	r.row.Reset(b)
	r.Comma, r.LazyQuotes = delimiter, delimiter != ','
	return r
}

// CSVHeader returns the header, with an empty name for R's row names; nil if it has fewer than two columns, a wrong
// quote, or no line end within head.
func CSVHeader(head []byte) []string {
	names, _ := HeaderOf(head)
	return names
}

// HeaderOf is [CSVHeader] with an error that names a wrong quote.
func HeaderOf(head []byte) ([]string, error) {
	text, _ := TableText(head)
	if !bytes.Contains(text, []byte("\n")) {
		return nil, nil
	}
	comma := Delimiter(text)
	rows := readerOf(text, comma)
	names, err := rows.Read()
	if err != nil || len(names) < 2 {
		return nil, wrongQuote(err, comma)
	}
	first, _ := rows.Read()
	if second, _ := rows.Read(); len(first) == len(names)+1 && len(second) == len(first) && first[len(names)] != "" && first[0] != second[0] {
		names = slices.Insert(names, 0, "")
	}
	if n := len(names) - len(reviewColumns); n == len(first) && slices.Equal(names[n:], reviewColumns) {
		names = names[:n]
	}
	return names, nil
}

// reviewColumns end the header of Mechanical Turk's results, but not their rows.
var reviewColumns = []string{"Approve", "Reject"}

func wrongQuote(err error, delimiter rune) error {
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		line := at.Line - at.StartLine + 1
		return loaders.Errorf("%w at column %d, line %d of the row, with %q as the delimiter", at.Err, at.Column, line, delimiter)
	}
	return err
}

const invalidBytes = "some bytes are not UTF-8; each is shown as \ufffd"

// Columned detects tables with all of columnNames, separated by blanks.
func Columned(columnNames string) loaders.FormatDetector {
	return func(head []byte) bool {
		return loaders.Without(strings.Fields(columnNames), CSVHeader(head)) == nil
	}
}

// RowOf fails unless the row has a cell per column.
func RowOf(b []byte, columns []string, delimiter rune) (RowCells, error) {
	row, err := cellsOf(b, len(columns), delimiter)
	return CellsOf(columns, row), err
}

// Rows opens one example per row of a table separated by its [Delimiter] (RFC 4180: quotes are
// doubled, quoted cells may hold line ends), whose first row names the columns; of equal names the
// first counts. A row with more or fewer cells is Broken. It fails for what isn't a table, and is
// otherwise like [Opening.Lines].
func (o *RunBuilder) Rows(decodeRow func(rec *Record, row RowCells) *loaders.Example) {
	names, delimiter, rows := o.openRows()
	o.openElements(rows, func(rec *Record) *loaders.Example {
		row, err := RowOf(rec.Bytes, names, delimiter)
		if err != nil {
			if n := countSwallowed(rec.Bytes, len(names), delimiter); n > 0 {
				err = loaders.Errorf("a quote that isn't closed holds the next rows (%d): %w", n, err)
			}
			return rec.Broken(err)
		}
		if !utf8.Valid(rec.Bytes) {
			rec.Problem(invalidBytes)
		}
		return decodeRow(rec, row)
	})
}

// countSwallowed counts the rows within a broken one, behind its first line.
func countSwallowed(rowBytes []byte, cellCount int, delimiter rune) (n int) {
	for i, line := range bytes.Split(rowBytes, []byte("\n")) {
		if _, err := cellsOf(line, cellCount, delimiter); i > 0 && err == nil {
			n++
		}
	}
	return n
}

func (o *RunBuilder) openRows() (names []string, delimiter rune, rows *index.FileElements) {
	names, delimiter = CSVHeader(o.Source.Head), Delimiter(o.Source.Head)
	if names == nil {
		o.Fail(errors.New("not a comma-separated table"))
	}
	if o.Failed() {
		return names, delimiter, nil
	}
	rows, err := rowsBelowHeader(o.ctx, o.Source, delimiter, &o.Run.Problems)
	o.Fail(err)
	return names, delimiter, rows
}

func rowsBelowHeader(ctx context.Context, src *loaders.Source, delimiter rune, problems *loaders.Problems) (*index.FileElements, error) {
	rows, err := index.OpenRows(ctx, src, byte(delimiter), problems)
	if err == nil {
		_, before := TableText(src.Head)
		rows.Skip(before + 1)
	}
	return rows, err
}

// cellsOf wants a single row, because rows were cut apart before. n < 0 accepts any number of cells.
func cellsOf(b []byte, n int, delimiter rune) ([]string, error) {
	if delimiter == '\t' && bytes.ContainsRune(b, '"') {
		cells := strings.Split(strings.TrimRight(string(b), "\r"), "\t")
		if (n < 0 || len(cells) == n) && slices.ContainsFunc(cells, index.HasLoneQuote) {
			return cells, nil
		}
	}
	r := readerOf(b, delimiter)
	row, err := r.Read()
	if err != nil {
		return nil, loaders.Errorf("not a table row: %w", wrongQuote(err, delimiter))
	}
	if n >= 0 && len(row) != n {
		return nil, loaders.Errorf("wrong number of cells: %d, expected %d, with %q as the delimiter", len(row), n, delimiter)
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the line contains more than one row")
	}
	rowReaders.Put(r)
	return row, nil
}

// SeparatedTableSpec is a kind of separated table.
type SeparatedTableSpec struct {
	Holds   string // such as "box annotations", for errors
	Columns string // required, separated by blanks
}

// EachRow calls f for each row below the header; rows may be shorter, and f must not keep them. It
// fails if a column is missing. Malformed rows and f's errors and reports are only problems.
func (s SeparatedTableSpec) EachRow(fsys fs.FS, filePath string, problems *loaders.Problems, f func(rec *Record,
	row RowCells) error) error {
	src, err := files.OpenSource(fsys, filePath)
	if err != nil {
		return err
	}
	columns, comma := CSVHeader(src.Head), Delimiter(src.Head)
	for name := range strings.FieldsSeq(s.Columns) {
		if !slices.Contains(columns, name) {
			return errors.Join(loaders.Errorf("%s: doesn't contain %s, because there is no column %q", filePath, s.Holds, name), src.Close())
		}
	}
	ctx := context.Background() // the table is read to its end
	rows, err := rowsBelowHeader(ctx, src, comma, problems)
	if err != nil {
		return errors.Join(err, src.Close())
	}
	defer rows.Close() //nolint:errcheck // it was only read
	cells := RowCells{}
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
