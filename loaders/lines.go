package loaders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// limits bound what a hostile file can make the program hold.
type limits struct {
	line    int64 // bytes of one record
	content int64 // bytes of one file, decompressed
	records int
}

var usual = limits{line: 64 << 20, content: 16 << 30, records: 50_000_000}

// Lines are the non-blank lines of a source: the records of a JSON Lines
// file. Their places are found by one goroutine in the background; any
// number of goroutines may read. A compressed source is unpacked once, into a
// file without a name that goes with the process.
type Lines struct {
	src      *Source
	problems *Problems
	data     io.ReaderAt
	spool    *spool        // nil where the content is in another file
	copy     *unpackedCopy // nil but for content that was unpacked before
	frames   *frames       // nil but for an archive that is read in place
	of       identity      // of the file when it was opened, "" where nothing is kept of it
	stop     context.CancelFunc
	done     chan struct{}
	closed   sync.Once

	examined atomic.Int64 // bytes of the stored file
	searched atomic.Int64 // bytes of the content; 0 where the cache has the places
	growth   Growth       // of at
	mu       sync.Mutex
	at       []lineAt
	cut      bool // the last line has no line end
	// following: the end of the file is not that of the lines.
	following bool
	changed   string // why the file is followed no more
}

// lineAt is a line's place in the content. Its length is 0 for a line over
// the limit.
type lineAt struct {
	start  int64
	length uint32
	number uint32 // 1-based line in the file
}

// OpenLines starts to look for lines in src, until all are found, ctx ends or
// the lines are closed. What is wrong with the file itself (a truncated
// archive, a line over the limit) goes to problems, and what was found before
// it stays. The lines own src; where OpenLines fails, the caller does.
func OpenLines(ctx context.Context, src *Source, problems *Problems) (*Lines, error) {
	return openLines(ctx, src, problems, usual)
}

func openLines(ctx context.Context, src *Source, problems *Problems, most limits) (*Lines, error) {
	return openRecords(ctx, src, problems, most, &lineEnds{start: src.bom, blank: true})
}

// openRecords starts a search for the records that split tells apart.
func openRecords(ctx context.Context, src *Source, problems *Problems, most limits, split bounds) (*Lines, error) {
	l := newLines(src, problems)
	if err := l.open(ctx, most, split); err != nil {
		return nil, err
	}
	return l, nil
}

func newLines(src *Source, problems *Problems) *Lines {
	return &Lines{src: src, problems: problems, done: make(chan struct{})}
}

// open starts the search.
func (l *Lines) open(ctx context.Context, most limits, split bounds) error {
	following, err := l.src.follows(split)
	if err != nil {
		return err
	}
	l.following = following
	in, size, err := l.content()
	if err != nil {
		return err
	}
	inner, stop := context.WithCancel(ctx)
	l.stop = stop
	go func() {
		defer close(l.done)
		defer in.Close()
		if l.spool == nil && l.indexed(split) && l.restore(size) {
			return
		}
		s := search{lines: l, most: most, split: split, number: 1}
		why := s.run(inner, in)
		if why == nil && ctx.Err() != nil {
			why = fmt.Errorf("reading stopped: %w", ctx.Err())
		}
		if why != nil {
			l.problems.Add(Problem{File: l.src.Path, Line: int(s.number), What: why.Error(), Done: "what came before it is shown"})
		}
		l.grow(s.found, true, s.cut)
		if why == nil && inner.Err() == nil {
			l.keep(split)
		}
	}()
	return nil
}

// content opens the content to be searched, and where lines are read from
// later. size is a bound of the content's, in bytes.
func (l *Lines) content() (in io.ReadCloser, size int64, err error) {
	packed := l.src.Compressed() != ""
	l.of = l.src.identity()
	if at, ok := l.src.file.(io.ReaderAt); ok && !packed {
		l.data = at
		in, _, err = l.src.open(&l.examined)
		return in, l.src.Size, err
	}
	if packed {
		if l.copy = l.src.unpackedBefore(l.of); l.copy != nil {
			l.data = l.copy
			return io.NopCloser(io.NewSectionReader(l.copy, 0, l.copy.size)), l.copy.size, nil
		}
	}
	if in, _, err = l.src.open(&l.examined); err != nil {
		return nil, 0, err
	}
	if l.frames = framesOf(l.src); l.frames != nil {
		l.data = l.frames
		return in, l.frames.size, nil
	}
	if l.spool, err = newSpool(l.src, l.of); err != nil {
		in.Close()
		return nil, 0, err
	}
	l.data = l.spool
	return in, 0, nil
}

// keep leaves what was found to the cache, unless the file changed meanwhile.
func (l *Lines) keep(split bounds) {
	if l.of == "" || l.src.identity() != l.of {
		return
	}
	if l.spool != nil {
		l.spool.keep(l.src, l.of)
	}
	if l.indexed(split) {
		l.src.cache.store(entryKey{linesKind, l.src.Path}, l.of, l.index())
	}
}

