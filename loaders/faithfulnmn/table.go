package faithfulnmn

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"faithscope/loaders"
)

// Limits for hostile annotations.
const (
	maxAnnotations = 256 << 20 // bytes of an annotations file
	maxRowProblems = 1000
)

// table reads rows with named columns.
type table struct {
	csv      *csv.Reader
	column   map[string]int
	row      []string
	line     int // of the row
	problems []loaders.Problem
}

func newTable(r io.Reader, required ...string) (*table, error) {
	src := bufio.NewReader(io.LimitReader(r, maxAnnotations))
	head, _ := src.Peek(src.Size())
	t := &table{csv: csv.NewReader(src), column: map[string]int{}}
	t.csv.FieldsPerRecord = -1
	if first, _, _ := strings.Cut(string(head), "\n"); strings.Contains(first, "\t") {
		t.csv.Comma = '\t'
	}
	header, err := t.csv.Read()
	if err != nil {
		return nil, loaders.Errorf("not a table: %w", err)
	}
	for i, name := range header {
		t.column[strings.TrimPrefix(name, "\ufeff")] = i
	}
	for _, name := range required {
		if _, ok := t.column[name]; !ok {
			return nil, loaders.Errorf("no column %q", name)
		}
	}
	return t, nil
}

// next reads rows up to one that is well formed; the others are problems.
func (t *table) next() bool {
	for {
		row, err := t.csv.Read()
		if errors.Is(err, io.EOF) {
			return false
		}
		var bad *csv.ParseError
		switch {
		case errors.As(err, &bad):
			t.line = bad.StartLine
			t.problem(loaders.Say("not a row of the table: %v", bad.Err), loaders.Say("ignored"))
			continue
		case err != nil:
			t.problem(loaders.Because(err), loaders.Say("what was read before it is used"))
			return false
		}
		t.row = row
		t.line, _ = t.csv.FieldPos(0)
		return true
	}
}

// cell is "" for a column that the table or the row lacks.
func (t *table) cell(name string) string {
	i, ok := t.column[name]
	if !ok || i >= len(t.row) {
		return ""
	}
	return t.row[i]
}

func (t *table) problem(what, done loaders.Said) {
	switch len(t.problems) {
	case maxRowProblems:
		what, done = loaders.Say("more rows are wrong"), loaders.Say("not listed")
	case maxRowProblems + 1:
		return
	}
	t.problems = append(t.problems, loaders.Problem{Line: t.line, What: what, Done: done})
}
