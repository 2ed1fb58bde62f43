package loaders

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Run is one model evaluated on one data set, open for reading. It is safe
// for concurrent use.
type Run struct {
	Name    string // shown; unique among the runs opened together
	Path    string
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
	cache   *lru.Cache[int, *Example]

	owned []io.Closer

	mu   sync.Mutex
	rows []Row
	have []bool
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

// Row is what a list shows of an example without its modules. Its strings
// are cleaned.
type Row struct {
	ID        string
	Question  string
	Predicted string
	Gold      string
	Kind      string
	Correct   Verdict
	Modules   int // nodes of the program
	Broken    bool
}

// cachedExamples bounds how many decoded examples a run keeps. An NLVR2
// example is some 30 KB decoded.
const cachedExamples = 256

// NewRun returns a run over records. decode turns record i into an example;
// it is called from several goroutines. Its error makes the example Broken
// and a problem at (r.Path, line 0); a decoder that knows the line reports
// the problem itself and returns an example with Broken set.
func NewRun(path, format string, records Records, decode func(i int) (*Example, error)) *Run {
	r := &Run{}
	r.init(path, format, records, decode)
	return r
}

func (r *Run) init(path, format string, records Records, decode func(i int) (*Example, error)) {
	cache, err := lru.New[int, *Example](cachedExamples)
	if err != nil {
		panic(err) // only for a size below 1
	}
	r.Name, r.Path, r.Format, r.records, r.decode, r.cache = path, path, format, records, decode, cache
}

// Len is the number of examples found so far, broken ones included.
func (r *Run) Len() int { return r.records.Len() }

// Complete reports whether Len is final.
func (r *Run) Complete() bool { return r.records.Complete() }

// Wait blocks until there are n examples, no more will come, or ctx ends.
func (r *Run) Wait(ctx context.Context, n int) error { return r.records.Wait(ctx, n) }

// Progress returns the bytes of the stored file examined and in all.
func (r *Run) Progress() (done, total int64) { return r.records.Progress() }

// Close ends the search for records and closes the file and the image folder.
func (r *Run) Close() error {
	err := r.records.Close()
	for _, c := range r.owned {
		err = errors.Join(err, c.Close())
	}
	return err
}

// Example returns example i, 0 ≤ i < Len, decoded. Callers must not change
// it.
func (r *Run) Example(i int) *Example {
	if ex, ok := r.cache.Get(i); ok {
		return ex
	}
	ex := r.read(i)
	r.cache.Add(i, ex)
	return ex
}

// Scan returns example i without keeping it in the cache: for passes over
// the whole run.
func (r *Run) Scan(i int) *Example {
	if ex, ok := r.cache.Peek(i); ok {
		return ex
	}
	return r.read(i)
}

func (r *Run) read(i int) *Example {
	ex, err := r.decode(i)
	if err != nil {
		ex = &Example{ID: place(i), Broken: err.Error()}
		r.Problems.Add(Problem{File: r.Path, Example: ex.ID, What: err.Error(), Done: "kept as an example without scores"})
	}
	r.keep(i, ex)
	return ex
}

// Row returns the row of example i, decoding it if nobody has yet.
func (r *Run) Row(i int) Row {
	r.mu.Lock()
	if i < len(r.have) && r.have[i] {
		defer r.mu.Unlock()
		return r.rows[i]
	}
	r.mu.Unlock()
	return rowOf(r.Example(i))
}

func (r *Run) keep(i int, ex *Example) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i >= len(r.rows) {
		n := max(i+1, r.records.Len())
		r.rows = append(r.rows, make([]Row, n-len(r.rows))...)
		r.have = append(r.have, make([]bool, n-len(r.have))...)
	}
	if !r.have[i] {
		r.rows[i], r.have[i] = rowOf(ex), true
	}
}
