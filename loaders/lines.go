package loaders

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// Limits for hostile files.
const (
	maxLine     = 256 << 20 // bytes of one record
	maxUnpacked = 16 << 30  // bytes of one decompressed file
)

// Lines are the non-blank lines of a source: the records of a JSON Lines
// file. Their places are found by one goroutine in the background; any
// number of goroutines may read. A compressed source is unpacked once, into a
// file without a name that goes with the process.
type Lines struct {
	src      *Source
	problems *Problems
	data     io.ReaderAt
	spool    *os.File // nil for a plain source
	cancel   context.CancelFunc
	done     chan struct{}

	examined atomic.Int64
	mu       sync.Mutex
	grown    chan struct{} // closed and replaced at every growth
	at       []lineAt
	complete bool
}

type lineAt struct {
	start  int64
	length uint32
	number uint32 // 1-based line in the file
}

// OpenLines starts to look for lines in src. What is wrong with the file
// itself (a truncated archive, a line over the limit) goes to problems, and
// what was found before it stays.
func OpenLines(ctx context.Context, src *Source, problems *Problems) (*Lines, error) {
	ctx, cancel := context.WithCancel(ctx)
	l := &Lines{src: src, problems: problems, cancel: cancel, done: make(chan struct{}), grown: make(chan struct{})}
	r, err := src.Reader()
	if err != nil {
		cancel()
		return nil, err
	}
	var in io.Reader = r
	if at, ok := src.file.(io.ReaderAt); ok && src.Compressed() == "" {
		l.data = at
	} else {
		if l.spool, err = os.CreateTemp("", "faithscope-*"); err != nil {
			r.Close()
			cancel()
			return nil, fmt.Errorf("unpacking: %w", err)
		}
		os.Remove(l.spool.Name())
		l.data = l.spool
	}
	go func() {
		defer close(l.done)
		defer r.Close()
		l.find(ctx, in)
	}()
	return l, nil
}

// block is how many bytes are searched at a time.
const block = 1 << 20

func (l *Lines) find(ctx context.Context, in io.Reader) {
	r := bufio.NewReaderSize(in, block)
	var start, pos int64
	var number uint32 = 1
	buf := make([]byte, block)
	blank := true
	for ctx.Err() == nil && pos < maxUnpacked {
		n, err := r.Read(buf)
		chunk := buf[:n]
		if l.spool != nil {
			if _, werr := l.spool.Write(chunk); werr != nil {
				l.problem(number, "unpacking: "+werr.Error())
				break
			}
		}
		var found []lineAt
		for len(chunk) > 0 {
			i := bytes.IndexByte(chunk, '\n')
			end := i
			if i < 0 {
				end = len(chunk)
			}
			blank = blank && len(bytes.TrimSpace(chunk[:end])) == 0
			pos += int64(end)
			if i < 0 {
				break
			}
			found = l.line(found, start, pos, number, blank)
			pos++
			number++
			start, blank, chunk = pos, true, chunk[i+1:]
		}
		if err != nil {
			found = l.line(found, start, pos, number, blank)
		}
		l.grow(found, err != nil)
		l.examined.Store(pos)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				l.problem(number, err.Error())
			}
			return
		}
	}
	if pos >= maxUnpacked {
		l.problem(number, fmt.Sprintf("unpacks to more than %d GB", int64(maxUnpacked)>>30))
	}
	l.grow(nil, true)
}

func (l *Lines) line(found []lineAt, start, end int64, number uint32, blank bool) []lineAt {
	if blank {
		return found
	}
	if end-start > maxLine {
		l.problem(number, fmt.Sprintf("a line of %d MB", (end-start)>>20))
		end = start // an empty record: it will not decode, and so stays in the count
	}
	return append(found, lineAt{start, uint32(end - start), number})
}

func (l *Lines) problem(number uint32, what string) {
	l.problems.Add(Problem{File: l.src.Path, Line: int(number), What: what, Done: "what was read before it is shown"})
}

func (l *Lines) grow(found []lineAt, complete bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = append(l.at, found...)
	l.complete = l.complete || complete
	close(l.grown)
	l.grown = make(chan struct{})
}

// Len is the number of lines found so far.
func (l *Lines) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.at)
}

// Complete reports whether all lines are found.
func (l *Lines) Complete() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.complete
}

// Wait blocks until n lines are found, all are, or ctx ends.
func (l *Lines) Wait(ctx context.Context, n int) error {
	for {
		l.mu.Lock()
		enough, grown := len(l.at) >= n || l.complete, l.grown
		l.mu.Unlock()
		if enough {
			return nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Progress returns bytes examined and in all. For a compressed file, whose
// unpacked size is unknown until its end, both are of the unpacked bytes
// once complete and the total is 0 before.
func (l *Lines) Progress() (done, total int64) {
	done = l.examined.Load()
	switch {
	case l.Complete():
		return done, done
	case l.spool != nil:
		return done, 0
	}
	return done, l.src.Size
}

// Record returns the bytes of line i, 0 ≤ i < Len, without its line end, and
// its 1-based number in the file.
func (l *Lines) Record(i int) (record []byte, number int, err error) {
	l.mu.Lock()
	at := l.at[i]
	l.mu.Unlock()
	record = make([]byte, at.length)
	if _, err := l.data.ReadAt(record, at.start); err != nil && !errors.Is(err, io.EOF) {
		return nil, int(at.number), err
	}
	return record, int(at.number), nil
}

// Close ends the search and frees the file.
func (l *Lines) Close() error {
	l.cancel()
	<-l.done
	if l.spool != nil {
		l.spool.Close()
	}
	return l.src.Close()
}
