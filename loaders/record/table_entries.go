package record

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
)

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
	go t.indexIDs(inner, key)
	return t, nil
}

// indexIDs accepts ids as the elements are found.
func (t *Table) indexIDs(ctx context.Context, key Naming) {
	defer close(t.done)
	// It ends early only where the run is closed, and then the result is not
	// used.
	_ = Each(ctx, t.elements, t.problems, func(rec *Record) error { return t.addEntry(rec, key(rec)) })
	t.found.Grow(len(t.at), loaders.AllThere)
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
		t.found.Grow(len(t.at), loaders.MoreToCome)
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
	i, ok := t.findEntry(id)
	if !ok {
		return false
	}
	entry, err := elementRecord(t.elements, i)
	if err == nil {
		err = f(entry)
	}
	if err != nil {
		entry.Problem("%w; used as if it were not there", err)
	}
	entry.Report(t.problems, t.Path, id)
	return err == nil
}

// Misses reports that the table has no entry called id, which is what
// ("question", or "" to name it alone), and what was done. A nil table reports
// nothing.
func (t *Table) Misses(rec *Record, what, id, done string) {
	if t != nil {
		rec.Problem(strings.TrimLeft(what+" %q is not in %s; ", " ")+done, id, filepath.Base(t.Path))
	}
}

// Names returns the ids in the order of the file. It waits until all are found.
func (t *Table) Names() []string { return t.namesWithout(nil, nil) }

// namesWithout returns the names of the entries except some, in the order of the file,
// for which counts holds; nil counts all.
func (t *Table) namesWithout(met map[string]bool, counts Check) (names []string) {
	t.Len()
	for id, i := range t.at {
		if met[id] {
			continue
		}
		if entry, err := elementRecord(t.elements, int(i)); counts == nil || err == nil && counts(entry) {
			names = append(names, id)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(t.at[a], t.at[b]) })
	return names
}
