package loaders

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
)

// Run is one model evaluated on one data set, open for reading. It is safe
// for concurrent use.
type Run struct {
	Name    string // shown; unique among the runs opened together
	Path    string // opens the run again
	Part    string // of a file that holds several runs, the end of Path; else ""
	Format  string // of the file, "faithful-nmn"
	Model   string
	Dataset string
	// Note is what the screen must say about the run: what is simulated or
	// small, and the data's licence. "" for a user's own.
	Note string
	// Boxes is the box convention assumed ("xyxy, 0..1 of the image"), ""
	// for runs without boxes.
	Boxes string
	// Gold says where gold came from: a path, "in the file", "" for none.
	Gold string
	// Pictures is where image paths are opened; nil where no image folder is
	// known. It cannot climb out of its folder.
	Pictures fs.FS
	Problems Problems

	records Records
	decode  func(i int) (*Example, error)
	owned   []io.Closer
	kept    *kept       // nil where nothing is
	shard   atomic.Bool // one file of a run in several

	mu      sync.Mutex
	cache   cache
	rows    rows
	missing map[string]bool // pictures that were reported
}

// Records are the examples of a file before anybody has decoded them.
type Records interface {
	// Len is the number of records found so far; it only grows.
	Len() int
	// Complete reports whether Len is final.
	Complete() bool
	// Wait blocks until there are at least n records or no more will come.
	Wait(ctx context.Context, n int) error
	// Progress returns bytes examined and bytes in all, of the stored file.
	Progress() (done, total int64)
	Close() error
}

// NewRun returns a run over records. decode turns record i into an example;
// it is called from several goroutines. Its error makes the example Broken
// and a problem at (r.Path, line 0); a decoder that knows the line reports
// the problem itself and returns an example with Broken set. Where records
// have a method Size(i int) int, the bytes of record i, the cache of decoded
// examples is bounded by it too.
func NewRun(path, format string, records Records, decode func(i int) (*Example, error)) *Run {
	r := &Run{}
	r.init(path, format, records, decode)
	return r
}

func (r *Run) init(path, format string, records Records, decode func(i int) (*Example, error)) {
	r.Name, r.Path, r.Format = path, path, format
	r.records, r.decode, r.cache, r.rows = records, decode, newCache(), rows{}
}

// Len is the number of examples found so far, broken ones included.
func (r *Run) Len() int { return r.records.Len() }

// Complete reports whether Len is final.
func (r *Run) Complete() bool { return r.records.Complete() }

// Wait blocks until there are n examples, no more will come, or ctx ends.
func (r *Run) Wait(ctx context.Context, n int) error { return r.records.Wait(ctx, n) }

// Progress returns the bytes of the stored file examined and in all.
func (r *Run) Progress() (done, total int64) { return r.records.Progress() }

// Close ends the search for records and closes the file and the image
// folder. Examples decoded before stay valid.
func (r *Run) Close() error {
	err := r.records.Close()
	for _, c := range r.owned {
		err = errors.Join(err, c.Close())
	}
	return err
}

// SetPictures makes f the run's image folder, closed with the run. It is
// called before the run is shared.
func (r *Run) SetPictures(f *Folder) {
	r.Pictures = f
	r.Own(f)
}

// Own has c, a file that travels with the run, closed with it. It is called
// before the run is shared.
func (r *Run) Own(c io.Closer) { r.owned = append(r.owned, c) }

// Example returns example i, 0 ≤ i < Len, decoded. Callers must not change
// it. Beyond Len it is broken: a list may still have the places of a file that
// has become shorter and was opened anew.
func (r *Run) Example(i int) *Example {
	if i >= r.Len() {
		return gone(i)
	}
	r.mu.Lock()
	ex := r.cache.get(i)
	r.mu.Unlock()
	if ex != nil {
		return ex
	}
	ex = r.read(i)
	size := 0
	if sized, ok := r.records.(interface{ Size(i int) int }); ok {
		size = sized.Size(i)
	}
	r.mu.Lock()
	r.cache.add(i, ex, size)
	r.mu.Unlock()
	return ex
}

// Scan returns example i without keeping it in the cache: for passes over
// the whole run.
func (r *Run) Scan(i int) *Example {
	if i >= r.Len() {
		return gone(i)
	}
	r.mu.Lock()
	ex := r.cache.peek(i)
	r.mu.Unlock()
	if ex != nil {
		return ex
	}
	return r.read(i)
}

func gone(i int) *Example {
	return &Example{ID: place(i), Broken: "the file has no such record any more"}
}

func (r *Run) read(i int) *Example {
	ex, err := r.decode(i)
	if err != nil {
		ex = &Example{ID: place(i), Broken: err.Error()}
		r.Problems.Add(Problem{File: r.Path, Example: ex.ID, What: err.Error(), Done: "kept as an example without scores"})
	}
	row := rowOf(ex)
	kept := pack(&row)
	r.mu.Lock()
	r.rows.set(i, kept)
	r.mu.Unlock()
	return ex
}

// Row returns the row of example i, 0 ≤ i < Len, decoding the example if
// nobody has yet.
func (r *Run) Row(i int) Row {
	if row, ok := r.Peek(i); ok {
		return row
	}
	return rowOf(r.Scan(i))
}

// Peek returns the row of example i, 0 ≤ i < Len, ok false where nobody has
// decoded the example yet. It reads no file.
func (r *Run) Peek(i int) (_ Row, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rows.at(i)
}
