package record

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// Table is a companion of a run as a dictionary: gold, questions, scene graphs
// by the id of an example or a picture. It keeps ids and places; an entry is
// read when it is asked for. It is safe for concurrent use. A nil Table has no
// entries.
type Table struct {
	Path     string
	elements *index.Elements
	problems *loaders.Problems
	stop     context.CancelFunc
	done     chan struct{}

	found loaders.Growth // ids
	mu    sync.Mutex
	at    map[string]int32
}

// OpenTable opens the elements at path within a file of fsys as a table; at
// path "" its records: lines, or what is read like them. key names an element;
// one without a name, or with one that was there before, is a problem and not
// in the table. Nil key means the key of an entry. Problems of the file go to
// problems.
func OpenTable(ctx context.Context, fsys fs.FS, file, path string, problems *loaders.Problems, key Naming) (*Table, error) {
	elements, err := Entries(ctx, fsys, file, path, problems)
	if err != nil {
		return nil, err
	}
	if key == nil {
		key = func(rec *Record) string { return rec.Key }
	}
	inner, stop := context.WithCancel(ctx)
	t := &Table{Path: file, elements: elements, problems: problems, stop: stop, done: make(chan struct{}), at: map[string]int32{}}
	go t.index(inner, key)
	return t, nil
}

// index accepts ids as the elements are found.
func (t *Table) index(ctx context.Context, key Naming) {
	defer close(t.done)
	// It ends early only where the run is closed, and then the result is not
	// used.
	_ = Each(ctx, t.elements, t.problems, func(rec *Record) error { return t.addEntry(rec, key(rec)) })
	t.found.Grow(len(t.at), true)
}

func (t *Table) addEntry(rec *Record, id string) error {
	if id == "" {
		return errors.New("an entry without a name")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, twice := t.at[id]; twice {
		return loaders.Errorf("a second entry called %q", id)
	}
	t.at[id] = int32(rec.Index)
	if rec.Index%256 == 0 { // waking readers costs more than reading
		t.found.Grow(len(t.at), false)
	}
	return nil
}

// Decode decodes the entry called id into v, as [Record.Decode] does, and reports
// whether there is one that can be read. It waits until the entry is found or all
// are. A fault of an entry is a problem of the table's file.
func (t *Table) Decode(id string, v any) bool {
	return t.Read(id, func(entry *Record) error { return entry.Decode(v) })
}

// Read calls f for the entry called id, and is otherwise like Decode. It
// reports whether there is an entry for which f had no error.
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
		entry.Problem("%w; used as if it were not there", err)
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
		rec.Problem(strings.TrimLeft(what+" %q is not in %s; ", " ")+done, id, filepath.Base(t.Path))
	}
}

func (t *Table) find(id string) (i int, ok bool) {
	if t == nil {
		return 0, false
	}
	for {
		n, all := t.found.Len(), t.found.Complete()
		t.mu.Lock()
		at, ok := t.at[id]
		t.mu.Unlock()
		if ok || all || id == "" {
			return int(at), ok
		}
		_ = t.found.Wait(context.Background(), n+1) // it ends with the search
	}
}

// maxListed bounds how many entries without a record are listed one by one;
// all are counted.
const maxListed = 100

// ReportLeft reports how many of all entries of a file are left without a record, and the
// names of the first of them; what is an entry ("question"). In a shard nothing is
// reported: what has no record in it may have one in another file.
func (o *Opening) ReportLeft(file, what string, left []string, all int) {
	if len(left) == 0 || o.Options.Shard {
		return
	}
	run := o.Run
	run.Problems.Report(file, "%d of %d %ss have no readable record in the run; scores are only over the records", len(left), all, what)
	for _, id := range left[:min(len(left), maxListed)] {
		run.Problems.Add(loaders.Problem{File: file, Example: id}.Worded("the run has no readable record of this %s; not counted", what))
	}
}

// Names are the ids in the order of the file. It waits until all are found.
func (t *Table) Names() []string { return t.without(nil, nil) }

// Len waits until all entries are found and returns how many there are.
func (t *Table) Len() int {
	_ = t.found.Wait(context.Background(), math.MaxInt) // it ends with the search
	return len(t.at)
}

// Close ends the search for entries and closes the file.
func (t *Table) Close() error {
	t.stop()
	<-t.done
	return t.elements.Close()
}

// CountMissing is [loaders.Answer.CountMissing], and reports what lacks a prediction.
func (rec *Record) CountMissing(a *loaders.Answer, metrics ...string) {
	if a.CountMissing(metrics...) && !rec.left {
		rec.Problem("no answer; without --missing omit it counts 0")
	}
}

// addLeft adds after the run's records the entries of t, the table of c, that
// none of them asks for. Where fewer than half of the records have an entry the
// file hardly belongs to the run, and nothing is added.
func (o *Opening) addLeft(t *Table, c *Companion) {
	l, decode := &longer{}, o.decode
	l.problem = func(n int) loaders.Problem {
		return loaders.Problem{File: t.Path}.Worded("%d of %d %ss have no answer in the run; without --missing omit they count 0"+c.Official,
			n, t.Len(), c.Left)
	}
	o.lengthen(l, func(ctx context.Context, own *loaders.Run) (more int) {
		if l.names = o.leftOf(ctx, t, c, own); len(l.names) == 0 || o.Options.Shard {
			return 0
		}
		o.Run.Problems.Add(l.problem(len(l.names)))
		return len(l.names)
	}, func(i, k int) *loaders.Example {
		rec := &Record{Bytes: c.Blank(l.names[k]), Key: l.names[k], Index: i, left: true}
		ex := o.decoded(rec, nil, decode)
		rec.CountMissing(&ex.Answer)
		return ex
	})
}

// leftOf are the names of the entries that no record asks for.
func (o *Opening) leftOf(ctx context.Context, t *Table, c *Companion, records loaders.Records) []string {
	if t.found.Wait(ctx, math.MaxInt) != nil {
		return nil
	}
	met, asked, answered := map[string]bool{}, 0, 0
	for i := 0; i < records.Len() && ctx.Err() == nil; i++ {
		rec, err := o.record(i)
		if err != nil {
			continue
		}
		if name := c.Asks(rec); t.Has(name) {
			met[name] = true
			answered++
		}
		asked++
	}
	if 2*answered < asked || ctx.Err() != nil {
		return nil
	}
	return t.without(met, c.Counts)
}

// without are the names of the entries except some, in the order of the file,
// for which counts holds; nil counts all.
func (t *Table) without(met map[string]bool, counts Check) (names []string) {
	t.Len()
	for id, i := range t.at {
		if met[id] {
			continue
		}
		if entry, err := element(t.elements, int(i)); counts == nil || err == nil && counts(entry) {
			names = append(names, id)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(t.at[a], t.at[b]) })
	return names
}
