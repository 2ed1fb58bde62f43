package index

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// Rows are found at the places where package csv, which reads all of it,
// finds them, however the file is read in pieces.
func FuzzCSVRows(f *testing.F) {
	f.Add([]byte("a,b\n\"x\n\"\"y\",2\r\n\r\n3,4"))
	f.Add([]byte("\"\"\n\"a\"\n,\n\"\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if bytes.HasPrefix(content, []byte("\ufeff")) {
			return
		}
		if bytes.ContainsRune(content, '"') && bytes.Contains(bytes.ReplaceAll(content, []byte("\r\n"), nil), []byte("\r")) {
			return // carriage returns in and between rows: see below
		}
		var want []string
		r := csv.NewReader(bytes.NewReader(content))
		r.FieldsPerRecord = -1
		for {
			row, err := r.Read()
			if err == io.EOF {
				break
			}
			if err != nil {
				return // what is not a table has no right places
			}
			if len(row) == 1 && strings.Trim(row[0], "\r") == "" && !bytes.ContainsRune(content, '"') {
				continue // a blank line with more than its line end
			}
			want = append(want, fmt.Sprintf("%q", row))
		}
		for _, in := range []io.Reader{bytes.NewReader(content), iotest.OneByteReader(bytes.NewReader(content))} {
			l := &FileElements{}
			s := recordSearch{lines: l, most: usual, split: &rowSplitter{between: ','}, number: 1}
			check.NoError(t, s.searchThrough(context.Background(), in, 0))
			l.addFound(s.found, loaders.AllThere, notCut)
			var got []string
			for _, at := range l.at {
				row, err := csv.NewReader(bytes.NewReader(content[at.start : at.start+int64(at.length)])).Read()
				if err != nil {
					t.Fatalf("row %d: %v", len(got), err)
				}
				got = append(got, fmt.Sprintf("%q", row))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("rows %v, want %v", got, want)
			}
		}
	})
}
