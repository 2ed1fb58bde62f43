package record

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"faithscope/loaders"
)

// OpenTable indexes the elements at a place in the background. key names an element, nil for its
// key in its object. Unnamed and repeated elements are problems and left out.
func OpenTable(ctx context.Context, place Place, problems *loaders.Problems, key Naming) (*CompanionTable, error) {
	elements, err := entriesAt(ctx, place, problems)
	if err != nil {
		return nil, err
	}
	if key == nil {
		key = func(rec *Record) string { return rec.Key }
	}
	inner, stop := context.WithCancel(ctx)
	t := &CompanionTable{
		Path: place.File, elements: elements, problems: problems, stop: stop, done: make(chan struct{}), at: map[string]int32{},
	}
	go func() {
		defer close(t.done)
		// It ends early only if the run is closed.
		_ = Each(inner, elements, problems, func(rec *Record) error { return t.addEntry(rec, key(rec)) })
		t.found.Grow(len(t.at), loaders.AllThere)
	}()
	return t, nil
}

func (t *CompanionTable) addEntry(rec *Record, id string) error {
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

// Decode is [CompanionTable.Read] with [Record.Decode] into v.
func (t *CompanionTable) Decode(id string, v any) bool {
	return t.Read(id, func(entry *Record) error { return entry.Decode(v) })
}

// Read calls f with the entry called id, once found, and reports whether it exists and f returned
// no error. f's errors and reports are problems of the table's file.
func (t *CompanionTable) Read(id string, f func(entry *Record) error) bool {
	i, ok := t.findEntry(id)
	if !ok {
		return false
	}
	entry, err := ElementRecord(t.elements, i)
	if err == nil {
		err = f(entry)
	}
	if err != nil {
		entry.Problem("%w; used as if it were not there", err)
	}
	entry.Report(t.problems, t.Path, id)
	return err == nil
}

// Misses reports as rec's problem that the table lacks id, and what was done; what is an entry
// ("question"), or "". A nil table reports nothing.
func (t *CompanionTable) Misses(rec *Record, what, id, done string) {
	if t != nil {
		rec.Problem(strings.TrimLeft(what+" %q is not in %s; ", " ")+done, id, filepath.Base(t.Path))
	}
}

// Names waits for all entries and returns their ids in file order.
func (t *CompanionTable) Names() []string { return t.namesWithout(nil, nil) }

func (t *CompanionTable) namesWithout(met map[string]bool, counts Check) (names []string) {
	t.Len()
	for id, i := range t.at {
		if met[id] {
			continue
		}
		if entry, err := ElementRecord(t.elements, int(i)); counts == nil || err == nil && counts(entry) {
			names = append(names, id)
		}
	}
	loaders.SortBy(names, func(name string) int32 { return t.at[name] })
	return names
}
