package marks

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files/writer"
)

// MarksBook is a run's marks, tags, notes and views. It is safe for concurrent use. Only methods with a
// context touch a file.
type MarksBook struct {
	// display name, "" for the book's key; set before the first change
	Who string

	files    []marksFile // the first writable one is written
	writer   string
	quota    int
	patience time.Duration
	now      func() time.Time

	write     sync.Mutex // guards the files and these
	unsaid    error      // faults since the last Sync
	written   int
	elsewhere string

	mu      sync.Mutex
	highest int64 // counter
	taken   int   // lines
	last    map[markSubject]latestMark
	entries map[markTarget]MarksEntry
	modules map[string]map[int]bool
	views   map[string]string // by name
	undo    [][]Change
}

const mostUndone = 200

func newBook(marksFiles []marksFile) *MarksBook {
	b := &MarksBook{files: marksFiles, writer: rand.Text(), patience: patience, now: time.Now}
	b.forgetEntries()
	return b
}

func whileHeld[T any](b *MarksBook, readBook func() T) (result T) {
	if b == nil {
		return result
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return readBook()
}

// Of returns an example's own entry.
func (b *MarksBook) Of(exampleID string) MarksEntry { return b.Module(exampleID, Whole) }

// Module returns a module's entry, [Whole] for the example; the zero value for none and for a nil
// book.
func (b *MarksBook) Module(exampleID string, moduleIndex int) MarksEntry {
	return whileHeld(b, func() MarksEntry { return b.entries[markTarget{exampleID, moduleIndex}] })
}

// Modules are ascending, without [Whole].
func (b *MarksBook) Modules(exampleID string) []int {
	return whileHeld(b, func() []int { return loaders.SortedKeys(b.modules[exampleID]) })
}

// Marked includes modules.
func (b *MarksBook) Marked(exampleID string) bool {
	return b.anyEntry(exampleID, func(e MarksEntry) bool { return e.Marked })
}

// HasNote includes modules.
func (b *MarksBook) HasNote(exampleID string) bool {
	return b.anyEntry(exampleID, func(e MarksEntry) bool { return e.Note != "" })
}

// TagsOf includes modules' tags, sorted, each once.
func (b *MarksBook) TagsOf(exampleID string) []string {
	var tags []string
	b.anyEntry(exampleID, func(e MarksEntry) bool {
		tags = append(tags, e.Tags...)
		return false
	})
	slices.Sort(tags)
	return slices.Compact(tags)
}

// isWanted must not call the book, because it is held.
func (b *MarksBook) anyEntry(exampleID string, isWanted func(MarksEntry) bool) bool {
	return whileHeld(b, func() bool {
		for module := range b.modules[exampleID] {
			if isWanted(b.entries[markTarget{exampleID, module}]) {
				return true
			}
		}
		return isWanted(b.entries[markTarget{exampleID, Whole}])
	})
}

// Tags are in descending frequency, then alphabetical.
func (b *MarksBook) Tags() []string {
	return whileHeld(b, func() []string {
		count := map[string]int{}
		for _, e := range b.entries {
			for _, tag := range e.Tags {
				count[tag]++
			}
		}
		return loaders.ByCount(count)
	})
}

// Count includes modules.
func (b *MarksBook) Count() int {
	return whileHeld(b, func() int { return len(b.entries) })
}

// Views returns sorted names and contents; nil for a nil book.
func (b *MarksBook) Views() (names []string, contents map[string]string) {
	contents = whileHeld(b, func() map[string]string { return maps.Clone(b.views) })
	return loaders.SortedKeys(contents), contents
}

// ErrNoBook means that no marks can be kept.
var ErrNoBook = errors.New("no file to save marks in")

// Apply makes one step that can be undone: all are on disk when it returns nil, otherwise none.
// Changes without an effect are left out. A nil book returns [ErrNoBook].
func (b *MarksBook) Apply(ctx context.Context, changes ...Change) error {
	return b.Step(ctx, func() []Change { return changes })
}

// Step is Apply for changes that depend on the entries, which can't change meanwhile.
func (b *MarksBook) Step(ctx context.Context, listChanges func() []Change) error {
	return b.applyStep(ctx, listChanges, undoable)
}

const undoable, notUndoable = true, false

// applyStep asks for the step's changes twice: before it makes a file, so that none is made for
// nothing, and once the file is locked, because another program may have written in between.
func (b *MarksBook) applyStep(ctx context.Context, listChanges func() []Change, isUndoable bool) error {
	if b == nil {
		return ErrNoBook
	}
	b.write.Lock()
	defer b.write.Unlock()
	if changes, _, err := b.prepareStep(listChanges); err != nil || len(changes) == 0 {
		return err
	}
	f, h, err := b.holdFile(ctx)
	if err != nil {
		return err
	}
	defer h.Close()
	changes, back, err := b.prepareStep(listChanges)
	if err != nil || len(changes) == 0 {
		return err
	}
	lines := b.stepLines(f, changes)
	added, err := encodeAll(lines)
	if err != nil {
		return err
	}
	if b.quota > 0 && b.written+len(added) > b.quota && slices.ContainsFunc(changes, func(c Change) bool { return !c.Off }) {
		return fmt.Errorf("you can keep at most %d KB of marks, tags and notes here", b.quota>>10)
	}
	if err := f.appendLines(h, added); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	b.written += len(added)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.readLines(f, lines)
	if isUndoable && len(back) > 0 {
		slices.Reverse(back)
		b.undo = append(b.undo, back)
		b.undo = b.undo[max(0, len(b.undo)-mostUndone):]
	}
	return nil
}

func (b *MarksBook) prepareStep(listChanges func() []Change) (kept, back []Change, err error) {
	b.syncFiles()
	changes := listChanges()
	for i := range changes {
		c := &changes[i]
		if err := c.checkValid(); err != nil {
			return nil, nil, err
		}
		if c.Kind == Tag && !c.Off && len(b.Module(c.ID, c.Module).Tags) >= mostTags {
			return nil, nil, fmt.Errorf("%s already has %d tags, the most allowed", c.ID, mostTags)
		}
	}
	kept, back = b.effectiveChanges(changes)
	return kept, back, nil
}

func (b *MarksBook) holdFile(ctx context.Context) (f *marksFile, h *os.File, err error) {
	b.elsewhere = ""
	err = ErrNoBook
	for i := range b.files {
		f = &b.files[i]
		if h, err = f.holdLocked(ctx, b.patience); err == nil || ctx.Err() != nil {
			return f, h, err
		}
		err = fmt.Errorf("%s: %w", f.path, err)
		if i+1 < len(b.files) {
			b.elsewhere = fmt.Sprintf(" (saved in %s instead: %v)", b.files[i+1].path, err)
		}
	}
	return nil, nil, err
}

// FileName is the file beside the run, "" without one.
func (b *MarksBook) FileName() string {
	if len(b.files) == 0 {
		return ""
	}
	return filepath.Base(b.files[0].path)
}

// Elsewhere explains where the last step is kept elsewhere, in brackets.
func (b *MarksBook) Elsewhere() string {
	if b == nil {
		return ""
	}
	b.write.Lock()
	defer b.write.Unlock()
	return b.elsewhere
}

func (b *MarksBook) stepLines(f *marksFile, changes []Change) []marksLine {
	b.mu.Lock()
	defer b.mu.Unlock()
	lines := make([]marksLine, len(changes))
	for i, c := range changes {
		lines[i] = marksLine{
			lamportStamp: lamportStamp{min(b.highest+1+int64(i), mostCount), b.writer}, Run: f.run, Who: b.Who, Change: c,
			Left: len(changes) - 1 - i, At: b.now().UTC().Format(time.RFC3339),
		}
	}
	return lines
}

func (b *MarksBook) effectiveChanges(wantedChanges []Change) (kept, back []Change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := map[markSubject]Change{}
	for _, c := range wantedChanges {
		of := c.subjectOf("")
		was, ok := now[of]
		if l, known := b.last[of]; !ok {
			was = c
			was.Text, was.Off = cmp.Or(of.tag, l.text), l.off || !known
		}
		changesNothing := was.Off && c.Off || was.Off == c.Off && was.Text == c.Text
		if changesNothing {
			continue
		}
		now[of], kept = c, append(kept, c)
		if c.Kind != View {
			back = append(back, was)
		}
	}
	return kept, back
}

// Undo undoes this program's last step and returns the changes, nil for none. It writes like
// [MarksBook.Apply] and can't be undone.
func (b *MarksBook) Undo(ctx context.Context) ([]Change, error) {
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
	if err := b.applyStep(ctx, func() []Change { return step }, notUndoable); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.undo = b.undo[:n]
	return step, nil
}

// Sync reads what others have written, and reports faults of files once.
func (b *MarksBook) Sync() (news bool, err error) {
	if b == nil {
		return false, nil
	}
	b.write.Lock()
	defer b.write.Unlock()
	before := b.taken
	b.syncFiles()
	err, b.unsaid = b.unsaid, nil
	return b.taken != before, err
}

// Empty entries are deleted, so that Count is right. mu is held.
func (b *MarksBook) applyChange(c *Change) {
	if c.Kind == View {
		b.views[c.ID] = c.Text
		if c.Off {
			delete(b.views, c.ID)
		}
		return
	}
	at := markTarget{c.ID, c.Module}
	e := b.entries[at].withChange(c)
	if b.entries[at] = e; e.Empty() {
		delete(b.entries, at)
	}
	if c.Module == Whole {
		return
	}
	if b.modules[c.ID] == nil {
		b.modules[c.ID] = map[int]bool{}
	}
	if b.modules[c.ID][c.Module] = true; e.Empty() {
		delete(b.modules[c.ID], c.Module)
	}
}

// Open never returns nil. Missing files are made by the first change. Unreadable files and invalid
// lines are errors.
func Open(location MarksLocation) (*MarksBook, error) {
	b := newBook(location.filesAt())
	b.quota = location.Quota
	_, err := b.Sync()
	return b, err
}

func (at MarksLocation) filesAt() (files []marksFile) {
	for _, f := range []marksFile{{path: at.Beside, run: at.Part}, {path: at.Own, run: at.Path, own: true}} {
		if f.path != "" {
			f.run, f.room = strings.ToValidUTF8(f.run, "\ufffd"), roomy
			files = append(files, f)
		}
	}
	return files
}

// syncFiles reads all files again if one was replaced, because entries may have gone. Faults are
// reported only if new. write is held.
func (b *MarksBook) syncFiles() {
	for i := range b.files {
		f := &b.files[i]
		lines, bad, err := f.readNew()
		if f.unread = err; errors.Is(err, writer.ErrReplaced) {
			b.forgetEntries()
			b.syncFiles()
			return
		}
		if bad > 0 {
			err = errors.New(loaders.Count(bad, "damaged line"))
		}
		said := fmt.Sprint(err)
		if said != f.said && err != nil {
			b.unsaid = errors.Join(b.unsaid, fmt.Errorf("%s: %w", f.path, err))
		}
		f.said = said
		b.mu.Lock()
		b.readLines(f, lines)
		b.mu.Unlock()
	}
}

func (b *MarksBook) forgetEntries() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last, b.entries = map[markSubject]latestMark{}, map[markTarget]MarksEntry{}
	b.modules, b.views, b.written = map[string]map[int]bool{}, map[string]string{}, 0
	for i := range b.files {
		f := &b.files[i]
		f.of, f.whole, f.tail = nil, 0, nil
	}
}

func (b *MarksBook) readLines(f *marksFile, marksLines []marksLine) {
	b.taken += len(marksLines)
	for i := range marksLines {
		l := &marksLines[i]
		b.highest = max(b.highest, l.N)
		if l.Run != f.run {
			continue
		}
		b.written += l.bytes
		if of := l.subjectOf(""); b.last[of].isBefore(l.lamportStamp) {
			b.last[of] = latestMark{l.lamportStamp, l.Text, l.Off}
			b.applyChange(&l.Change)
		}
	}
}
