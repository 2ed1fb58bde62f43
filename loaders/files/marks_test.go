package files_test

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// A file of marks is in no folder and in no pattern, and opens under no name.
func TestFilesOfMarksAreNotSeen(t *testing.T) {
	dir := t.TempDir()
	marks := ".a.jsonl" + loaders.MarksSuffix
	for _, name := range []string{"a.jsonl", marks, marks + ".part", "b" + loaders.MarksSuffix} {
		check.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o600))
	}
	if entries, err := (files.DiskFiles{}).ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "*.jsonl"), filepath.Join(dir, "*")} {
		runs, err := files.NewOpener(nil, plainLines).OpenAll(t.Context(), path, loaders.Options{})
		if err != nil || len(runs) != 1 {
			t.Fatalf("%s: %d runs, %v", path, len(runs), err)
		}
		toTheEnd(t, runs[0])
		if kept, _ := runs[0].Problems.All(); runs[0].Len() != 1 || len(kept) > 0 {
			t.Errorf("%s: %d examples, problems %v", path, runs[0].Len(), kept)
		}
		runs[0].Close()
	}
	for _, path := range []string{filepath.Join(dir, ".*"), filepath.Join(dir, marks)} {
		if runs, err := files.NewOpener(nil, plainLines).OpenAll(t.Context(), path, loaders.Options{}); err == nil {
			t.Errorf("%s opens %d runs", path, len(runs))
		}
	}
}
