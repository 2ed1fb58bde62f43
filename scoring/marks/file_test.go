package marks

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"faithscope/loaders/files/writer"
	"faithscope/loaders/loadertest/check"
)

// sealed returns a line with a checksum that holds.
func sealed(text string) string { return text + sealLine([]byte(text)) + "\n" }

// A clock that is wrong orders nothing: what I take away stays away, whichever
// file it is in.
func TestColleagueWithAClockAhead(t *testing.T) {
	dir := t.TempDir()
	for name, mine := range map[string]MarksLocation{
		"one file":  in(dir, "run"),
		"two files": {Own: filepath.Join(dir, "own"), Path: "run"},
	} {
		t.Run(name, func(t *testing.T) {
			colleague := open(t, in(dir, "run"))
			colleague.now = func() time.Time { return time.Now().Add(time.Hour) }
			apply(t, colleague, mark("a"), addNote("a", "theirs"))
			me := open(t, in(dir, "run"))
			me.files = append(me.files, marksFile{path: mine.Own, run: mine.Path, own: true, room: roomy})
			if mine.Own != "" {
				me.files[0], me.files[1] = me.files[1], me.files[0] // nothing of mine is written beside the run
			}
			apply(t, me, without(mark("a")), addNote("a", "mine"))
			again := in(dir, "run")
			again.Own, again.Path = mine.Own, mine.Path
			if e := open(t, again).Of("a"); e.Marked || e.Note != "mine" {
				t.Errorf("after opening it again: %+v", e)
			}
		})
	}
}

// Two programs that knew nothing of each other leave the same behind, whichever
// file is read first.
func TestOrderIsThatOfCounters(t *testing.T) {
	dir := t.TempDir()
	one, other := MarksLocation{Beside: filepath.Join(dir, "1")}, MarksLocation{Beside: filepath.Join(dir, "2")}
	for text, at := range map[string]MarksLocation{"one": one, "other": other} {
		b := open(t, at)
		b.writer = text
		apply(t, b, addNote("a", text))
	}
	for _, at := range []MarksLocation{{Beside: one.Beside, Own: other.Beside}, {Beside: other.Beside, Own: one.Beside}} {
		check.Equal(t, "the note", open(t, at).Of("a").Note, "other")
	}
}

// A file that another program holds, or that cannot be locked, is not waited for
// for ever: what is said goes to the person's own, and that is said.
func TestLockThatIsHeld(t *testing.T) {
	dir := t.TempDir()
	at := in(dir, "run")
	apply(t, open(t, at), mark("a"))
	holder := marksFile{path: at.Beside, room: roomy}
	h, err := holder.holdLocked(t.Context(), patience)
	check.NoError(t, err)
	b := open(t, at)
	b.patience = 0
	if err := b.Apply(t.Context(), mark("b")); !errors.Is(err, writer.ErrLocked) || b.Marked("b") {
		t.Errorf("with no file of one's own: %v", err)
	}
	at.Own, at.Path = filepath.Join(dir, "own"), "run"
	b = open(t, at)
	b.patience = 0
	apply(t, b, mark("b"))
	if !strings.Contains(b.Elsewhere(), at.Own) || !strings.Contains(b.Elsewhere(), writer.ErrLocked.Error()) {
		t.Errorf("said: %q", b.Elsewhere())
	}
	h.Close()
	apply(t, b, mark("c"))
	check.Equal(t, "said of a file that nobody holds", b.Elsewhere(), "")
	if x := open(t, at); !x.Marked("a") || !x.Marked("b") || !x.Marked("c") {
		t.Errorf("%d entries", x.Count())
	}
}

