package record

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"faithscope/loaders"
)

// OpenTable indexes the elements at a place in the background. entryNamer names an element, nil for its
// key in its object. Unnamed and repeated elements are problems and left out.
func OpenTable(ctx context.Context, pathInFile PathInFile, problems *loaders.Problems, entryNamer EntryNamer) (*CompanionTable, error) {
	elements, err := entriesAt(ctx, pathInFile, problems)
	if err != nil {
		return nil, err
	}
	if entryNamer == nil {
		entryNamer = func(rec *Record) string { return rec.Key }
	}
	inner, stop := context.WithCancel(ctx)
	t := &CompanionTable{
		Path: pathInFile.File, elements: elements, problems: problems, stop: stop, done: make(chan struct{}), at: map[string]int32{},
	}
	go func() {
		defer close(t.done)
		// It ends early only if the run is closed.
		_ = Each(inner, elements, problems, func(rec *Record) error { return t.addEntry(rec, entryNamer(rec)) })
		t.found.Grow(len(t.at), loaders.AllThere)
	}()
	return t, nil
}

func (t *CompanionTable) addEntry(rec *Record, entryID string) error {
	if entryID == "" {
		return errors.New("an entry has no name")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, twice := t.at[entryID]; twice {
		return loaders.Errorf("duplicate entry name %q", entryID)
	}
	t.at[entryID] = int32(rec.Index)
	if rec.Index%256 == 0 { // waking readers costs more than reading
		t.found.Grow(len(t.at), loaders.MoreToCome)
	}
	return nil
}

// Decode is [CompanionTable.Read] with [Record.Decode] into v.
func (t *CompanionTable) Decode(entryID string, v any) bool {
	return t.Read(entryID, func(entry *Record) error { return entry.Decode(v) })
}

// Read calls f with the entry called entryID, once found, and reports whether it exists and f returned
// no error. f's errors and reports are problems of the table's file.
func (t *CompanionTable) Read(entryID string, f func(entry *Record) error) bool {
	i, ok := t.findEntry(entryID)
	if !ok {
		return false
	}
	entry, err := ElementRecord(t.elements, i)
	if err == nil {
		err = f(entry)
	}
	if err != nil {
		entry.Problem("%w; ignored", err)
	}
	entry.Report(t.problems, t.Path, entryID)
	return err == nil
}

// Misses reports as rec's problem that the table lacks entryID, and what was done; entryNoun is for an
// entry ("question"), or "". A nil table reports nothing.
func (t *CompanionTable) Misses(rec *Record, entryNoun, entryID, whatWasDone string) {
	if t != nil {
		rec.Problem(strings.TrimLeft(entryNoun+" %q is not in %s; ", " ")+whatWasDone, entryID, filepath.Base(t.Path))
	}
}

// Names waits for all entries and returns their ids in file order.
func (t *CompanionTable) Names() []string { return t.namesWithout(nil, nil) }

func (t *CompanionTable) namesWithout(requestedNames map[string]bool, isCounted EntryCheck) (names []string) {
	t.Len()
	for id, i := range t.at {
		if requestedNames[id] {
			continue
		}
		if entry, err := ElementRecord(t.elements, int(i)); isCounted == nil || err == nil && isCounted(entry) {
			names = append(names, id)
		}
	}
	loaders.SortBy(names, func(name string) int32 { return t.at[name] })
	return names
}