// bounds know where records begin and end. They call [search.record] for each
// and keep the search's number up to date.
type bounds interface {
	// block takes the next bytes of the content, which begin at s.pos. Its
	// error ends the search; the bytes before stand.
	block(s *search, b []byte) error
	// end takes the end of the content. It reports whether the last record
	// is not closed, and what is wrong with the content's end.
	end(s *search) (cut bool, err error)
}

// search is the state between two blocks of a file.
type search struct {
	lines  *Lines
	most   limits
	split  bounds
	pos    int64  // of the next byte
	number uint32 // of the current line
	cut    bool
	total  int
	found  []lineAt // not yet handed over
}

// run searches in until its end and returns what stopped it before, nil also
// where ctx did.
func (s *search) run(ctx context.Context, in io.Reader) error {
	buf := make([]byte, 512<<10) // fits a processor's second cache
	for ctx.Err() == nil {
		n, err := in.Read(buf)
		if werr := s.spool(buf[:n]); werr != nil {
			return werr
		}
		if berr := s.split.block(s, buf[:n]); berr != nil {
			s.cut, _ = s.split.end(s)
			return berr
		}
		s.pos += int64(n)
		s.lines.searched.Add(int64(n))
		if errors.Is(err, io.EOF) && s.lines.following {
			// A last line that is only half there waits.
			s.handOver()
			if changed := s.lines.await(ctx, s.pos); changed != "" {
				s.lines.changes(changed)
				return nil
			}
			continue
		}
		if err != nil {
			var open error
			s.cut, open = s.split.end(s)
			if errors.Is(err, io.EOF) {
				return open
			}
			return readError(err)
		}
		if s.pos > s.most.content {
			return fmt.Errorf("more than %d GB of content", s.most.content>>30)
		}
		if s.total > s.most.records || s.number == ^uint32(0) {
			return fmt.Errorf("more than %d records", s.most.records)
		}
		s.handOver()
	}
	return nil
}

// handOver makes what was found known.
func (s *search) handOver() {
	s.lines.grow(s.found, false, false)
	s.found = s.found[:0]
}

// record notes a record from start up to end, which begins in a line.
func (s *search) record(start, end int64, line uint32) {
	s.found = append(s.found, s.at(start, end, line))
	s.total++
}

// at is a place whose length is 0 where it is over the limit: it stays in
// the count, and reading it says why.
func (s *search) at(start, end int64, line uint32) lineAt {
	if end-start > s.most.line {
		end = start
	}
	return lineAt{start, uint32(end - start), line}
}

// nextLines moves on by n lines.
func (s *search) nextLines(n int) {
	s.number = uint32(min(uint64(s.number)+uint64(n), uint64(^uint32(0))))
}

func readError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the archive is cut off (%w)", err)
	}
	return err
}

func (s *search) spool(b []byte) error {
	if s.lines.spool == nil {
		return nil
	}
	_, err := s.lines.spool.Write(b)
	return err
}

// lineEnds are the bounds of lines that are not blank.
type lineEnds struct {
	start int64 // of the current line
	blank bool  // the current line, so far
}

func (e *lineEnds) block(s *search, b []byte) error {
	pos := s.pos
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			e.part(s, b, pos)
			return nil
		}
		e.part(s, b[:i], pos)
		pos += int64(i)
		e.endLine(s, pos)
		pos++
		e.start, e.blank = pos, true
		s.nextLines(1)
		b = b[i+1:]
	}
}

// part takes bytes of one line, which begin at pos.
func (e *lineEnds) part(s *search, b []byte, pos int64) {
	mark := min(max(s.lines.src.bom-pos, 0), int64(len(b)))
	e.blank = e.blank && Blank(b[mark:])
}

// Blank reports whether line holds no record: nothing but spaces, tabs and
// carriage returns. Other white space is no part of JSON, and may be split
// between two reads.
func Blank(line []byte) bool { return len(bytes.Trim(line, " \t\r\n")) == 0 }

func (e *lineEnds) endLine(s *search, pos int64) {
	if !e.blank {
		s.record(e.start, pos, s.number)
	}
}

func (e *lineEnds) end(s *search) (cut bool, err error) {
	e.endLine(s, s.pos)
	return !e.blank, nil
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
		return nil, number, fmt.Errorf("a record of more than %d MB", usual.line>>20)
	}
	record = make([]byte, at.length)
	n, err := l.data.ReadAt(record, at.start)
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
		if l.spool != nil {
			err = l.spool.Close()
		}
		if l.copy != nil {
			err = l.copy.Close()
		}
		if l.frames != nil {
			err = l.frames.Close()
		}
		err = errors.Join(err, l.src.Close())
	})
	return err
}
