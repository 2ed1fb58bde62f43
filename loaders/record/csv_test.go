package record

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// opened opens content as a table of columns a and b; an example's ID is
// both cells.
func openedCSV(t *testing.T, content string) *loaders.Run {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.csv")
	check.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	src, err := files.OpenSource(files.DiskFiles{}, path)
	check.NoError(t, err)
	run := opened(t, src, func(o *RunBuilder) {
		o.Rows(func(_ *Record, row RowCells) *loaders.Example {
			return &loaders.Example{ID: row["a"] + "|" + row["b"] + "|" + row["absent"]}
		})
	})
	check.NoError(t, run.Wait(t.Context(), 1<<30))
	return run
}

func TestRows(t *testing.T) {
	for _, c := range []struct {
		why, content string
		want         string // ids, joined by "; "
		problem      string
	}{
		{"plain", "a,b\n1,2\n3,4\n", "1|2|; 3|4|", ""},
		{"no last line end", "a,b\n1,2", "1|2|", ""},
		{"Windows line ends and blank lines", "\ufeffa,b\r\n\r\n1,2\r\n\n3,4\r\n", "1|2|; 3|4|", ""},
		{"line ends and commas in quotes", "a,b\n\"x,\n\ny\",2\n3,\"\"\n", "x,\n\ny|2|; 3||", ""},
		{"doubled quotes", "a,b\n\"say \"\"no\"\"\n\",2\n3,4\n", "say \"no\"\n|2|; 3|4|", ""},
		{"a column twice", "a,a,b\n1,9,2\n", "1|2|", ""}, // a format may read both
		{"bars between cells", "a|b\n1,5|2\n", "1,5|2|", ""},
		{"a row too short keeps its place", "a,b\n1\n3,4\n", "record 1; 3|4|", "table.csv:2: wrong number of cells: 1, expected 2"},
		{"a row too long", "a,b\n1,2,3\n", "record 1", "wrong number of cells: 3, expected 2"},
		{"a quote in a plain cell swallows no other row", "a,b\n5\" pipe,2\n3,4\n", "record 1; 3|4|",
			`not a table row: bare " in non-quoted-field at column 2, line 1 of the row, with ',' as the delimiter`},
		{"text behind a quote", "a,b\n\"x\"y,2\n3,4\n", "record 1; 3|4|", "not a table row"},
		{"a quote that never closes", "a,b\n1,2\n\"3,4\n5,6\n", "1|2|; record 2",
			"table.csv:3: a quote that isn't closed holds the next rows (1): not a table row"},
		{"the line is that of the row's start", "a,b\n\"1\n\n\n\",2\n3\n", "1\n\n\n|2|; record 2",
			"table.csv:6: wrong number of cells: 1, expected"},
	} {
		run := openedCSV(t, c.content)
		check.Equal(t, c.why, strings.Join(loadertest.IDs(run), "; "), c.want)
		problems, n := run.Problems.All()
		if c.problem == "" && n > 0 || c.problem != "" && (n != 1 || !strings.Contains(problems[0].String(), c.problem)) {
			t.Errorf("%s: problems %v, want %q", c.why, problems, c.problem)
		}
	}
}

func TestCSVHeader(t *testing.T) {
	for _, c := range []struct {
		why, head string
		want      []string
	}{
		{"a table", "a,b\n", []string{"a", "b"}},
		{"quoted names", "\"a,\nx\",b\n1,2", []string{"a,\nx", "b"}},
		{"one column is any text", "some text\nmore\n", nil},
		{"a header without end", "a,b", nil},
		{"an unclosed quote", "\"a,b\n", nil},
		{"nothing", "\n\n", nil},
		{"Mechanical Turk's", "HITId,Answer,Approve,Reject\n1,a\n", []string{"HITId", "Answer"}},
		{"with all cells", "HITId,Answer,Approve,Reject\n1,a,x,\n", []string{"HITId", "Answer", "Approve", "Reject"}},
	} {
		check.EqualLists(t, c.why, CSVHeader([]byte(c.head)), c.want)
	}
}

// TestEachRow: rows that are wrong are reported, and the others are read.
func TestEachRow(t *testing.T) {
	var problems loaders.Problems
	var read []string
	const text = "a,b\nx,1\ngood,2\nshort\nba\"d,3\n\"over two\nlines\",4\n"
	err := SeparatedTableSpec{"a table", "a b"}.EachRow(fstest.MapFS{"t.csv": {Data: []byte(text)}}, "t.csv", &problems,
		func(_ *Record, row RowCells) error {
			if row["a"] == "x" {
				return errors.New("wrong")
			}
			read = append(read, row["a"]+row["b"])
			return nil
		})
	if err != nil || !slices.Equal(read, []string{"good2", "short", "over two\nlines4"}) {
		t.Errorf("%q, %v", read, err)
	}
	list, n := problems.All()
	if n != 2 || list[0].String() != "t.csv:2: wrong; left out" || list[1].Line != 5 {
		t.Errorf("%d problems, of which the first are %v", n, list)
	}
	lacking := SeparatedTableSpec{"a table", "a c"}
	if err := lacking.EachRow(fstest.MapFS{"t.csv": {Data: []byte("a,b\n1,2\n")}}, "t.csv", &problems, nil); err == nil ||
		err.Error() != `t.csv: doesn't contain a table, because there is no column "c"` {
		t.Error(err)
	}
}
