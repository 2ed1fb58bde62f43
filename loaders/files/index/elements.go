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

// enclosingElement is the place of an element around records.
type enclosingElement struct {
	at       linePlace
	from, to int // of its bytes are those of the records, if nothing else is between them
	first    int // record
}

func (l *Elements) encloseElement(of enclosingElement, records int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of.first = l.around.records
	l.around.list = append(l.around.list, of)
	l.around.records += records
}

// limits bound what a hostile file can make the program hold.
type limits struct {
	line    int64 // bytes of one record
	content int64 // bytes of one file, decompressed
	memory  int64 // that its records take
	free    int64 // bytes of content, and of memory, that it may have however small it is packed
}

var usual = limits{line: 64 << 20, content: files.MostContent, memory: 16 << 30, free: 1 << 30}

// Element is one value in a JSON text.
type Element struct {
	Index int    // 0-based among those at its path
	Key   string // of an entry of an object, "" for an element of an array
	Bytes []byte // the value without the key
	Line  int    // 1-based, where it begins
}

// Elements are the records of a file: its lines that are not blank, the rows of a table, or
// the values at a path of a JSON text. Their places are found by one goroutine in the
// background; any number of goroutines may read. A compressed source is unpacked once, into a
// file without a name that ends with the process.
type Elements struct {
	loaders.Growth // of at
	src            *loaders.Source
	mark           int64 // bytes of the byte order mark
	lines          bool  // rather than rows of a table or values
	keyed          bool  // entries of objects have their keys before them
	problems       *loaders.Problems
	content        files.Content
	kept           *files.SourceCache // what the cache has for the file, nil for nothing
	stop           context.CancelFunc
	done           chan struct{}
	closed         sync.Once

	examined atomic.Int64 // bytes of the stored file
	searched atomic.Int64 // bytes of the content; 0 if the cache has the places
	mu       sync.Mutex
	at       []linePlace
	skipped  int  // of them, before the first record
	cut      bool // the last line has no line end
	// following: lines may come after the end of the file.
	following bool
	changed   string // why the file is no longer followed

	around struct { // the records
		list    []enclosingElement // in order
		records int                // in them
		last    Element            // that was read
	}
}

// Path returns the path of the file.
func (l *Elements) Path() string { return l.src.Path }

// Report adds a record's problem to the problems of the file.
func (l *Elements) Report(p loaders.Problem) { l.problems.Add(p) }

// linePlace is a line's place in the content. Its length is 0 for a line over
// the limit.
type linePlace struct {
	start  int64
	length uint32
	number uint32 // 1-based line in the file
}

// notCut says that the last line found is whole.
const notCut = false

func (l *Elements) addFound(found []linePlace, complete, cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = append(l.at, found...)
	l.cut = cut
	l.Grow(max(0, len(l.at)-l.skipped), complete)
}

// Skip leaves out the first n records of the file, such as a header, so that element 0 is the one
// after them. It is called before the elements are shared.
func (l *Elements) Skip(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.skipped = n
	l.Grow(max(0, len(l.at)-n), l.Complete())
}

// Progress implements [loaders.Records]: it returns bytes of the stored file examined and in all,
// which are the same when the search is complete.
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

// readRecord reads the bytes at a place, without a carriage return at the end, and returns the
// 1-based line where they begin, also with an error: for a record over the limit, and for a file
// that has become shorter.
func (l *Elements) readRecord(at linePlace) (record []byte, number int, err error) {
	number = int(at.number)
	if at.length == 0 {
		return nil, number, loaders.Errorf("a record of more than %d MB", usual.line>>20)
	}
	record = make([]byte, at.length)
	n, err := l.content.ReadAt(record, at.start)
	switch {
	case n == len(record):
		return bytes.TrimSuffix(record, []byte("\r")), number, nil
	case errors.Is(err, io.EOF):
		return nil, number, errors.New("the file has become shorter since it was opened")
	}
	return nil, number, err
}

// Size implements [loaders.Sized]: it returns the length of element i in bytes, key included, and 0
// for one over the limit.
func (l *Elements) Size(i int) int { return int(l.placeOf(i).length) }

// Number implements [loaders.Numbered]: it returns the 1-based line in which element i, 0 ≤ i <
// Len, begins.
func (l *Elements) Number(i int) int { return int(l.placeOf(i).number) }

// Cut reports whether element i is the last and not closed (a line without a line end): the file is
// still being written, or was cut off there, or its writer leaves the end out.
func (l *Elements) Cut(i int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut && l.skipped+i == len(l.at)-1
}

// Close stops the search, waits for its end, and closes the content and the source. Closing twice
// is harmless.
func (l *Elements) Close() error {
	var err error
	l.closed.Do(func() {
		l.stop()
		<-l.done
		err = errors.Join(l.content.Close(), l.src.Close())
	})
	return err
}
