package tabular

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

const magic = "PAR1"

// Bounds on what is read from a file.
const (
	maxFooter = 16 << 20
	maxBlock  = 16 << 20 // bytes of rows read together
)

// Rows are read in blocks, of which some are kept.
const (
	blockRows  = 64
	keptBlocks = 4
)

// table is a Parquet file as the records of a run.
type table struct {
	loaders.Growth // of rows: the footer says how many there are
	src            *loaders.Source
	stored         io.ReaderAt
	file           *parquet.File
	groups         []parquet.RowGroup
	ends           []int64           // per group, the row after its last
	schema         []*parquet.Column // the leaves
	// columns are the columns of pictures.
	columns pictureColumns

	mu      sync.Mutex
	cursors map[place]*cursor
	checked map[place]error // columns whose pages were looked at
	recent  loaders.Recent[int64, row]
}

// place is a column in a row group.
type place struct{ group, leaf int }

// openTable opens a file that may be hostile.
func openTable(src *loaders.Source) (t *table, err error) {
	defer recoverPanic(&err)
	file, err := files.Stored(src)
	if err != nil {
		return nil, err
	}
	if err := checkFooter(file, src.Size); err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(file, src.Size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, err
	}
	t = &table{src: src, stored: file, file: f, groups: f.RowGroups(), cursors: map[place]*cursor{}, checked: map[place]error{}}
	t.recent = loaders.Recent[int64, row]{Most: keptBlocks * blockRows, Bytes: keptBlocks * maxBlock, Least: 1}
	t.schema = slices.Collect(leavesIn(f.Root()))
	t.columns = picturesOf(f.Root())
	if err := t.checkColumns(); err != nil {
		return nil, err
	}
	rows := int64(0)
	for _, g := range t.groups {
		if g.NumRows() < 0 || g.NumRows() > 1<<40-rows {
			return nil, loaders.Errorf("a row group of %d rows", g.NumRows())
		}
		rows += g.NumRows()
		t.ends = append(t.ends, rows)
	}
	t.Grow(int(rows), loaders.AllThere)
	return t, nil
}

// recoverPanic turns a panic of the library into an error.
func recoverPanic(err *error) {
	if x := recover(); x != nil {
		*err = loaders.Errorf("damaged Parquet: %v", x)
	}
}

// checkFooter checks the size that the file gives for its footer: the library takes
// that much memory.
func checkFooter(file io.ReaderAt, size int64) error {
	end := make([]byte, 8)
	if size < int64(len(magic)+len(end)) {
		return errors.New("too short for Parquet")
	}
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(end[4:], []byte(magic)) {
		return errors.New("the end of the Parquet file is missing: it is being written, or was cut off, and cannot be read without it")
	}
	footer := int64(binary.LittleEndian.Uint32(end))
	if footer > maxFooter || footer > size-int64(len(magic)+len(end)) {
		return loaders.Errorf("a footer of %d bytes in a file of %d", footer, size)
	}
	return nil
}

// checkColumns checks that every column is in the file, and holds no more than a file
// of its size can.
func (t *table) checkColumns() error {
	for _, g := range t.file.Metadata().RowGroups {
		if len(g.Columns) != len(t.schema) {
			return loaders.Errorf("a row group of %d columns where the schema has %d", len(g.Columns), len(t.schema))
		}
		for _, c := range g.Columns {
			m := &c.MetaData
			from := cmp.Or(m.DictionaryPageOffset, m.DataPageOffset)
			if from < 0 || from > m.DataPageOffset || m.TotalCompressedSize < 0 || from > t.src.Size-m.TotalCompressedSize || m.NumValues < 0 {
				return loaders.Errorf("the column %q is not within the file", m.PathInSchema)
			}
		}
	}
	return nil
}

// Progress says that everything was seen.
func (t *table) Progress() (done, total int64) { return t.src.Size, t.src.Size }

// Size is roughly a row's share of the file without its pictures.
func (t *table) Size(i int) int {
	at, _ := t.groupOf(int64(i))
	g := t.file.Metadata().RowGroups[at]
	total := int64(0)
	for k, c := range g.Columns {
		if !t.columns.hasLeaf(k) {
			total += c.MetaData.TotalUncompressedSize
		}
	}
	return int(min(max(total, 0)/max(g.NumRows, 1), maxRow))
}

// Record returns row i as JSON, without its pictures.
func (t *table) Record(i int) (record []byte, number int, err error) {
	r, err := t.rowAt(int64(i))
	if err != nil {
		return nil, 0, err
	}
	record, err = json.Marshal(r.values)
	return record, 0, err
}

// Close closes the file.
func (t *table) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	errs := loaders.Map(slices.Collect(maps.Values(t.cursors)), (*cursor).close)
	return errors.Join(append(errs, t.src.Close())...)
}

// groupOf returns the group of row i, and the first row of that.
func (t *table) groupOf(i int64) (g int, first int64) {
	if g = sort.Search(len(t.ends), func(g int) bool { return t.ends[g] > i }); g > 0 {
		first = t.ends[g-1]
	}
	return g, first
}

