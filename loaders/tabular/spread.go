package tabular

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/parquet"
)

// Bounds of the rows that a decision looks at.
const (
	mostWhole    = 10 << 20 // of a file whose rows are all looked at
	mostSpread   = 1000     // rows
	spreadBytes  = 2 << 20  // read for the ones, and for the others
	mostUnpacked = 8 << 20  // of a packed file, over which rows are spread
	leastPiece   = 2 << 10  // read to find a row
)

// spreadRows reads all rows of a file of at most 10 MB. Of a larger one it adds others at even
// distances, the same each time; if cells have several lines, only reading from the start tells rows
// apart, so these come from the first megabytes.
func (t *tableSample) spreadRows(src *loaders.Source) {
	head := int64(len(src.Head))
	t.partial = head == loaders.HeadSize || len(t.rows) >= mostSampled
	if t.columnar || t.split || !t.partial || len(t.rows) == 0 {
		return
	}
	in, size, err := files.Window(src, mostUnpacked)
	if err != nil {
		return // the reading proper reports it
	}
	if size <= mostWhole && t.readWhole(in, size) {
		t.partial = false
		return
	}
	if t.comma != 0 && t.manyLines() {
		t.readLong(in, head, min(size, mostUnpacked))
		return
	}
	t.readRows(in, head, spreadBytes, mostSampled-len(t.rows))
	piece := min(max(4*loaders.HeadSize/len(t.rows), leastPiece), loaders.HeadSize)
	n, from := min(mostSpread, spreadBytes/piece), min(size, head+spreadBytes) // no row twice
	for i := range n {
		t.readRows(in, from+(size-from)*int64(i)/int64(n), piece, 1)
	}
}

// spreadOver returns the indices of sampled rows of a table of n: the first 1000, and eight blocks
// up to its end, so that only a few blocks of the file are read.
func spreadOver(n int) (list []int) {
	const blocks = 8
	list = loaders.Indices(min(n, mostSampled))
	for k := range blocks {
		first := max(parquet.BlockRows, (n-mostSampled)/blocks)*k + mostSampled
		for i := first; i < min(first+parquet.BlockRows, n); i++ {
			list = append(list, i)
		}
	}
	return list
}

func (t *tableSample) readRows(fileReader io.ReaderAt, startOffset int64, byteCount, maxRows int) {
	b := make([]byte, byteCount)
	n, _ := fileReader.ReadAt(b, startOffset) // a short read counts
	b = b[:n]
	if maxRows += len(t.rows); t.comma == 0 && t.at != "" {
		for len(t.rows) < maxRows && t.addElement(&b) {
			continue
		}
		return
	}
	_, b, _ = bytes.Cut(b, []byte("\n"))
	b = b[:bytes.LastIndexByte(b, '\n')+1]
	for line := range bytes.Lines(b) {
		if len(t.rows) >= maxRows {
			return
		}
		if t.comma == 0 {
			t.addRow("", index.Uncomma(bytes.TrimSpace(line)))
			continue
		}
		if cells, err := t.cellsIn(bytes.NewReader(line)).Read(); err == nil {
			t.addCells(cells)
		}
	}
}

func (t *tableSample) readLong(fileReader io.ReaderAt, headSize, fileSize int64) {
	r := t.cellsIn(io.NewSectionReader(fileReader, 0, fileSize))
	for next := headSize; ; {
		at := r.InputOffset()
		cells, err := r.Read()
		if err != nil && !errors.Is(err, csv.ErrFieldCount) || r.InputOffset() >= fileSize {
			return
		}
		if at >= next {
			t.addCells(cells)
			next = at + (fileSize-headSize)/mostSpread
		}
	}
}

// addElement adds the first object in b that has most of the columns of a row, because objects
// within rows have others, and cuts b behind it.
func (t *tableSample) addElement(b *[]byte) bool {
	const tries = 50
	for range tries {
		at := bytes.IndexByte(*b, '{')
		if at < 0 {
			return false
		}
		*b = (*b)[at:]
		var fields map[string]json.RawMessage
		in := json.NewDecoder(bytes.NewReader(*b))
		known := func(name string) bool { return slices.Contains(t.columns, name) }
		if in.Decode(&fields) == nil && 2*loaders.CountFunc(loaders.SortedKeys(fields), known) > len(t.columns) {
			t.addRow(loaders.IfElse(t.keyed, "?", ""), (*b)[:in.InputOffset()])
			*b = (*b)[in.InputOffset():]
			return true
		}
		*b = (*b)[1:]
	}
	return false
}

func (t *tableSample) readWhole(fileReader io.ReaderAt, fileSize int64) bool {
	b := make([]byte, fileSize)
	if n, _ := fileReader.ReadAt(b, 0); int64(n) < fileSize {
		return false
	}
	whole := &tableSample{at: t.at, comma: t.comma, columns: t.columns, whole: true}
	whole.readText(b)
	whole.leaveOthers()
	if len(whole.rows) < len(t.rows) {
		return false
	}
	t.rows, t.columns, t.others, t.strays = whole.rows, whole.columns, whole.others, whole.strays
	return true
}
