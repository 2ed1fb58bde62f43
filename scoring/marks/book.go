package marks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"faithscope/loaders/files/store"
)

// Book is what was said of one run. It is safe for concurrent use. Reading it
// is reading memory; only the methods that are given a context touch a file.
type Book struct {
	files []file // the first that can be written is written
	now   func() time.Time

	write sync.Mutex // held over a change of the file and of what is below

	mu      sync.Mutex
	entries map[place]Entry
	tags    map[string]int      // how many examples and modules have it
	modules map[string][]int    // of an example: those with an entry, ascending
	views   map[string]string   // by name
	lines   map[string][]string // typed, by what for, the last at the end
	undo    [][]Change          // what takes the last steps of this program back
}

// mostUndone bounds how many steps can be taken back, mostLines the lines that
// are kept in memory for each of what they are typed for.
const (
	mostUndone = 200
	mostLines  = 500
)

// newBook returns an empty book over files.
func newBook(files []file) *Book {
	return &Book{
		files: files, now: time.Now, entries: map[place]Entry{}, tags: map[string]int{}, modules: map[string][]int{},
		views: map[string]string{}, lines: map[string][]string{},
	}
}

// held returns what a function reads of the book while nobody changes it, and
// nothing of a nil book.
func held[T any](b *Book, read func() T) (of T) {
	if b == nil {
		return of
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return read()
}

// Of returns what was said of an example as a whole.
func (b *Book) Of(id string) Entry { return b.Module(id, Whole) }

// Module returns what was said of a module of an example, [Whole] for the
// example. A nil book has nothing.
func (b *Book) Module(id string, module int) Entry {
	return held(b, func() Entry { return b.entries[place{id, module}] })
}

// Modules returns the modules of an example of which something was said,
// ascending.
func (b *Book) Modules(id string) []int {
	return held(b, func() []int { return slices.Clone(b.modules[id]) })
}

// Marked reports whether an example or one of its modules is marked.
func (b *Book) Marked(id string) bool {
	return b.any(id, func(e Entry) bool { return e.Marked })
}

// Tagged reports whether an example or one of its modules has a tag, case
// aside.
func (b *Book) Tagged(id, tag string) bool {
	return b.any(id, func(e Entry) bool { return e.Has(tag) })
}

// Noted reports whether there is a note on an example or one of its modules.
func (b *Book) Noted(id string) bool {
	return b.any(id, func(e Entry) bool { return e.Note != "" })
}

// TagsOf returns the tags of an example and of its modules, sorted, each once.
func (b *Book) TagsOf(id string) []string {
	var tags []string
	b.any(id, func(e Entry) bool {
		tags = append(tags, e.Tags...)
		return false
	})
	slices.Sort(tags)
	return slices.Compact(tags)
}

// any reports whether ok accepts the entry of an example or of a module of it.
func (b *Book) any(id string, ok func(Entry) bool) bool {
	return held(b, func() bool {
		return ok(b.entries[place{id, Whole}]) || slices.ContainsFunc(b.modules[id], func(m int) bool { return ok(b.entries[place{id, m}]) })
	})
}

// Tags returns every tag of the run, the most frequent first, then by letters.
func (b *Book) Tags() []string {
	return held(b, func() []string {
		return slices.SortedFunc(maps.Keys(b.tags), func(x, y string) int {
			return cmp.Or(cmp.Compare(b.tags[y], b.tags[x]), strings.Compare(x, y))
		})
	})
}

// Count returns how many examples and modules have an entry.
func (b *Book) Count() int {
	return held(b, func() int { return len(b.entries) })
}

// Views returns the names of the views that were saved, sorted, and what each
// is by name.
func (b *Book) Views() (names []string, of map[string]string) {
	if b == nil {
		return nil, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(maps.Keys(b.views)), maps.Clone(b.views)
}

// Lines returns what was typed for something ("filter"), the last at the end,
// each once.
func (b *Book) Lines(typedFor string) []string {
	return held(b, func() []string { return slices.Clone(b.lines[typedFor]) })
}

// ErrNoBook says that nothing can be kept of a run.
var ErrNoBook = errors.New("there is no file to keep marks in")

// Apply makes changes, which are one step: all of them are on disk when it
// returns nil, and none otherwise. Those that change nothing are left out.
func (b *Book) Apply(ctx context.Context, changes ...Change) error {
	return b.Step(ctx, func() []Change { return changes })
}

// Step is Apply of changes that rest on what there is: nobody else changes it
// between.
func (b *Book) Step(ctx context.Context, changes func() []Change) error {
	return b.apply(ctx, changes, true)
}

func (b *Book) apply(ctx context.Context, step func() []Change, undoable bool) error {
	if b == nil {
		return ErrNoBook
	}
	b.write.Lock()
	defer b.write.Unlock()
	if err := b.sync(ctx); err != nil {
		return err
	}
	changes := step()
	for i := range changes {
		if err := changes[i].check(); err != nil {
			return err
		}
	}
	changes, back := b.effective(changes)
	if len(changes) == 0 {
		return nil
	}
	if err := b.append(ctx, changes); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range changes {
		b.take(&changes[i])
	}
	if undoable && len(back) > 0 {
		slices.Reverse(back)
		b.undo = append(b.undo, back)
		b.undo = b.undo[max(0, len(b.undo)-mostUndone):]
	}
	return nil
}

// effective returns the changes that change something, one after the other, and
// for those of examples what takes each back.
func (b *Book) effective(changes []Change) (kept, back []Change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := map[place]Entry{}
	for _, c := range changes {
		at := place{c.ID, c.Module}
		switch c.Kind {
		case View:
			if was, ok := b.views[c.ID]; ok == c.Off || !c.Off && was != c.Text {
				kept = append(kept, c)
			}
			continue
		case Line:
			kept = append(kept, c)
			continue
		}
		e, ok := now[at]
		if !ok {
			e = b.entries[at]
		}
		if inverse, changed := e.back(c); changed {
			now[at] = e.with(&c)
			kept, back = append(kept, c), append(back, inverse)
		}
	}
	return kept, back
}

// Undo takes the last step of this program back and returns what that changed,
// nil where there is none. It writes, as Apply does.
func (b *Book) Undo(ctx context.Context) ([]Change, error) {
	if b == nil {
		return nil, ErrNoBook
	}
	b.mu.Lock()
	n := len(b.undo) - 1
	if n < 0 {
		b.mu.Unlock()
		return nil, nil
	}
	step := b.undo[n]
	b.mu.Unlock()
	if err := b.apply(ctx, func() []Change { return step }, false); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.undo = b.undo[:n]
	return step, nil
}

// Sync reads what other programs have written since, and reports whether there
// was anything.
func (b *Book) Sync(ctx context.Context) (news bool, err error) {
	if b == nil {
		return false, nil
	}
	b.write.Lock()
	defer b.write.Unlock()
	before := b.seen()
	err = b.sync(ctx)
	return b.seen() != before, err
}

// take makes a change in memory.
func (b *Book) take(c *Change) {
	switch c.Kind {
	case View:
		b.views[c.ID] = c.Text
		if c.Off {
			delete(b.views, c.ID)
		}
		return
	case Line:
		lines := slices.DeleteFunc(b.lines[c.ID], func(l string) bool { return l == c.Text })
		lines = append(lines, c.Text)
		b.lines[c.ID] = lines[max(0, len(lines)-mostLines):]
		return
	}
	at := place{c.ID, c.Module}
	before := b.entries[at]
	after := before.with(c)
	for _, t := range before.Tags {
		if b.tags[t]--; b.tags[t] == 0 {
			delete(b.tags, t)
		}
	}
	for _, t := range after.Tags {
		b.tags[t]++
	}
	b.entries[at] = after
	if after.Empty() {
		delete(b.entries, at)
	}
	if c.Module == Whole {
		return
	}
	k, found := slices.BinarySearch(b.modules[c.ID], c.Module)
	switch {
	case !found && !after.Empty():
		b.modules[c.ID] = slices.Insert(b.modules[c.ID], k, c.Module)
	case found && after.Empty():
		b.modules[c.ID] = slices.Delete(b.modules[c.ID], k, k+1)
	}
}

// Open returns the book of a run. Files that are not there are not made before
// something is written. A file that cannot be read is an error, and the book
// holds what the others have; it is never nil. One with a companion of SQLite is
// such a file, and is left alone from then on. The caller closes the book.
func Open(ctx context.Context, at Location) (*Book, error) {
	var files []file
	if at.Folder != "" {
		files = append(files, file{path: filepath.Join(at.Folder, FileName), run: at.Name})
	}
	if at.Own != "" {
		files = append(files, file{path: at.Own, run: at.Path})
	}
	var refused error
	files = slices.DeleteFunc(files, func(f file) bool {
		err := f.alone()
		refused = errors.Join(refused, err)
		return err != nil
	})
	b := newBook(files)
	_, err := b.Sync(ctx)
	return b, errors.Join(refused, err)
}

// Close closes the files.
func (b *Book) Close() error {
	if b == nil {
		return nil
	}
	b.write.Lock()
	defer b.write.Unlock()
	var err error
	for i := range b.files {
		err = errors.Join(err, b.files[i].close())
	}
	return err
}

// seen is how many rows were read in all.
func (b *Book) seen() (rows int64) {
	for i := range b.files {
		rows += b.files[i].last
	}
	return rows
}

// sync reads what is new in every file. A file that another took the place of
// is read from its start, and so is everything else then.
func (b *Book) sync(ctx context.Context) error {
	if slices.ContainsFunc(b.files, func(f file) bool { return f.replaced() }) {
		for i := range b.files {
			b.files[i].close() //nolint:errcheck // it is gone
			b.files[i].last = 0
		}
		b.forget()
	}
	var rows []row
	var errs []error
	for i := range b.files {
		news, err := b.files[i].news(ctx)
		rows = append(rows, news...)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", b.files[i].path, err))
		}
	}
	slices.SortStableFunc(rows, func(x, y row) int { return int(max(-1, min(1, x.at-y.at))) })
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range rows {
		if rows[i].check() == nil { // a row of a later version, or a hostile one
			b.take(&rows[i].Change)
		}
	}
	return errors.Join(errs...)
}

// forget empties the memory; steps can still be undone.
func (b *Book) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	empty := newBook(nil)
	b.entries, b.tags, b.modules, b.views, b.lines = empty.entries, empty.tags, empty.modules, empty.views, empty.lines
}

// append writes changes in one transaction to the first file that takes them.
func (b *Book) append(ctx context.Context, changes []Change) error {
	err := ErrNoBook
	for i := range b.files {
		f := &b.files[i]
		var between []row
		if between, err = f.append(ctx, changes, b.now().UnixNano()); err == nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			for k := range between {
				b.take(&between[k].Change)
			}
			return nil
		}
		err = fmt.Errorf("%s: %w", f.path, err)
		if !store.Unwritable(err) && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, errCompanion) {
			return err
		}
	}
	return err
}