// A file that grows is rewritten without what no longer counts. What was taken
// away stays away, other parts and guests lose nothing, and programs that have it
// open go on.
func TestRewriting(t *testing.T) {
	dir := t.TempDir()
	at := in(dir, "run")
	guest := at
	guest.Part = "\nguest"
	apply(t, open(t, guest), tag("a", "guest"))
	b, other := open(t, at), open(t, at)
	apply(t, b, mark("a"), Change{ID: "b", Module: 1, Kind: Mark},
		Change{ID: "view", Module: Whole, Kind: View, Text: "x"})
	apply(t, other, without(mark("a")))
	check.NoError(t, os.Chmod(at.Beside, 0o640))
	old, err := os.Open(at.Beside) // held open, since a file that is gone leaves its inode to the next
	check.NoError(t, err)
	defer old.Close()
	before, err := old.Stat()
	check.NoError(t, err)
	host, err := os.Hostname()
	check.NoError(t, err)
	left := filepath.Join(dir, "."+filepath.Base(at.Beside)+"."+host+".0.part")
	check.NoError(t, os.WriteFile(left, []byte("left by a kill"), 0o600))
	b.files[0].room = before.Size() + 4000
	for i := range 60 {
		apply(t, b, addNote("a", strings.Repeat("x", 200+i)))
	}
	apply(t, other, mark("c"))
	after, err := os.Stat(at.Beside)
	check.NoError(t, err)
	if os.SameFile(before, after) || after.Size() > before.Size()+6000 || after.Mode() != before.Mode() {
		t.Errorf("%d bytes, then %d; %v", before.Size(), after.Size(), after.Mode())
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
	if _, err := b.Sync(); err != nil {
		t.Error(err)
	}
	for i, x := range []*MarksBook{b, other, open(t, at)} {
		if e := x.Of("a"); e.Marked || len(e.Note) != 259 || !x.Module("b", 1).Marked || !x.Marked("c") || x.Count() != 3 {
			t.Errorf("%d: %d entries, a %+v", i, x.Count(), e)
		}
		if names, _ := x.Views(); !slices.Equal(names, []string{"view"}) {
			t.Errorf("%d: views %q", i, names)
		}
	}
	x := open(t, guest)
	if !slices.Contains(x.Of("a").Tags, "guest") || x.Count() != 1 {
		t.Errorf("the guest has %+v", x.Of("a"))
	}
	if step, err := b.Undo(t.Context()); err != nil || len(step) != 1 {
		t.Errorf("nothing is taken back after the file was read again: %v", err)
	}
}

// A file that somebody overwrote is read from its start.
func TestFileThatIsOverwritten(t *testing.T) {
	dir := t.TempDir()
	at, of := in(dir, "run"), in(dir, "other")
	b := open(t, at)
	apply(t, b, mark("a"))
	apply(t, open(t, of), mark("b"), tag("b", "x"))
	text, err := os.ReadFile(of.Beside)
	check.NoError(t, err)
	check.NoError(t, os.WriteFile(at.Beside, text, 0o600))
	if news, err := b.Sync(); !news || err != nil || b.Marked("a") || !b.Marked("b") {
		t.Errorf("news %v (%v), a %v, b %v", news, err, b.Marked("a"), b.Marked("b"))
	}
}

func TestReadOnlyFolder(t *testing.T) {
	dir, own := t.TempDir(), filepath.Join(t.TempDir(), "new", "marks.jsonl")
	at := in(dir, "run")
	apply(t, open(t, at), tag("a", "theirs"))
	modes := map[string]os.FileMode{at.Beside: 0o444, dir: 0o555, filepath.Dir(dir): 0o755, filepath.Dir(filepath.Dir(own)): 0o777}
	for p, mode := range modes {
		check.NoError(t, os.Chmod(p, mode))
	}
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
	unprivileged(t)
	if f, err := os.Create(filepath.Join(dir, "x")); err == nil {
		f.Close()
		t.Skip("this person may write everywhere")
	}
	at.Own, at.Path = own, "/runs/run"
	b := open(t, at)
	apply(t, b, tag("a", "mine"), without(tag("a", "theirs")))
	check.Contains(t, b.Elsewhere(), own)
	for _, x := range []*MarksBook{b, open(t, at)} {
		check.EqualLists(t, "tags", x.Of("a").Tags, []string{"mine"})
	}
	check.EqualLists(t, "beside the run", open(t, in(dir, "run")).Of("a").Tags, []string{"theirs"})
}

// FuzzMarks reads any file: what is read is the same when it is written and read
// again, and another line behind it counts.
func FuzzMarks(f *testing.F) {
	f.Add([]byte(sealed(`{"n":1,"by":"x","id":"a","module":-1,"kind":"tag","text":"t","left":1,"at":""`) + "x\n" +
		sealed(`{"n":2,"by":"x","id":"a","kind":"note","at":""`) + "{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, text := range [][]byte{text, []byte(sealed(string(text)))} {
			lines, whole, bad := parseLines(text)
			if whole > int64(len(text)) || len(lines)+bad > bytes.Count(text, []byte("\n")) {
				t.Fatalf("%d lines and %d bad ones in %d of %d bytes", len(lines), bad, whole, len(text))
			}
			out, err := encodeAll(dropReplaced(lines))
			check.NoError(t, err)
			again, all, bad := parseLines(out)
			if all != int64(len(out)) || bad > 0 || len(again) > len(lines) || len(dropReplaced(again)) != len(again) {
				t.Fatalf("%d lines became %d, and %d bad ones", len(lines), len(again), bad)
			}
		}
	})
}

// A book is opened without a fault while another program rewrites its file.
func TestOpenWhileItIsRewritten(t *testing.T) {
	at := in(t.TempDir(), "run")
	apply(t, open(t, at), mark("a"))
	content, err := os.ReadFile(at.Beside)
	check.NoError(t, err)
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for part := at.Beside + ".part"; err == nil; {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
				err = errors.Join(os.WriteFile(part, content, 0o600), os.Rename(part, at.Beside))
			}
		}
		stopped <- err
	}()
	for range 2000 {
		if b, err := Open(at); err != nil || !b.Marked("a") {
			t.Errorf("opened with %v, marked: %t", err, b.Marked("a"))
			break
		}
	}
	close(stop)
	check.NoError(t, <-stopped)
}
