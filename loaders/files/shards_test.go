package files_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
)

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestShards(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"part-10.jsonl":     []byte("{\"id\":\"g\"}\n"),
		"part-9.jsonl":      []byte("{\"id\":\"e\"}\n{}\n"),
		"part-1.jsonl":      []byte("{\"id\":\"a\"}\n{\"id\":\"b\"}\n"),
		"part-2.jsonl":      []byte("{\"id\":\"c\"}\nnot JSON\n"),
		"README.md":         []byte("# not a run\n"),
		".hidden-3.jsonl":   []byte("{}\n"),
		"part-3.jsonl":      nil,
		"other/part-5.json": nil,
	} {
		if strings.Contains(name, "/") {
			continue
		}
		writeFile(t, filepath.Join(dir, name), content)
	}
	json := plainLines
	json.Detect = func(head []byte) bool { return bytes.HasPrefix(head, []byte("{")) }
	for _, path := range []string{dir, filepath.Join(dir, "part-*.jsonl")} {
		runs, err := files.NewOpener(nil, json).OpenAll(context.Background(), path, loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		run := runs[0]
		toTheEnd(t, run)
		if got, want := ids(run), []string{"a", "b", "c", "record 4", "e", "record 6", "g"}; !slices.Equal(got, want) || len(runs) != 1 {
			t.Errorf("%s: ids %q, want %q", path, got, want)
		}
		var where []string
		kept, _ := run.Problems.All()
		for _, p := range kept {
			where = append(where, fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line))
		}
		if want := []string{"part-2.jsonl:2", "part-3.jsonl:0"}; !slices.Equal(where, want) {
			t.Errorf("%s: problems in %q, want %q: a problem names its own file", path, where, want)
		}
		if b, err := run.Raw(6); err != nil || string(b) != `{"id":"g"}` {
			t.Errorf("raw %q, %v", b, err)
		}
		if done, total := run.Progress(); done != total || done == 0 || !run.Complete() {
			t.Errorf("progress %d of %d", done, total)
		}
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestFoldersThatAreNoRun(t *testing.T) {
	for _, tt := range []struct {
		why   string
		files map[string]string
		want  string
	}{
		{"two models' runs are not one run", map[string]string{"a.jsonl": "{}\n", "b.jsonl": "{}\n"}, "several runs"},
		{"two formats", map[string]string{"a1": "{}\n", "a2": "[]\n"}, "two formats"},
		{"no run at all", map[string]string{"README": "text\n"}, "not a run"},
		{"nothing", nil, "not a run"},
	} {
		dir := t.TempDir()
		for name, text := range tt.files {
			writeFile(t, filepath.Join(dir, name), []byte(text))
		}
		json, array := plainLines, plainLines
		json.Detect = func(head []byte) bool { return bytes.HasPrefix(head, []byte("{")) }
		array.Name, array.Detect = "array", func(head []byte) bool { return bytes.HasPrefix(head, []byte("[")) }
		run, err := files.NewOpener(nil, json, array).Open(t.Context(), dir, loaders.Options{})
		if err == nil {
			run.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), dir) {
			t.Errorf("%s: %v, want %q", tt.why, err, tt.want)
		}
	}
}

// Ranks of one evaluation write at the same time.
func TestShardsAreFollowed(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "rank0.jsonl"), filepath.Join(dir, "rank1.jsonl")
	writeFile(t, one, []byte("{\"id\":\"a\"}\n"))
	writeFile(t, two, []byte("{\"id\":\"x\"}\n"))
	run := followed(t, dir)
	waited(t, run, 2)
	filestest.Append(t, one, "{\"id\":\"b\"}\n")
	waited(t, run, 3)
	filestest.Append(t, two, "{\"id\":\"y\"}\n")
	waited(t, run, 4)
	got := ids(run)
	if slices.Sort(got[:2]); !slices.Equal(got, []string{"a", "x", "b", "y"}) || !run.Following().On {
		t.Errorf("ids %q, %+v", got, run.Following())
	}
}

func TestNaturally(t *testing.T) {
	want := []string{"a", "a1", "a2b1", "a2b10", "a09", "a10", "a10b", "b"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, files.Naturally)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
