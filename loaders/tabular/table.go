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
	loaders.Examined // the footer says how many rows there are
	stored           io.ReaderAt
	file             *parquet.File
	groups           []parquet.RowGroup
	ends             []int64           // per group, the row after its last
	schema           []*parquet.Column // the leaves
	// columns are the columns of pictures.
	columns pictureColumns

	sync.Mutex
	cursors map[place]*cursor
	checked map[place]error // columns whose pages were looked at
	recent  loaders.Recent[int64, row]
}

// place is a column in a row group.
type place struct{ group, leaf int }

// openTable opens a Parquet file that may be hostile: its footer, columns and row counts are
// checked, and a panic of the library is an error. Pages are checked when they are read.
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
	t = &table{Examined: loaders.Examined{Source: src}, stored: file, file: f, groups: f.RowGroups(),
		cursors: map[place]*cursor{}, checked: map[place]error{}}
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

func recoverPanic(err *error) {
	if x := recover(); x != nil {
		*err = loaders.Errorf("damaged Parquet: %v", x)
	}
}

// checkFooter fails if the file does not end as Parquet does, or gives its footer a size that
// exceeds the file or 16 MB, since the library takes that much memory.
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

// checkColumns fails if a row group has other columns than the schema, or one of them is not within
// the file.
func (t *table) checkColumns() error {
	for _, g := range t.file.Metadata().RowGroups {
		if len(g.Columns) != len(t.schema) {
			return loaders.Errorf("a row group of %d columns where the schema has %d", len(g.Columns), len(t.schema))
		}
		for _, c := range g.Columns {
			m := &c.MetaData
			from := cmp.Or(m.DictionaryPageOffset, m.DataPageOffset)
			isOutside := from < 0 || m.TotalCompressedSize < 0 || from > t.Source.Size-m.TotalCompressedSize
			if isOutside || from > m.DataPageOffset || m.NumValues < 0 {
				return loaders.Errorf("the column %q is not within the file", m.PathInSchema)
			}
		}
	}
	return nil
}

// Size implements [loaders.Sized]: it is roughly a row's share of its group's unpacked bytes,
// without its pictures.
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

func (t *table) Record(i int) (record []byte, number int, err error) {
	r, err := t.rowAt(int64(i))
	if err != nil {
		return nil, 0, err
	}
	record, err = json.Marshal(r.values)
	return record, 0, err
}

func (t *table) Close() error {
	t.Lock()
	defer t.Unlock()
	errs := loaders.Map(slices.Collect(maps.Values(t.cursors)), (*cursor).close)
	return errors.Join(append(errs, t.Source.Close())...)
}

func (t *table) groupOf(i int64) (g int, first int64) {
	if g = sort.Search(len(t.ends), func(g int) bool { return t.ends[g] > i }); g > 0 {
		first = t.ends[g-1]
	}
	return g, first
}

// rowAt returns row i, 0 ≤ i < Len, from the cache, or reads the block of 64 rows around it and
// keeps those. If the rows before fill 16 MB, or one of them cannot be read, it goes on with row i;
// an error is row i's. It is safe for concurrent use.
func (t *table) rowAt(i int64) (wanted row, err error) {
	defer recoverPanic(&err)
	t.Lock()
	defer t.Unlock()
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

// valuesAt returns the values of one column in row i of its group, and their size in bytes. Reading
// continues where it stopped if that is the row. The first use of a column in a group checks its
// pages and closes the cursors in other groups; a failure closes its own. An error is a
// columnError. The caller holds the lock.
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

func (e *columnError) Unwrap() error { return e.err }

func (t *table) inColumn(at place, err error) error {
	return &columnError{at.leaf, strings.Join(t.schema[at.leaf].Path(), "."), err}
}

// checkPages checks the pages of a column of a group with the function checkPages, once, and
// returns the same result, also nil, again later. The caller holds the lock.
func (t *table) checkPages(at place) error {
	err, done := t.checked[at]
	if !done {
		err = checkPages(t.stored, &t.file.Metadata().RowGroups[at.group].Columns[at.leaf].MetaData, t.schema[at.leaf])
		t.checked[at] = err
	}
	return err
}

// countUnreadable returns how many rows are in groups in which a column's pages do not pass the
// check, so that it cannot be read at all. It takes the lock and checks groups that were not checked
// before.
func (t *table) countUnreadable(leaf int) (n int64) {
	t.Lock()
	defer t.Unlock()
	start := int64(0)
	for g, end := range t.ends {
		if t.checkPages(place{g, leaf}) != nil {
			n += end - start
		}
		start = end
	}
	return n
}

// forgetGroups closes the cursors of other groups than at's, so that there is one per column.
func (t *table) forgetGroups(at place) {
	for other, c := range t.cursors {
		if other.group != at.group {
			c.close() //nolint:errcheck // it was only read
			delete(t.cursors, other)
		}
	}
}

// pictureBytes returns a copy of the bytes of picture k of row i, both from 0, counted over all
// columns of pictures. It fails if there is no such picture or the file has no bytes of it.
func (t *table) pictureBytes(i int64, k int) (b []byte, err error) {
	defer recoverPanic(&err)
	if i < 0 || i >= int64(t.Len()) || k < 0 {
		return nil, errors.New("no such row")
	}
	t.Lock()
	defer t.Unlock()
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

// assembleRow returns row i of a group from the values of its leaves, with its pictures' paths but
// not their bytes, and the size of what it read in bytes. It fails if a column cannot be read or,
// with the row all the same, its lists do not fit together. The caller holds the lock.
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

func (t *table) isEmpty(group, leaf int) bool {
	m := &t.file.Metadata().RowGroups[group].Columns[leaf].MetaData
	return m.NumValues > 0 && m.Statistics.NullCount == m.NumValues
}
