package record

import (
	"context"
	"fmt"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// OpenUnique is [OpenJSONL] for files that programs append to when they run
// again: of records with the same key only the first is an example. key is
// called for every record, in order, in the background; a record of key "" is
// an example of its own. How many were left out is a problem, and so is each
// of the first of them.
func OpenUnique(ctx context.Context, src *loaders.Source, format string, key func(record []byte) string, decode func(rec *Record) (*loaders.Example, error)) (*loaders.Run, error) {
	run := &loaders.Run{}
	lines, err := index.OpenLines(ctx, src, &run.Problems)
	if err != nil {
		return nil, err
	}
	inner, stop := context.WithCancel(ctx)
	u := &unique{lines: lines, stop: stop, done: make(chan struct{})}
	go u.find(inner, key)
	run.Read(src.Path, format, u, func(i int) (*loaders.Example, error) {
		at := u.line(i)
		rec := &Record{Index: i, Cut: lines.Cut(at)}
		var err error
		rec.Bytes, rec.Line, err = lines.Record(at)
		return decoded(run, rec, err, decode), nil
	})
	return run, nil
}

// unique are the first lines of their key.
type unique struct {
	loaders.Growth // of first
	lines          *index.Lines
	stop           context.CancelFunc
	done           chan struct{}

	mu    sync.Mutex
	first []int32 // of each key, the line
}

// find looks for new keys until the lines end, or ctx does.
func (u *unique) find(ctx context.Context, key func(record []byte) string) {
	defer close(u.done)
	seen := map[string]struct{}{}
	again := 0
	for i := 0; ctx.Err() == nil && u.lines.Wait(ctx, i+1) == nil && i < u.lines.Len(); i++ {
		name := ""
		record, number, err := u.lines.Record(i)
		if err == nil {
			name = key(record)
		}
		if _, twice := seen[name]; twice {
			if again++; again <= maxListed {
				u.lines.Report(loaders.Problem{File: u.lines.Path(), Line: number, Example: name, What: "a record of an id that was there before", Done: "left out"})
			}
			continue
		}
		if name != "" {
			seen[name] = struct{}{}
		}
		u.grow(int32(i))
	}
	if again > 0 {
		u.lines.Report(loaders.Problem{File: u.lines.Path(), What: fmt.Sprintf("%d records repeat an id that was there before", again), Done: "each id is one example, the first"})
	}
	u.Grow(u.Len(), true)
}

func (u *unique) grow(line int32) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.first = append(u.first, line)
	u.Grow(len(u.first), false)
}

func (u *unique) line(i int) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return int(u.first[i])
}

// Progress is that of the lines.
func (u *unique) Progress() (done, total int64) { return u.lines.Progress() }

// Following is that of the lines.
func (u *unique) Following() loaders.Follow { return u.lines.Following() }

// Number is the line of the first record of key i.
func (u *unique) Number(i int) int { return u.lines.Number(u.line(i)) }

// Size is the bytes of the first record of key i.
func (u *unique) Size(i int) int { return u.lines.Size(u.line(i)) }

// Record returns the first record of key i.
func (u *unique) Record(i int) (record []byte, number int, err error) {
	return u.lines.Record(u.line(i))
}

// Close ends the search and closes the lines.
func (u *unique) Close() error {
	u.stop()
	<-u.done
	return u.lines.Close()
}
