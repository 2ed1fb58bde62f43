package parquet

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
	"faithscope/loaders/rows"
)

// Magic begins every Parquet file.
const Magic = "PAR1"

// Bounds on what is read from a file.
const (
	maxFooter = 16 << 20
	maxBlock  = 16 << 20 // bytes of rows read together
)

// Rows are read in blocks, of which some are kept.
const (
	BlockRows  = 64
	keptBlocks = 4
)

// File is a Parquet file as the records of a run.
type File struct {
	loaders.ExaminedRecords // the footer says how many rows there are
	stored                  io.ReaderAt
	file                    *parquet.File
	groups                  []parquet.RowGroup
	ends                    []int64           // per group, the row after its last
	schema                  []*parquet.Column // the leaves
	pictures                pictureColumns

	sync.Mutex
	cursors map[columnChunk]*columnCursor
	checked map[columnChunk]error // columns whose pages were looked at
	recent  loaders.RecentValues[int64, rows.Row]
}

// columnChunk is a column in a row group.
type columnChunk struct{ group, leaf int }

// Open opens a Parquet file that may be hostile: it checks the footer, columns and row counts, and
// returns a panic of the library as an error. Pages are checked when they are read.
func Open(src *loaders.Source) (t *File, err error) {
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
	t = &File{ExaminedRecords: loaders.ExaminedRecords{Source: src}, stored: file, file: f, groups: f.RowGroups(),
		cursors: map[columnChunk]*columnCursor{}, checked: map[columnChunk]error{}}
	t.recent = loaders.RecentValues[int64, rows.Row]{Most: keptBlocks * BlockRows, Bytes: keptBlocks * maxBlock, Least: 1}
	t.schema = slices.Collect(leavesIn(f.Root()))
	t.pictures = picturesOf(f.Root())
	if err := t.checkColumns(); err != nil {
		return nil, err
	}
	rows := int64(0)
	for _, g := range t.groups {
		n := g.NumRows()
		if n < 0 || n > 1<<40-rows {
			return nil, loaders.Errorf("invalid row group of %d rows", n)
		}
		rows += n
		t.ends = append(t.ends, rows)
	}
	t.Grow(int(rows), loaders.AllThere)
	return t, nil
}

func recoverPanic(err *error) {
	if x := recover(); x != nil {
		*err = loaders.Errorf("damaged Parquet file: %v", x)
	}
}

