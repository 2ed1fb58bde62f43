// Package index finds the records of a file: [Lines], the rows of a table, or
// [Elements] at a path of a JSON text. One goroutine looks for their places in
// the background, and hands them over as it goes; any number may read. Only
// places are kept in memory, some 16 bytes a record.
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

// limits bound what a hostile file can make the program hold.
type limits struct {
	line    int64 // bytes of one record
	content int64 // bytes of one file, decompressed
	free    int64 // those that it may have however small it is packed
	records int
	short   int // records that there may be however short they are
}

var usual = limits{line: 64 << 20, content: files.MostContent, free: 1 << 30, records: 50_000_000, short: 1_000_000}

// Lines are the non-blank lines of a source: the records of a JSON Lines
// file. Their places are found by one goroutine in the background; any
// number of goroutines may read. A compressed source is unpacked once, into a
// file without a name that goes with the process.
type Lines struct {
	src      *loaders.Source
	mark     int64 // bytes of the byte order mark
	problems *loaders.Problems
	content  files.Content
	kept     *files.Kept // what the cache has of the file, nil for nothing
	stop     context.CancelFunc
	done     chan struct{}
	closed   sync.Once

	examined atomic.Int64   // bytes of the stored file
	searched atomic.Int64   // bytes of the content; 0 where the cache has the places
	growth   loaders.Growth // of at
	mu       sync.Mutex
	at       []lineAt
	cut      bool // the last line has no line end
	// following: the end of the file is not that of the lines.
	following bool
	changed   string // why the file is no longer followed
}

// Path is the file's.
func (l *Lines) Path() string { return l.src.Path }

// Report adds what is wrong with a record to where the lines' own problems go.
func (l *Lines) Report(p loaders.Problem) { l.problems.Add(p) }

// lineAt is a line's place in the content. Its length is 0 for a line over
// the limit.
type lineAt struct {
	start  int64
	length uint32
	number uint32 // 1-based line in the file
}

func (l *Lines) grow(found []lineAt, complete, cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = append(l.at, found...)
	l.cut = cut
	l.growth.Grow(len(l.at), complete)
}

// Len is the number of lines found so far.
func (l *Lines) Len() int { return l.growth.Len() }

// Complete reports whether no more lines will be found.
func (l *Lines) Complete() bool { return l.growth.Complete() }

// Wait blocks until n lines are found, all are, or ctx ends.
func (l *Lines) Wait(ctx context.Context, n int) error { return l.growth.Wait(ctx, n) }

// Progress returns bytes of the stored file examined and in all.
func (l *Lines) Progress() (done, total int64) {
	done = l.examined.Load()
	if l.Complete() {
		return done, done
	}
	return done, max(done, l.src.Size)
}

// Record returns the bytes of line i, 0 ≤ i < Len, without its line end, and
// its 1-based number in the file.
func (l *Lines) Record(i int) (record []byte, number int, err error) {
	l.mu.Lock()
	at := l.at[i]
	l.mu.Unlock()
	return l.read(at)
}

func (l *Lines) read(at lineAt) (record []byte, number int, err error) {
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

// Size is the length of line i in bytes, 0 for one over the limit.
func (l *Lines) Size(i int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(l.at[i].length)
}

// Number is the 1-based line in which record i, 0 ≤ i < Len, begins.
func (l *Lines) Number(i int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(l.at[i].number)
}

// Cut reports whether line i is the last and has no line end: the file is
// still being written, or was cut off there, or its writer leaves it out.
func (l *Lines) Cut(i int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut && i == len(l.at)-1
}

// Close ends the search and frees the file. Closing twice does no harm.
func (l *Lines) Close() error {
	var err error
	l.closed.Do(func() {
		l.stop()
		<-l.done
		err = errors.Join(l.content.Close(), l.src.Close())
	})
	return err
}
