package loaders

import (
	"context"
	"fmt"
	"sync"
)

// OpenUnique is [OpenJSONL] for files that programs append to when they run
// again: of records with the same key only the first is an example. key is
// called for every record, in order, in the background; a record of key "" is
// an example of its own. How many were left out is a problem, and so is each
// of the first of them.
func OpenUnique(ctx context.Context, src *Source, format string, key func(record []byte) string, decode func(rec *Record) (*Example, error)) (*Run, error) {
	run := &Run{}
	lines, err := OpenLines(ctx, src, &run.Problems)
	if err != nil {
		return nil, err
	}
	inner, stop := context.WithCancel(ctx)
	u := &unique{Lines: lines, stop: stop, done: make(chan struct{}), grown: make(chan struct{})}
	go u.find(inner, key)
	run.init(src.Path, format, u, func(i int) (*Example, error) {
		at := u.line(i)
		rec := &Record{Index: i, Cut: lines.Cut(at)}
		var err error
		rec.Bytes, rec.Line, err = lines.Record(at)
		return run.decoded(rec, err, decode), nil
	})
	return run, nil
}

// unique are the first lines of their key.
type unique struct {
	*Lines
	stop context.CancelFunc
	done chan struct{}

	mu    sync.Mutex
	grown chan struct{} // closed and replaced at every growth
	first []int32       // of each key, the line
	all   bool
}

// find looks for new keys until the lines end, or ctx does.
func (u *unique) find(ctx context.Context, key func(record []byte) string) {
	defer close(u.done)
	seen := map[string]struct{}{}
	again := 0
	for i := 0; ctx.Err() == nil && u.Lines.Wait(ctx, i+1) == nil && i < u.Lines.Len(); i++ {
		name := ""
		record, number, err := u.Lines.Record(i)
		if err == nil {
			name = key(record)
		}
		if _, twice := seen[name]; twice {
			if again++; again <= maxListed {
				u.problems.Add(Problem{File: u.src.Path, Line: number, Example: name, What: "a record of an id that was there before", Done: "left out"})
			}
			continue
		}
		if name != "" {
			seen[name] = struct{}{}
		}
		u.grow(int32(i))
	}
	if again > 0 {
		u.problems.Add(Problem{File: u.src.Path, What: fmt.Sprintf("%d records repeat an id that was there before", again), Done: "each id is one example, the first"})
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.all = true
	close(u.grown)
	u.grown = make(chan struct{})
}

func (u *unique) grow(line int32) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.first = append(u.first, line)
	close(u.grown)
	u.grown = make(chan struct{})
}

func (u *unique) line(i int) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return int(u.first[i])
}

// Len is the number of keys found so far.
func (u *unique) Len() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.first)
}

// Complete reports whether Len is final.
func (u *unique) Complete() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.all
}

// Wait blocks until n keys are found, all are, or ctx ends.
func (u *unique) Wait(ctx context.Context, n int) error {
	for {
		u.mu.Lock()
		enough, grown := len(u.first) >= n || u.all, u.grown
		u.mu.Unlock()
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

// Size is the bytes of the first record of key i.
func (u *unique) Size(i int) int { return u.Lines.Size(u.line(i)) }

// Record returns the first record of key i.
func (u *unique) Record(i int) (record []byte, number int, err error) {
	return u.Lines.Record(u.line(i))
}

// Close ends the search and closes the lines.
func (u *unique) Close() error {
	u.stop()
	<-u.done
	return u.Lines.Close()
}
