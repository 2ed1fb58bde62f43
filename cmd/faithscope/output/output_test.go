package output

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// What somebody else writes under the name in the meantime stays, and no part of
// ours is left beside it.
func TestWriteReplacesNothingThatCameMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	err := (&Target{Path: path}).Write(t.Context(), nil, func(w io.Writer) error {
		_, err := io.WriteString(w, "ours")
		return errors.Join(err, os.WriteFile(path, []byte("theirs"), 0o600))
	})
	check.Error(t, "write", err, "already exists; use --force")
	if text, err := os.ReadFile(path); err != nil || string(text) != "theirs" {
		t.Errorf("%q, %v", text, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	check.NoError(t, (&Target{Path: path, Force: true}).Write(t.Context(), nil, func(w io.Writer) error {
		_, err := io.WriteString(w, "ours")
		return err
	}))
	if text, err := os.ReadFile(path); err != nil || string(text) != "ours" {
		t.Errorf("%q, %v", text, err)
	}
}

// A file of a folder is written neither through the folder, where that is a link, nor
// through one inside it, with force or without.
func TestLinkInAFolder(t *testing.T) {
	for _, force := range []bool{false, true} {
		for _, link := range []string{"folder", "folder/hard"} {
			dir, elsewhere := t.TempDir(), t.TempDir()
			check.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o700))
			if err := os.Symlink(elsewhere, filepath.Join(dir, link)); err != nil {
				t.Skip("no links here: ", err)
			}
			folder := Target{Path: filepath.Join(dir, "folder") + "/", Force: force}
			if to, err := folder.Inside("hard", "all.json"); err == nil || !strings.Contains(err.Error(), "is a link") {
				t.Errorf("%s: %v, %v", link, to, err)
			}
			if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
				t.Errorf("%s: %v, %v", link, left, err)
			}
		}
	}
	folder := Target{Path: filepath.Join(t.TempDir(), "a", "folder")}
	to, err := folder.Inside("hard", "all.json")
	if err != nil || to.Path != filepath.Join(folder.Path, "hard", "all.json") {
		t.Fatal(to, err)
	}
	if info, err := os.Stat(filepath.Dir(to.Path)); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
}

// A table that fails leaves no header on standard output, though csv flushes.
func TestFailedTablePrintsNothing(t *testing.T) {
	var stdout strings.Builder
	err := (&Target{Path: "-"}).Write(t.Context(), &stdout, func(w io.Writer) error {
		table := csv.NewWriter(w)
		_ = table.Write([]string{"id", "f1"})
		table.Flush()
		return errors.New("no rows")
	})
	if err == nil || stdout.Len() > 0 {
		t.Errorf("%v, %q", err, stdout.String())
	}
}
