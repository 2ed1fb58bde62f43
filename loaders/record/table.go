package record

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// Table is a file that travels beside a run, as a dictionary: gold,
// questions, scene graphs by the id of an example or a picture. It keeps ids
// and places; an entry is read when somebody asks for it. It is safe for
// concurrent use. A nil Table has no entries.
type Table struct {
	Path     string
	elements *index.Elements
	problems *loaders.Problems
	stop     context.CancelFunc
	done     chan struct{}

	mu    sync.Mutex
	found *sync.Cond // more ids, or all
	at    map[string]int32
	all   bool
}

// OpenTable opens the elements at path within a file of fsys as a table; at
// path "" its records: lines, or what stands for them.
// key names an element; one without a name, or with one that was there
// before, is a problem and not in the table. Nil key means the key of an
// entry. Problems of the file go to problems.
func OpenTable(ctx context.Context, fsys fs.FS, file, path string, problems *loaders.Problems, key func(rec *Record) string) (*Table, error) {
	src, err := files.OpenSource(fsys, file)
	if err != nil {
		return nil, err
	}
	elements, err := entries(ctx, src, path, problems)
	if err != nil {
		src.Close()
		return nil, loaders.Errorf("%s: %w", file, err)
	}
	if key == nil {
		key = func(rec *Record) string { return rec.Key }
	}
	inner, stop := context.WithCancel(ctx)
	t := &Table{Path: file, elements: elements, problems: problems, stop: stop, done: make(chan struct{}), at: map[string]int32{}}
	t.found = sync.NewCond(&t.mu)
	go t.index(inner, key)
	return t, nil
}

// index accepts ids as the elements are found.
func (t *Table) index(ctx context.Context, key func(rec *Record) string) {
	defer close(t.done)
	// It ends early only where the run is closed, and nobody asks then.
	_ = Each(ctx, t.elements, t.problems, func(rec *Record) error { return t.take(rec, key(rec)) })
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = true
	t.found.Broadcast()
}

func (t *Table) take(rec *Record, id string) error {
	if id == "" {
		return errors.New("an entry without a name")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, twice := t.at[id]; twice {
		return loaders.Errorf("a second entry called %q", id)
	}
	t.at[id] = int32(rec.Index)
	if rec.Index%256 == 0 { // waking costs more than reading
		t.found.Broadcast()
	}
	return nil
}

// Decode decodes the entry called id into v, as [Record.Decode] does, and reports
// whether there is one that can be read. It waits until the entry is found or all
// are. What is wrong with an entry is a problem of the table's file.
func (t *Table) Decode(id string, v any) bool {
	return t.Read(id, func(entry *Record) error { return entry.Decode(v) })
}

// Read calls f for the entry called id, and is Decode otherwise. It reports
// whether there is an entry for which f had no error.
func (t *Table) Read(id string, f func(entry *Record) error) bool {
	i, ok := t.find(id)
	if !ok {
		return false
	}
	entry, err := element(t.elements, i)
	if err == nil {
		err = f(entry)
	}
	if err != nil {
		entry.Problem(loaders.Because(err), loaders.Say("used as if it were not there"))
	}
	entry.Report(t.problems, t.Path, id)
	return err == nil
}

// Has reports whether there is an entry called id. It waits as Decode does.
func (t *Table) Has(id string) bool {
	_, ok := t.find(id)
	return ok
}

// Misses reports that the table has no entry called id, which is what
// ("question", or "" to name it alone), and what was done. A nil table reports
// nothing.
func (t *Table) Misses(rec *Record, what, id, done string) {
	if t != nil {
		rec.Problem(loaders.Say(strings.TrimLeft(what+" %q is not in %s", " "), id, filepath.Base(t.Path)), loaders.Say(done))
	}
}

func (t *Table) find(id string) (i int, ok bool) {
	if t == nil {
		return 0, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	at, ok := t.at[id]
	for !ok && !t.all && id != "" {
		t.found.Wait()
		at, ok = t.at[id]
	}
	return int(at), ok
}

// maxListed bounds how many entries without a record are listed one by one;
// all are counted.
const maxListed = 100

// ReportLeft adds to the problems of run how many of all entries of a file are
// left without a record, and the names of the first of them; what is an entry
// ("question"). It is called once every record was decoded. In a shard nothing
// is reported: what has no record in it may have one in another file.
func ReportLeft(run *loaders.Run, file, what string, left []string, all int) {
	if len(left) == 0 || run.Shard() {
		return
	}
	run.Problems.Add(loaders.Problem{File: file, What: loaders.Say("%d of %d %ss have no readable record in the run", len(left), all, what), Done: loaders.Say("scores are over the records alone")})
	for _, id := range left[:min(len(left), maxListed)] {
		run.Problems.Add(loaders.Problem{File: file, Example: id, What: loaders.Say("the run has no readable record of this %s", what), Done: loaders.Say("not counted")})
	}
}

// Len waits until all entries are found and returns how many there are.
func (t *Table) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.all {
		t.found.Wait()
	}
	return len(t.at)
}

// Close ends the search for entries and closes the file.
func (t *Table) Close() error {
	t.stop()
	<-t.done
	return t.elements.Close()
}
