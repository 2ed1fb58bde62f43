package guests

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
	"faithscope/tui/screen/screentest"
)

// fingerprint returns a guest's id: what ssh-keygen prints of the key, fit for a file's name.
func (l *lab) fingerprint(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("ssh-keygen", "-lf", filepath.Join(l.dir, name+".pub")).Output()
	programtest.Check(t, err)
	return strings.NewReplacer(":", "=", "/", "_").Replace(strings.Fields(string(out))[1])
}

// tag lets a guest tag the run's first example, and returns what they had seen before. The
// server calls them by a name.
func (l *lab) tag(t *testing.T, key, name, tag string) (before string) {
	t.Helper()
	term := screentest.Start(t, screentest.TerminalConfig{Cols: 120, Rows: 30}, l.client(key, "-tt", l.host))
	term.WaitFor("logged in as "+name, "5 Results")
	term.Walk("2", "is there a dog")
	before = term.Text()
	term.Walk("t"+tag+"\r", "#"+tag, "QQ", "Connection to")
	return before
}

// exported returns the tags of somebody, and what the command says about them.
func exported(t *testing.T, run, name string) (tags, said string) {
	t.Helper()
	tags, said, err := programtest.Command(t, "tags", "export", run, "--of", name)
	if err != nil {
		t.Fatal(err, said)
	}
	return tags, said
}

// A guest's book belongs to the key: it stays with it under another comment, and nobody
// else gets it under the same one. The comment is what people see, and may ask for.
func TestBooksBelongToKeys(t *testing.T) {
	t.Parallel()
	run := programtest.SmallRun(t, "small")
	l := newLab(t)
	ids := map[string]string{"alice": l.fingerprint(t, "alice"), "bob": l.fingerprint(t, "bob"), "mallory": l.fingerprint(t, "mallory")}
	for _, c := range []struct {
		authorized               []string
		key, name, tag, sees, no string
	}{
		{[]string{"alice", "alice", "bob", ""}, "alice", "alice", "first", "", "#"},
		{[]string{"alice", "Alice  of\tthe lab", "bob", ""}, "alice", "Alice of the lab", "second", "#first", "#x"},
		{[]string{"mallory", "alice", "bob", ""}, "mallory", "alice", "third", "", "#"},
		{[]string{"mallory", "alice", "bob", ""}, "bob", ids["bob"], "fourth", "", "#"},
		{[]string{"bob", "bob", "bob", "robert", "alice", "alice 2"}, "bob", "bob", "fifth", "#fourth", "#first"},
	} {
		l.authorize(t, c.authorized...)
		l.serve(t, run, "--tags")
		if before := l.tag(t, c.key, c.name, c.tag); !strings.Contains(before, c.sees) || strings.Contains(before, c.no) {
			t.Errorf("%s, shown as %q, sees before the tag %s:\n%s", c.key, c.name, c.tag, before)
		}
	}
	for name, want := range map[string]string{
		"me": "", "Alice of the lab": "first second", "alice": "third", "bob": "fourth fifth",
		ids["alice"]: "first second", ids["mallory"]: "third", ids["bob"]: "fourth fifth", "mallory": "", "robert": "",
	} {
		tags, said := exported(t, run, name)
		for _, tag := range strings.Fields("first second third fourth fifth") {
			if strings.Contains(tags, `"`+tag+`"`) != strings.Contains(" "+want+" ", " "+tag+" ") {
				t.Errorf("the tags of %s are %s%s", name, tags, said)
			}
		}
	}
}

// A book that is kept under a comment, as they all were once, becomes nobody else's. Where
// a name means several, that is said, and the book can be given to the key by its
// fingerprint.
func TestBooksUnderACommentStayApart(t *testing.T) {
	t.Parallel()
	run := programtest.SmallRun(t, "small")
	add := func(name, tag string) {
		t.Helper()
		book := opening.Book(&loaders.Run{Path: run}, opening.NotDemo, name)
		programtest.Check(t, book.Apply(t.Context(), marks.Change{ID: "a", Module: marks.Whole, Kind: marks.Tag, Text: tag}))
	}
	add("alice", "old")
	add("", "mine")
	if tags, said := exported(t, run, "alice"); !strings.Contains(tags, `"old"`) {
		t.Errorf("alice's tags are %s%s", tags, said)
	}
	l := newLab(t)
	l.authorize(t, "alice", "alice")
	l.serve(t, run, "--tags")
	check.Lacks(t, l.tag(t, "alice", "alice", "new"), "#")
	id := l.fingerprint(t, "alice")
	old, said := exported(t, run, "alice")
	if !strings.Contains(old, `"old"`) || strings.Contains(old, `"new"`) || !strings.Contains(said, id) {
		t.Errorf("alice's tags are %s%s, and %s is one of two", old, said, id)
	}
	file := filepath.Join(t.TempDir(), "old.jsonl")
	programtest.Check(t, os.WriteFile(file, []byte(old), 0o600))
	if _, said, err := programtest.Command(t, "tags", "import", file, run, "--annotator", id); err != nil {
		t.Fatal(err, said)
	}
	if both, said := exported(t, run, id); !strings.Contains(both, `["new","old"]`) {
		t.Errorf("the key's tags are %s%s", both, said)
	}
	if own, said := exported(t, run, "me"); !strings.Contains(own, `["mine"]`) {
		t.Errorf("the owner's tags are %s%s", own, said)
	}
}

// The server does not start while a guest could be taken for another, or for the owner,
// where they keep marks.
func TestServerRefusesNamesOfOthers(t *testing.T) {
	t.Parallel()
	run := programtest.SmallRun(t, "small")
	l := newLab(t)
	for _, c := range []struct {
		authorized []string
		refused    []string
	}{
		{[]string{"alice", "alice", "bob", "me"}, []string{`authorized:2: the comment "me" is already used by the owner`}},
		{[]string{"alice", "ann", "bob", "bob", "mallory", " ANN "}, []string{`authorized:3: the comment "ANN" is already used by line 1`}},
		{[]string{"alice", "Me", "bob", "bob", "mallory", "b\x07ob"},
			[]string{`authorized:1: the comment "Me" is already used`, `authorized:3: the comment "bob" is already used by line 2`}},
	} {
		l.authorize(t, c.authorized...)
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		out, err := l.command(ctx, run, "--tags").CombinedOutput()
		if end(); err == nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("%q: the server starts: %v\n%s", c.authorized, err, out)
		}
		check.Contains(t, string(out), c.refused...)
		l.serve(t, run) // where nobody keeps marks it is nobody's harm
	}
}
