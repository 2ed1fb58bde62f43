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

func (l *Elements) encloseElement(element enclosingElement, records int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	element.first = l.around.records
	l.around.list = append(l.around.list, element)
	l.around.records += records
}

// limits bound what a hostile file can make the program hold.
type limits struct {
	line    int64 // bytes per record
	content int64 // unpacked bytes per file
	memory  int64 // bytes for a file's records
	free    int64 // bytes of content or memory allowed however small the packed file
}

var usual = limits{line: 64 << 20, content: files.MostContent, memory: 16 << 30, free: 1 << 30}

// Element is one value in a JSON text.
type Element struct {
	Index int    // 0-based among those at its path
	Key   string // in an object, otherwise ""
	Bytes []byte // without the key
	Line  int    // 1-based first line
}

// Elements are a file's nonblank lines, table rows, or values at a JSON path. One goroutine finds
// their places in the background; any number may read. A compressed source is unpacked once, to a
// nameless file.
type Elements struct {
	loaders.Growth // of at
	src            *loaders.Source
	mark           int64 // bytes of the byte order mark
	lines          bool  // not rows or values
	keyed          bool  // entries of objects begin with their keys
	problems       *loaders.Problems
	content        files.Content
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
		last    Element            // that was read
	}
}

// Path returns the path of the file.
func (l *Elements) Path() string { return l.src.Path }

// Report adds p to the problems of the file.
func (l *Elements) Report(p loaders.Problem) { l.problems.Add(p) }

type linePlace struct {
	start  int64
	length uint32
	number uint32 // 1-based line in the file
}

const notCut = false

func (l *Elements) addFound(found []linePlace, complete, cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = append(l.at, found...)
	l.cut = cut
	l.Grow(max(0, len(l.at)-l.skipped), complete)
}

// Skip leaves out the first n records. Call it before the elements are shared.
func (l *Elements) Skip(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.skipped = n
	l.Grow(max(0, len(l.at)-n), l.Complete())
}

// Progress implements [loaders.Records] in stored bytes; done equals total at the end.
func (l *Elements) Progress() (done, total int64) {
	done = l.examined.Load()
	if l.Complete() {
		return done, done
	}
	return done, max(done, l.src.Size)
}

func (l *Elements) placeOf(i int) linePlace {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at[l.skipped+i]
}

func (l *Elements) readRecord(place linePlace) (record []byte, number int, err error) {
	number = int(place.number)
	if place.length == 0 {
		return nil, number, loaders.Errorf("a record of more than %d MB", usual.line>>20)
	}
	record = make([]byte, place.length)
	n, err := l.content.ReadAt(record, place.start)
	switch {
	case n == len(record):
		return bytes.TrimSuffix(record, []byte("\r")), number, nil
	case errors.Is(err, io.EOF):
		return nil, number, errors.New("the file has become shorter since it was opened")
	}
	return nil, number, err
}

// Size implements [loaders.Sized]: element i's bytes with its key, 0 if over the limit.
func (l *Elements) Size(i int) int { return int(l.placeOf(i).length) }

// Number implements [loaders.Numbered]: element i's 1-based line, 0 ≤ i < Len.
func (l *Elements) Number(i int) int { return int(l.placeOf(i).number) }

// Cut reports whether element i is the last and has no line end: it is still being written, was cut
// off, or its writer omits it.
func (l *Elements) Cut(i int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut && l.skipped+i == len(l.at)-1
}

// Close ends the search and closes content and source. It can be repeated.
func (l *Elements) Close() error {
	var err error
	l.closed.Do(func() {
		l.stop()
		<-l.done
		err = errors.Join(l.content.Close(), l.src.Close())
	})
	return err
}
