package index

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

type enclosingElement struct {
	at       linePlace
	from, to int // its record bytes, if nothing else is between
	first    int
}

func (l *FileElements) encloseElement(element enclosingElement, recordCount int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	element.first = l.around.records
	l.around.list = append(l.around.list, element)
	l.around.records += recordCount
}

// sizeLimits bound what a hostile file can make the program hold.
type sizeLimits struct {
	line    int64 // bytes per record
	content int64 // unpacked bytes per file
	memory  int64 // bytes for a file's records
	free    int64 // bytes of content or memory allowed however small the packed file
}

var usual = sizeLimits{line: 64 << 20, content: files.MostContent, memory: 16 << 30, free: 1 << 30}

// JSONElement is one value in a JSON text.
type JSONElement struct {
	Index int    // 0-based among those at its path
	Key   string // in an object, otherwise ""
	Bytes []byte // without the key
	Line  int    // 1-based first line
}

// FileElements are a file's nonblank lines, table rows, or values at a JSON path. One goroutine finds
// their places in the background; any number may read. A compressed source is unpacked once, to a
// nameless file.
type FileElements struct {
	loaders.Growth // of at
	src            *loaders.Source
	lines          bool // not rows or values
	keyed          bool // entries of objects begin with their keys
	problems       *loaders.Problems
	content        files.UnpackedContent
	kept           *files.SourceCache
	stop           context.CancelFunc
	done           chan struct{}
	closed         sync.Once

	examined atomic.Int64 // stored bytes
	searched atomic.Int64 // content bytes; 0 if the cache has the places
	mu       sync.Mutex
	at       []linePlace
	skipped  int
	cut      bool // the last line has no line end
	// following: lines may come after the end of the file.
	following bool
	changed   string

	around struct { // the records
		list    []enclosingElement // in order
		records int                // in them
		last    JSONElement        // that was read
	}
}

// Path returns the path of the file.
func (l *FileElements) Path() string { return l.src.Path }

type linePlace struct {
	start  int64
	length uint32
	number uint32 // 1-based line in the file
}

const notCut = false

func (l *FileElements) addFound(foundPlaces []linePlace, complete, isCut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = append(l.at, foundPlaces...)
	l.cut = isCut
	l.Grow(max(0, len(l.at)-l.skipped), complete)
}

// Skip leaves out the first n records. Call it before the elements are shared.
func (l *FileElements) Skip(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.skipped = n
	l.Grow(max(0, len(l.at)-n), l.Complete())
}

// Progress implements [loaders.Records] in stored bytes; done equals total at the end.
func (l *FileElements) Progress() (done, total int64) {
	done = l.examined.Load()
	if l.Complete() {
		return done, done
	}
	return done, max(done, l.src.Size)
}

func (l *FileElements) placeOf(i int) linePlace {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at[l.skipped+i]
}

func (l *FileElements) readRecord(place linePlace) (record []byte, number int, err error) {
	number = int(place.number)
	if place.length == 0 {
		return nil, number, loaders.Errorf("the record is larger than %d MB", usual.line>>20)
	}
	record = make([]byte, place.length)
	n, err := l.content.ReadAt(record, place.start)
	switch {
	case n == len(record):
		return bytes.TrimSuffix(record, []byte("\r")), number, nil
	case errors.Is(err, io.EOF):
		return nil, number, errors.New("the file has shrunk since it was opened; `:reload` opens it again")
	}
	return nil, number, err
}

// Size implements [loaders.SizedRecords]: element i's bytes with its key, 0 if over the limit.
func (l *FileElements) Size(i int) int { return int(l.placeOf(i).length) }

// Number implements [loaders.LineNumberRecords]: element i's 1-based line, 0 ≤ i < Len.
func (l *FileElements) Number(i int) int { return int(l.placeOf(i).number) }

// Cut reports whether element i is the last and has no line end: it is still being written, was cut
// off, or its writer omits it.
func (l *FileElements) Cut(i int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut && l.skipped+i == len(l.at)-1
}

// Close ends the search and closes content and source. It can be repeated.
func (l *FileElements) Close() error {
	var err error
	l.closed.Do(func() {
		l.stop()
		<-l.done
		err = errors.Join(l.content.Close(), l.src.Close())
	})
	return err
}
