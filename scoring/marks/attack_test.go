//go:build unix

package marks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Something else under the name of a file of marks is neither followed nor changed, does
// not hang the program, and is reported; the person's marks are kept in a file of their
// own.
func TestFilesThatAreNotOurs(t *testing.T) {
	for name, lay := range map[string]func(path, victim string) error{
		"pipe":     func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
		"folder":   func(path, _ string) error { return os.Mkdir(path, 0o700) },
		"link":     func(path, victim string) error { return os.Symlink(victim, path) },
		"dangling": func(path, victim string) error { return os.Symlink(victim+".new", path) },
		"name":     func(path, victim string) error { return os.Link(victim, path) },
		"large": func(path, _ string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, mostBytes+1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			victim := filepath.Join(dir, "victim")
			check.NoError(t, os.WriteFile(victim, []byte("precious"), 0o600))
			at := in(dir, "run")
			at.Own, at.Path = filepath.Join(dir, "own", "marks"), "/run"
			check.NoError(t, lay(at.Beside, victim))
			before, err := os.Lstat(at.Beside)
			check.NoError(t, err)
			b, err := Open(at)
			check.Error(t, "the file is not named", err, at.Beside)
			apply(t, b, mark("a"))
			if !strings.Contains(b.Elsewhere(), at.Own) || !strings.Contains(b.Elsewhere(), at.Beside) {
				t.Errorf("where it is kept, and why, is not said: %q", b.Elsewhere())
			}
			if own := open(t, MarksLocation{Own: at.Own, Path: at.Path}); !own.Marked("a") {
				t.Error("not kept in the person's own file")
			}
			if _, err := b.Sync(); err != nil {
				t.Errorf("said twice: %v", err)
			}
			after, err := os.Lstat(at.Beside)
			if err != nil || !os.SameFile(before, after) || after.Size() != before.Size() {
				t.Errorf("%s was changed: %v", at.Beside, err)
			}
			if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
				t.Errorf("another file has %q (%v)", text, err)
			}
			_, err = os.Lstat(victim + ".new")
			check.Is(t, "a file where a link leads", err, fs.ErrNotExist)
		})
	}
}

// A line that is damaged or hostile loses no other, and what is said after it
// counts.
func TestHostileLines(t *testing.T) {
	deep := strings.Repeat("[", 1<<20)
	for name, hostile := range map[string]string{
		"text":       "not a line\n",
		"bytes":      "\x00\xff\x1b]0;x\x07\n",
		"empty":      "\n\n",
		"deep":       deep + "\n",
		"deep, sum":  sealed(`{"n":1,"by":"x","id":"a","kind":"mark","at":"","x":` + deep),
		"no sum":     `{"n":9,"by":"x","id":"a","kind":"mark","at":""}` + "\n",
		"wrong sum":  `{"n":9,"by":"x","id":"a","kind":"mark","at":"","sum":"00000000"}` + "\n",
		"kind":       sealed(`{"n":9,"by":"x","id":"a","kind":"run","text":"rm","at":""`),
		"no id":      sealed(`{"n":9,"by":"x","kind":"mark","at":""`),
		"module":     sealed(`{"n":9,"by":"x","id":"a","module":-2,"kind":"mark","at":""`),
		"above all":  sealed(`{"n":9007199254740993,"by":"x","id":"a","kind":"mark","at":""`),
		"overflow":   sealed(`{"n":9223372036854775807,"by":"x","id":"a","kind":"mark","at":""`),
		"none":       sealed(`{"n":0,"by":"x","id":"a","kind":"mark","at":""`),
		"negative":   sealed(`{"n":-9,"by":"x","id":"a","kind":"mark","at":""`),
		"long":       sealed(`{"n":9,"by":"x","id":"a","kind":"note","text":"` + strings.Repeat("x", MostText+1) + `","at":""`),
		"mark":       sealed(`{"n":9007199254740992,"by":"~","id":"a","kind":"mark","at":""`), // the highest counter there is
		"steps left": sealed(`{"n":9,"by":"x","id":"b","kind":"mark","left":-1,"at":""`),
	} {
		t.Run(name, func(t *testing.T) {
			at := in(t.TempDir(), "run")
			theirs := open(t, at)
			apply(t, theirs, mark("kept"))
			text, err := os.ReadFile(at.Beside)
			check.NoError(t, err)
			text = append(append(text, hostile...), bytes.ReplaceAll(text, []byte("kept"), nil)...) // with a sum that is wrong now
			check.NoError(t, os.WriteFile(at.Beside, text, 0o600))
			b, err := Open(at)
			check.Error(t, "nothing is said", err, "damaged line")
			if name != "mark" && b.Marked("a") || !b.Marked("kept") || b.Count() > 2 {
				t.Errorf("%d entries, a %+v", b.Count(), b.Of("a"))
			}
			apply(t, b, tag("a", "mine"), mark("a"))
			apply(t, b, without(mark("a")))
			again, _ := Open(at)
			for _, x := range []*MarksBook{b, again} {
				if e := x.Of("a"); e.Marked || !slices.Contains(e.Tags, "mine") || !x.Marked("kept") {
					t.Errorf("a: %+v", e)
				}
			}
			if _, err := theirs.Sync(); !theirs.Marked("kept") || !slices.Contains(theirs.Of("a").Tags, "mine") {
				t.Errorf("another program has %+v (%v)", theirs.Of("a"), err)
			}
		})
	}
}

