package writer

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// What a program left that was killed goes with the next writer of the same file,
// but neither what another still writes nor what another machine has in a folder
// that both see.
func TestPartsThatWereLeftAreRemoved(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.jsonl")
	others := []string{".x.jsonl.elsewhere.0.part", ".y.jsonl." + hostName() + ".0.part", ".x.jsonl." + hostName() + ".0.partly",
		".x.jsonl." + hostName() + ".lan.0.part"}
	for _, name := range append([]string{".x.jsonl." + hostName() + ".0.part"}, others...) {
		check.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("{"), 0o600))
	}
	var parts []*PartialFile
	for range 2 {
		p, err := Beside(path, Overwrite, 0o666)
		check.NoError(t, err)
		parts = append(parts, p)
	}
	for _, p := range parts {
		if _, err := p.WriteString("whole\n"); err != nil {
			t.Fatal(err)
		}
		check.NoError(t, p.Commit(nil))
	}
	want := slices.Concat(others, []string{"x.jsonl"})
	slices.Sort(want)
	check.EqualLists(t, "the folder", namesIn(t, dir), want)
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Something else under the name of a file is neither followed nor changed by any way to
// write, whatever the caller may replace, and nothing is left beside it.
func TestNothingIsWrittenThroughALink(t *testing.T) {
	commit := func(force bool) func(path string) error {
		return func(path string) error {
			p, err := Beside(path, force, 0o666)
			if err != nil {
				return err
			}
			return p.Commit(nil)
		}
	}
	ways := map[string]func(path string) error{
		"beside": commit(false), "in its place": commit(true),
		"save": func(path string) error { return Save(path, []byte("x")) },
		"book": func(path string) error {
			f, _, err := Open(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
			if err == nil {
				f.Close()
			}
			return err
		},
		"folder": MakeFolder, "new folder": NewFolder,
	}
	lays := map[string]func(path, victim string) error{
		"link":           func(path, victim string) error { return os.Symlink(victim, path) },
		"dangling":       func(path, victim string) error { return os.Symlink(victim+".new", path) },
		"link to folder": func(path, victim string) error { return os.Symlink(filepath.Dir(victim), path) },
	}
	for way, write := range ways {
		for what, lay := range lays {
			t.Run(way+" "+what, func(t *testing.T) {
				dir, elsewhere := t.TempDir(), t.TempDir()
				path, victim := filepath.Join(dir, "x"), filepath.Join(elsewhere, "victim")
				check.NoError(t, os.WriteFile(victim, []byte("precious"), 0o600))
				if err := lay(path, victim); err != nil {
					t.Skip("no links here: ", err)
				}
				check.Fails(t, "a link is written to", write(path))
				if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeSymlink {
					t.Errorf("the link is %v, %v", info, err)
				}
				if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
					t.Errorf("the file that it leads to has %q, %v", text, err)
				}
				if a, b := namesIn(t, dir), namesIn(t, elsewhere); len(a) != 1 || len(b) != 1 {
					t.Errorf("left behind: %q, %q", a, b)
				}
			})
		}
	}
}

// A book with a second name could be any file of the person's.
func TestABookHasOneName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	check.NoError(t, os.WriteFile(path, nil, 0o600))
	if err := os.Link(path, path+".too"); err != nil {
		t.Skip("no links here: ", err)
	}
	_, _, err := Open(path, os.O_RDWR, 0)
	check.Error(t, "error", err, "more than one hard link")
}

// Programs that begin one book at once all add to it.
func TestBooksThatAreMadeAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	const programs = 32
	var all sync.WaitGroup
	for range programs {
		all.Go(func() {
			f, _, err := Open(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
			if err != nil {
				t.Error(err)
				return
			}
			_, err = f.WriteString("x")
			check.NoError(t, errors.Join(err, f.Close()))
		})
	}
	all.Wait()
	if text, err := os.ReadFile(path); err != nil || len(text) != programs {
		t.Errorf("%q, %v", text, err)
	}
}

// A file that exists stays without force, and keeps its mode with it. What Save makes is
// for its owner alone.
func TestReplacing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "x")
	check.NoError(t, Save(path, []byte("one")))
	checkFile := func(want string, mode fs.FileMode) {
		t.Helper()
		text, err := os.ReadFile(path)
		info, wrong := os.Stat(path)
		if err != nil || wrong != nil || string(text) != want || info.Mode().Perm() != mode {
			t.Errorf("%q, %v, %v, %v", text, err, info.Mode(), wrong)
		}
	}
	checkFile("one", 0o600)
	_, err := Beside(path, false, 0o666)
	check.Error(t, "a file is replaced without force", err, "--force")
	if err := os.Chmod(path, 0o646); err != nil {
		t.Fatal(err)
	}
	if err := Save(path, []byte("two")); err != nil {
		t.Fatal(err)
	}
	checkFile("two", 0o646)
	check.Equal(t, "files left", len(namesIn(t, filepath.Dir(path))), 1)
}

// Nobody knows the name of a part, which is gone when they read of it.
func TestErrorsNameTheFileAndNotItsPart(t *testing.T) {
	named := func(why string, err error, path string, is error) {
		t.Helper()
		if !errors.Is(err, is) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".part") {
			t.Errorf("%s: %v", why, err)
		}
	}
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing", "x.csv")
	_, err := Beside(missing, false, 0o600)
	named("a folder that is not there", err, missing, fs.ErrNotExist)

	path := filepath.Join(dir, "x.csv")
	p, err := Beside(path, false, 0o600)
	check.NoError(t, err)
	check.NoError(t, p.Close())
	_, err = p.Write([]byte("x"))
	named("what cannot be written", err, path, os.ErrClosed)
	named("the end", p.Commit(p.Sync()), path, os.ErrClosed)
	if p, err = Beside(path, false, 0o600); err == nil {
		err = os.Remove(p.Name())
	}
	check.NoError(t, err)
	named("a part that somebody removed", p.Commit(nil), path, fs.ErrNotExist)
	check.Equal(t, "left behind", len(namesIn(t, dir)), 0)
}
