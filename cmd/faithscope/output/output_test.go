package output

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a program left that was killed goes with the next writer of the same file,
// but neither what another still writes nor what another machine has in a folder
// that both see.
func TestPartsThatWereLeftAreRemoved(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.jsonl")
	others := []string{".x.jsonl.elsewhere.12-0.part", ".y.jsonl." + host() + ".12-0.part", ".x.jsonl." + host() + ".12-0.partly",
		".x.jsonl." + host() + ".lan.12-0.part"}
	for _, name := range append([]string{".x.jsonl." + host() + ".12-0.part"}, others...) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, err := Create(t.Context(), path, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Create(t.Context(), path, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*File{first, second} {
		if _, err := io.WriteString(f, "whole\n"); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Errorf("a file that is being written is removed: %v", err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := slices.Concat(others, []string{"x.jsonl"})
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("the folder has %q, want %q", left, want)
	}
}

// What somebody else writes under the name in the meantime stays, and no part of
// ours is left beside it.
func TestWriteReplacesNothingThatCameMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	err := (&Target{Path: path}).Write(t.Context(), nil, func(w io.Writer) error {
		_, err := io.WriteString(w, "ours")
		return errors.Join(err, os.WriteFile(path, []byte("theirs"), 0o600))
	})
	if err == nil || !strings.Contains(err.Error(), "exists; --force") {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "theirs" {
		t.Errorf("%q, %v", text, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	if err := (&Target{Path: path, Force: true}).Write(t.Context(), nil, func(w io.Writer) error {
		_, err := io.WriteString(w, "ours")
		return err
	}); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "ours" {
		t.Errorf("%q, %v", text, err)
	}
}