// Lines that never end a step are never shown, and what comes next counts.
func TestStepThatDoesNotEnd(t *testing.T) {
	at := in(t.TempDir(), "run")
	b := open(t, at)
	apply(t, b, mark("kept"))
	f, err := os.OpenFile(at.Beside, os.O_APPEND|os.O_WRONLY, 0)
	check.NoError(t, err)
	fmt.Fprint(f, sealed(`{"n":7,"by":"x","id":"half","kind":"mark","left":1,"at":""`), `{"n":8,"by":"x","id":"ha`)
	f.Close()
	apply(t, b, mark("next"))
	for _, x := range []*MarksBook{b, open(t, at)} {
		if !x.Marked("kept") || x.Marked("half") || !x.Marked("next") || x.Count() != 2 {
			t.Errorf("%d entries", x.Count())
		}
	}
}

// An old file of marks and what lies beside it are neither opened nor changed:
// SQLite would do what its journal says, and a pipe would hang it.
func TestOldFileIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, ".faithscope-marks.sqlite")
	check.NoError(t, errors.Join(os.WriteFile(old, []byte("SQLite format 3\x00"), 0o600), syscall.Mkfifo(old+"-journal", 0o600)))
	b := open(t, in(dir, "run"))
	apply(t, b, mark("a"))
	if text, err := os.ReadFile(old); err != nil || string(text) != "SQLite format 3\x00" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := os.Lstat(old + "-journal"); err != nil {
		t.Error(err)
	}
}

// A guest cannot fill the disk: neither by many marks, nor by long notes, nor by making and
// removing one mark for ever. The bytes of the file count, also after it is opened again.
func TestQuota(t *testing.T) {
	at := in(t.TempDir(), "run.jsonl")
	at.Quota = 2000
	b := open(t, at)
	change := func(b *MarksBook, kind ChangeKind, text string, off bool) error {
		return b.Apply(t.Context(), Change{ID: "a", Module: Whole, Kind: kind, Text: text, Off: off})
	}
	if err := change(b, Note, strings.Repeat("x", 2000), false); err == nil || b.Of("a").Note != "" {
		t.Errorf("a note beyond the bytes is kept: %v", err)
	}
	var err error
	for n := 0; err == nil && n < 100; n++ {
		err = change(b, Mark, "", n%2 == 1)
	}
	check.Error(t, "marks without end", err, "at most 1 KB of marks")
	size := func() int64 {
		info, err := os.Stat(at.Beside)
		check.NoError(t, err)
		return info.Size()
	}
	if got := size(); got > 2200 || got < 1500 {
		t.Errorf("%d bytes were written", got)
	}
	b = open(t, at)
	if err := change(b, Note, "one more", false); err == nil || b.Of("a").Note != "" {
		t.Errorf("after it is opened again: %v", err)
	}
	check.NoError(t, open(t, in(filepath.Dir(at.Beside), "run.jsonl")).Apply(t.Context(), mark("d")))
}

// What takes bytes away is never refused (one line beyond the quota, above), and the bytes of replaced notes are free again
// when the file is rewritten.
func TestQuotaOfWhatIsReplaced(t *testing.T) {
	at := in(t.TempDir(), "run.jsonl")
	at.Quota = 2 * roomy
	b := open(t, at)
	writeNote := func(text string) error {
		return b.Apply(t.Context(), Change{ID: "a", Module: Whole, Kind: Note, Text: text, Off: text == ""})
	}
	for n := range 200 {
		if err := writeNote(strings.Repeat(string(rune('a'+n%26)), 8000)); err != nil {
			t.Fatal(n, err)
		}
	}
	if info, err := os.Stat(at.Beside); err != nil || info.Size() > 2*roomy {
		t.Errorf("%v, %v", info.Size(), err)
	}
	b.quota = 1
	if err := writeNote(""); err != nil || b.Of("a").Note != "" {
		t.Errorf("a note cannot be removed: %v", err)
	}
}