// checkFooter fails if the file doesn't end as Parquet does, or its footer exceeds the file or 16
// MB, because the library takes that much memory.
func checkFooter(fileReader io.ReaderAt, size int64) error {
	end := make([]byte, 8)
	if size < int64(len(Magic)+len(end)) {
		return errors.New("too short for a Parquet file")
	}
	if _, err := fileReader.ReadAt(end, size-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(end[4:], []byte(Magic)) {
		return errors.New("the end of the Parquet file is missing, so it can't be read: it is still being written or was cut off")
	}
	footer := int64(binary.LittleEndian.Uint32(end))
	if footer > maxFooter || footer > size-int64(len(Magic)+len(end)) {
		return loaders.Errorf("the footer claims %d bytes in a file of %d", footer, size)
	}
	return nil
}

func (t *File) checkColumns() error {
	for _, g := range t.file.Metadata().RowGroups {
		if len(g.Columns) != len(t.schema) {
			return loaders.Errorf("a row group has %d columns, but the schema has %d", len(g.Columns), len(t.schema))
		}
		for _, c := range g.Columns {
			m := &c.MetaData
			from := cmp.Or(m.DictionaryPageOffset, m.DataPageOffset)
			isOutside := from < 0 || m.TotalCompressedSize < 0 || from > t.Source.Size-m.TotalCompressedSize
			if isOutside || from > m.DataPageOffset || m.NumValues < 0 {
				return loaders.Errorf("column %q lies outside the file", m.PathInSchema)
			}
		}
	}
	return nil
}

// Size implements [loaders.SizedRecords]: roughly a row's share of its group's unpacked bytes, without its
// pictures.
func (t *File) Size(i int) int {
	at, _ := t.groupOf(int64(i))
	g := t.file.Metadata().RowGroups[at]
	total := int64(0)
	for k, c := range g.Columns {
		if !t.pictures.hasLeaf(k) {
			total += c.MetaData.TotalUncompressedSize
		}
	}
	return int(min(max(total, 0)/max(g.NumRows, 1), maxRow))
}

// Record returns row i as JSON.
func (t *File) Record(i int) ([]byte, error) {
	r, err := t.RowAt(int64(i))
	if err != nil {
		return nil, err
	}
	return json.Marshal(r.Values)
}

// Close closes the cursors and the file.
func (t *File) Close() error {
	t.Lock()
	defer t.Unlock()
	errs := loaders.Map(slices.Collect(maps.Values(t.cursors)), (*columnCursor).close)
	return errors.Join(append(errs, t.Source.Close())...)
}

func (t *File) groupOf(i int64) (g int, first int64) {
	if g = sort.Search(len(t.ends), func(g int) bool { return t.ends[g] > i }); g > 0 {
		first = t.ends[g-1]
	}
	return g, first
}

// RowAt returns row i, 0 ≤ i < Len, from the cache, or reads the block of 64 rows around it. If the
// rows before fill 16 MB or can't be read it goes on with row i, so that an error is always row i's.
// It is safe for concurrent use.
func (t *File) RowAt(i int64) (wanted rows.Row, err error) {
	defer recoverPanic(&err)
	t.Lock()
	defer t.Unlock()
	if r, ok := t.recent.Use(i); ok {
		return r, nil
	}
	g, start := t.groupOf(i)
	first, size := i-(i-start)%BlockRows, 0
	for k := first; k < min(first+BlockRows, t.ends[g]) && (size < maxBlock || k <= i); k++ {
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

// valuesAt checks a column's pages before it reads them, because the library trusts their sizes. The
// caller holds the lock.
func (t *File) valuesAt(chunk columnChunk, i int64) (values []parquet.Value, size int, err error) {
	c := t.cursors[chunk]
	if c == nil {
		for other, c := range t.cursors {
			if other.group != chunk.group { // so that there is one per column
				c.close() //nolint:errcheck // it was only read
				delete(t.cursors, other)
			}
		}
		if err := t.checkPages(chunk); err != nil {
			return nil, 0, t.inColumn(chunk, err)
		}
		c = &columnCursor{pages: t.groups[chunk.group].ColumnChunks()[chunk.leaf].Pages()}
		t.cursors[chunk] = c
	}
	values, size, err = c.readRow(i)
	if err != nil {
		delete(t.cursors, chunk)
		err = t.inColumn(chunk, errors.Join(err, c.close()))
	}
	return values, size, err
}

// ColumnError is why a column can't be read, from some row on or at all.
type ColumnError struct {
	Leaf int
	Name string
	Err  error
}

func (e *ColumnError) Error() string { return fmt.Sprintf("column %s: %v", e.Name, e.Err) }

func (t *File) inColumn(chunk columnChunk, err error) error {
	return &ColumnError{chunk.leaf, strings.Join(t.schema[chunk.leaf].Path(), "."), err}
}

// checkPages checks the pages of a column of a group once and keeps the result. The caller holds the
// lock.
func (t *File) checkPages(chunk columnChunk) error {
	err, done := t.checked[chunk]
	if !done {
		err = checkPages(t.stored, &t.file.Metadata().RowGroups[chunk.group].Columns[chunk.leaf].MetaData, t.schema[chunk.leaf])
		t.checked[chunk] = err
	}
	return err
}

// CountUnreadable returns how many rows are in groups in which a column's pages fail the check, so
// that it can't be read at all. It takes the lock.
func (t *File) CountUnreadable(leafIndex int) (n int64) {
	t.Lock()
	defer t.Unlock()
	start := int64(0)
	for g, end := range t.ends {
		if t.checkPages(columnChunk{g, leafIndex}) != nil {
			n += end - start
		}
		start = end
	}
	return n
}

// PictureBytes returns a copy of the bytes of picture k of row i, both from 0, counted over all
// columns of pictures. It fails if there is no such picture or the file has no bytes of it.
func (t *File) PictureBytes(i int64, k int) (b []byte, err error) {
	defer recoverPanic(&err)
	if i < 0 || i >= int64(t.Len()) || k < 0 {
		return nil, errors.New("no such row")
	}
	t.Lock()
	defer t.Unlock()
	g, first := t.groupOf(i)
	for _, p := range t.pictures {
		values, _, err := t.valuesAt(columnChunk{g, p.bytes}, i-first)
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

// assembleRow leaves pictures in the file, because a row is read for its texts, and a column of them
// may take gigabytes. The caller holds the lock.
func (t *File) assembleRow(groupIndex int, i int64) (r rows.Row, size int, err error) {
	a := rowAssembly{pictures: t.pictures, leaves: make([][]parquet.Value, len(t.schema))}
	for k := range a.leaves {
		if t.pictures.hasLeaf(k) {
			continue
		}
		values, n, err := t.valuesAt(columnChunk{groupIndex, k}, i)
		if err != nil {
			return rows.Row{}, 0, err
		}
		a.leaves[k] = values
		size += n
	}
	r = rows.Row{Values: rows.RowObject{}}
	for _, p := range t.pictures {
		m := &t.file.Metadata().RowGroups[groupIndex].Columns[p.bytes].MetaData
		embedded := m.NumValues <= 0 || m.Statistics.NullCount != m.NumValues
		if p.path < 0 {
			r.Pictures = append(r.Pictures, rows.RowPicture{Embedded: embedded, Missing: !embedded})
			continue
		}
		for _, v := range a.leaves[p.path] {
			path := ""
			if !v.IsNull() {
				path = string(v.ByteArray())
			}
			r.Pictures = append(r.Pictures, rows.RowPicture{Path: path, Embedded: embedded, Missing: !embedded && path == ""})
		}
	}
	for _, c := range t.file.Root().Columns() {
		if a.leadingLeaf(c) >= 0 {
			r.Values[c.Name()] = a.readValue(c)
		}
	}
	return r, size, a.checkLeaves(i)
}

// ColumnNames returns the names of the top-level columns.
func (t *File) ColumnNames() []string {
	return loaders.Map(t.file.Root().Columns(), (*parquet.Column).Name)
}

// HasPictures reports whether the file has columns of pictures.
func (t *File) HasPictures() bool { return len(t.pictures) > 0 }

// Classes returns the names of classes in the file's metadata.
func (t *File) Classes() ClassNames {
	metadata, _ := t.file.Lookup("huggingface")
	return classesOf(metadata)
}