// rowAt returns row i, 0 ≤ i < Len. It reads the block with the row in it; where the rows
// before fill that, or one of them cannot be read, it continues with the row.
func (t *table) rowAt(i int64) (wanted row, err error) {
	defer recoverPanic(&err)
	t.mu.Lock()
	defer t.mu.Unlock()
	if r, ok := t.recent.Use(i); ok {
		return r, nil
	}
	g, start := t.groupOf(i)
	first, size := i-(i-start)%blockRows, 0
	for k := first; k < min(first+blockRows, t.ends[g]) && (size < maxBlock || k <= i); k++ {
		r, n, failed := t.assembleRow(g, k-start)
		if size += n; failed == nil {
			t.recent.Add(k, r, n)
		}
		switch {
		case k < i && (failed != nil || size >= maxBlock):
			k = i - 1
		case k == i:
			wanted, err = r, failed
		}
		if failed != nil && k >= i {
			break // another row reports it when it is asked for
		}
	}
	return wanted, err
}

// valuesAt returns the values of one column in row i of a group, and their size in bytes.
// Reading of each column continues where it stopped, if that is the row.
func (t *table) valuesAt(at place, i int64) (values []parquet.Value, size int, err error) {
	c := t.cursors[at]
	if c == nil {
		t.forgetGroups(at)
		if err := t.checkPages(at); err != nil {
			return nil, 0, t.inColumn(at, err)
		}
		c = &cursor{pages: t.groups[at.group].ColumnChunks()[at.leaf].Pages()}
		t.cursors[at] = c
	}
	values, size, err = c.readRow(i)
	if err != nil {
		delete(t.cursors, at)
		err = t.inColumn(at, errors.Join(err, c.close()))
	}
	return values, size, err
}

// columnError is why a column cannot be read, from some row on or at all.
type columnError struct {
	leaf int
	name string
	err  error
}

func (e *columnError) Error() string { return fmt.Sprintf("column %s: %v", e.name, e.err) }

// Unwrap returns the error without the column.
func (e *columnError) Unwrap() error { return e.err }

func (t *table) inColumn(at place, err error) error {
	return &columnError{at.leaf, strings.Join(t.schema[at.leaf].Path(), "."), err}
}

// checkPages reads the pages of a column of a group, once.
func (t *table) checkPages(at place) error {
	err, done := t.checked[at]
	if !done {
		err = checkPages(t.stored, &t.file.Metadata().RowGroups[at.group].Columns[at.leaf].MetaData, t.schema[at.leaf])
		t.checked[at] = err
	}
	return err
}

// countUnreadable returns how many rows are in groups whose part of a column cannot be
// read at all.
func (t *table) countUnreadable(leaf int) (n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	start := int64(0)
	for g, end := range t.ends {
		if t.checkPages(place{g, leaf}) != nil {
			n += end - start
		}
		start = end
	}
	return n
}

// forgetGroups closes the cursors of other groups, so that there is one per column.
func (t *table) forgetGroups(at place) {
	for other, c := range t.cursors {
		if other.group != at.group {
			c.close() //nolint:errcheck // it was only read
			delete(t.cursors, other)
		}
	}
}

// pictureBytes returns the bytes of picture k of row i.
func (t *table) pictureBytes(i int64, k int) (b []byte, err error) {
	defer recoverPanic(&err)
	if i < 0 || i >= int64(t.Len()) || k < 0 {
		return nil, errors.New("no such row")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	g, first := t.groupOf(i)
	for _, p := range t.columns {
		values, _, err := t.valuesAt(place{g, p.bytes}, i-first)
		if err != nil {
			return nil, err
		}
		if k < len(values) {
			if values[k].IsNull() {
				return nil, errors.New("the row has no bytes for the picture")
			}
			return bytes.Clone(values[k].ByteArray()), nil
		}
		k -= len(values)
	}
	return nil, errors.New("no such picture")
}

// assembleRow makes row i of a group from the values of its leaves, and returns their size
// in bytes.
func (t *table) assembleRow(group int, i int64) (r row, size int, err error) {
	a := assembly{pictures: t.columns, leaves: make([][]parquet.Value, len(t.schema))}
	for k := range a.leaves {
		if t.columns.hasLeaf(k) {
			continue
		}
		values, n, err := t.valuesAt(place{group, k}, i)
		if err != nil {
			return row{}, 0, err
		}
		a.leaves[k] = values
		size += n
	}
	r = row{values: object{}}
	for _, p := range t.columns {
		embedded := !t.isEmpty(group, p.bytes)
		if p.path < 0 {
			r.pictures = append(r.pictures, picture{embedded: embedded, missing: !embedded})
			continue
		}
		for _, v := range a.leaves[p.path] {
			path := ""
			if !v.IsNull() {
				path = string(v.ByteArray())
			}
			r.pictures = append(r.pictures, picture{path: path, embedded: embedded, missing: !embedded && path == ""})
		}
	}
	for _, c := range t.file.Root().Columns() {
		if a.leadingLeaf(c) >= 0 {
			r.values[c.Name()] = a.readValue(c)
		}
	}
	return r, size, a.checkLeaves(i)
}

// isEmpty reports whether the file says that a column of a group has no value.
func (t *table) isEmpty(group, leaf int) bool {
	m := &t.file.Metadata().RowGroups[group].Columns[leaf].MetaData
	return m.NumValues > 0 && m.Statistics.NullCount == m.NumValues
}
