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
	many    int // records from which on their memory is mentioned
}

var usual = limits{line: 64 << 20, content: files.MostContent, free: 1 << 30, records: 50_000_000, many: 5_000_000}

// maxRatio is how many times its size a large file may unpack to. JSON of
// models packs some ten times smaller, the same line again and again a hundred
// times.
const maxRatio = 500

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

// OpenLines starts to look for lines in src, until all are found, ctx ends or
// the lines are closed. What is wrong with the file itself (a truncated
// archive, a line over the limit) goes to problems, and what was found before
// it stays. The lines own src; where OpenLines fails, the caller does.
func OpenLines(ctx context.Context, src *loaders.Source, problems *loaders.Problems) (*Lines, error) {
	return openLines(ctx, src, problems, usual)
}

// OpenRows is OpenLines for the rows of a comma-separated table, in which line
// ends in quotes belong to a cell.
func OpenRows(ctx context.Context, src *loaders.Source, problems *loaders.Problems) (*Lines, error) {
	return openRecords(ctx, src, problems, usual, &csvRows{start: files.Mark(src)})
}

func openLines(ctx context.Context, src *loaders.Source, problems *loaders.Problems, most limits) (*Lines, error) {
	return openRecords(ctx, src, problems, most, &lineEnds{start: files.Mark(src), blank: true})
}

// openRecords starts a search for the records that split tells apart.
func openRecords(ctx context.Context, src *loaders.Source, problems *loaders.Problems, most limits, split bounds) (*Lines, error) {
	l := newLines(src, problems)
	if err := l.open(ctx, most, split); err != nil {
		return nil, err
	}
	return l, nil
}

func newLines(src *loaders.Source, problems *loaders.Problems) *Lines {
	return &Lines{src: src, mark: files.Mark(src), problems: problems, done: make(chan struct{})}
}

// open starts the search.
func (l *Lines) open(ctx context.Context, most limits, split bounds) error {
	_, lines := split.(*lineEnds)
	var err error
	if l.following, err = files.Follows(l.src, lines); err != nil {
		return err
	}
	l.kept = files.Keep(l.src)
	if l.content, err = files.OpenContent(l.src, l.kept, &l.examined); err != nil {
		return err
	}
	indexed := lines && !l.following
	inner, stop := context.WithCancel(ctx)
	l.stop = stop
	go func() {
		defer close(l.done)
		in := l.content.Stream()
		defer in.Close()
		if size := l.content.Size(); indexed && size > 0 && l.restore(size) {
			return
		}
		s := search{lines: l, most: most, split: split, number: 1}
		why := s.run(inner, in)
		if why == nil && ctx.Err() != nil {
			why = loaders.Errorf("reading stopped: %w", ctx.Err())
		}
		if why != nil {
			l.problems.Add(loaders.Problem{File: l.src.Path, Line: int(s.number), What: loaders.Because(why), Done: loaders.Say("what came before it is shown"), Lost: true})
		}
		l.grow(s.found, true, s.cut)
		if why == nil && inner.Err() == nil {
			l.keep(indexed)
		}
	}()
	return nil
}

// keep leaves what was found to the cache, unless the file changed meanwhile.
func (l *Lines) keep(indexed bool) {
	if !l.kept.Holds() {
		return
	}
	l.content.Keep()
	if indexed {
		l.kept.Store(linesKind, l.places())
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
	watch := files.NewWatch(s.lines.src)
	for ctx.Err() == nil {
		n, err := in.Read(buf)
		if berr := s.split.block(s, buf[:n]); berr != nil {
			s.cut, _ = s.split.end(s)
			return berr
		}
		s.pos += int64(n)
		s.lines.searched.Add(int64(n))
		if s.lines.following {
			watch.Read(buf[:n])
		}
		if errors.Is(err, io.EOF) && s.lines.following {
			// A last line that is only half there waits.
			s.handOver()
			if changed := s.lines.await(ctx, watch); changed != "" {
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
			return loaders.Errorf("more than %d GB of content", s.most.content>>30)
		}
		// None are examined where the content is not unpacked again.
		if stored := s.lines.examined.Load(); s.pos > s.most.free && stored > 0 && s.pos/maxRatio > stored {
			return loaders.Errorf("unpacks to more than %d times its size", maxRatio)
		}
		if s.total > s.most.records || s.number == ^uint32(0) {
			return loaders.Errorf("more than %d records", s.most.records)
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
	if s.total++; s.total == s.most.many {
		s.lines.problems.Add(loaders.Problem{
			File: s.lines.src.Path, What: loaders.Say("%d records or more; each takes some 300 bytes of memory", s.total), Done: loaders.Say("all are read"),
		})
	}
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
		return loaders.Errorf("the archive is cut off (%w)", err)
	}
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
	mark := min(max(s.lines.mark-pos, 0), int64(len(b)))
	e.blank = e.blank && files.Blank(b[mark:])
}

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
