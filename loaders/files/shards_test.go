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
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	check.NoError(t, os.WriteFile(path, content, 0o600))
}

// So many files of one format that each is an example are one run.
func TestManyNames(t *testing.T) {
	const n = 400
	dir, want := t.TempDir(), make([]string, n)
	for i := range n {
		name := strings.Map(func(digit rune) rune { return digit - '0' + 'a' }, fmt.Sprintf("%03d", i))
		writeFile(t, filepath.Join(dir, name+".json"), fmt.Appendf(nil, "{\"id\":%q}\n", name))
		want[i] = name
	}
	runs, err := files.NewOpener(nil, plainLines).OpenAll(t.Context(), dir, loaders.Options{})
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs: %v", len(runs), err)
	}
	toTheEnd(t, runs[0])
	check.EqualLists(t, "ids", loadertest.IDs(runs[0]), want)
	check.NoError(t, runs[0].Close())
}

func TestShards(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"part-.jsonl":       []byte("{\"id\":\"0\"}\n"), // as run.jsonl beside run2.jsonl
		"part-10.jsonl":     []byte("{\"id\":\"g\"}\n"),
		"part-9.jsonl":      []byte("{\"id\":\"e\"}\n{}\n"),
		"part-1.jsonl":      []byte("{\"id\":\"a\"}\n{\"id\":\"b\"}\n"),
		"part-2.jsonl":      []byte("{\"id\":\"c\"}\nnot JSON\n"),
		"README.md":         []byte("# not a run\n"),
		".hidden-3.jsonl":   []byte("{}\n"),
		"_SUCCESS":          nil,
		"part-3.jsonl":      nil,
		"part-4.jsonl":      []byte("cut in the first record"),
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
		check.NoError(t, err)
		run := runs[0]
		toTheEnd(t, run)
		want := []string{"0", "a", "b", "c", "record 5", "e", "record 7", "g"}
		if got := loadertest.IDs(run); !slices.Equal(got, want) || len(runs) != 1 {
			t.Errorf("%s: ids %q, want %q", path, got, want)
		}
		var where []string
		kept, _ := run.Problems.All()
		for _, p := range kept {
			where = append(where, fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line))
		}
		check.EqualLists(t, path+": problems in", where, []string{"part-2.jsonl:2", "part-3.jsonl:0", "part-4.jsonl:0"})
		if b, err := run.Raw(7); err != nil || string(b) != `{"id":"g"}` {
			t.Errorf("raw %q, %v", b, err)
		}
		if done, total := run.Progress(); done != total || done == 0 || !run.Complete() {
			t.Errorf("progress %d of %d", done, total)
		}
		check.NoError(t, run.Close())
	}
}

// Names that count their files tell which are missing, from 0 or from 1.
func TestMissingShards(t *testing.T) {
	for _, test := range []struct{ numbers, want string }{
		{"0 1 2 3", ""}, {"1 2 3 4", ""}, {"0 2 3", "00001"}, {"1 2 4", "00003"}, {"0", "00001"}, {"1 2", "00000"},
	} {
		dir := t.TempDir()
		for _, number := range strings.Fields(test.numbers) {
			writeFile(t, filepath.Join(dir, "test-0000"+number+"-of-00004.jsonl"), fmt.Appendf(nil, "{\"id\":%q}\n", number))
		}
		runs, err := files.NewOpener(nil, plainLines).OpenAll(t.Context(), dir, loaders.Options{})
		if err != nil || len(runs) != 1 {
			t.Fatalf("%d runs: %v", len(runs), err)
		}
		toTheEnd(t, runs[0])
		problems, n := runs[0].Problems.All()
		if (n > 0) != (test.want != "") || n > 0 && !strings.Contains(problems[0].String(), "test-"+test.want+"-of-00004.jsonl: missing (") {
			t.Errorf("shards %s: %v", test.numbers, problems)
		}
		check.NoError(t, runs[0].Close())
	}
}

func TestFoldersThatAreNoRun(t *testing.T) {
	for _, tt := range []struct {
		why   string
		files map[string]string
		want  string
	}{
		{"two models' runs are not one run", map[string]string{"a.jsonl": "{}\n", "b.jsonl": "{}\n"}, "several runs"},
		{"two formats", map[string]string{"a1": "{}\n", "a2": "[]\n"}, "several runs"},
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

// A folder of runs opens all of them, and each has a path that opens it again.
func TestFolderOfRuns(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a/predictions.json": "{}\n", "a/metrics": "text\n",
		"b/predictions.json": "{}\n", "b/other.json": "{}\n",
		"c/part-1.json": "{}\n", "c/part-2.json": "{}\n", "c/single.json": "{}\n", "c/x": "[{}]\n",
		"pictures/one.png": "text\n", "README": "text\n", "c/deeper/run.json": "{}\n",
	} {
		check.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		writeFile(t, filepath.Join(dir, name), []byte(text))
	}
	json, array := plainLines, plainLines
	json.Detect = func(head []byte) bool { return bytes.HasPrefix(head, []byte("{")) }
	array.Name, array.Detect = "array", func(head []byte) bool { return bytes.HasPrefix(head, []byte("[")) }
	opener := files.NewOpener(nil, json, array)
	runs, err := opener.OpenAll(t.Context(), dir, loaders.Options{})
	check.NoError(t, err)
	var got []string
	for _, run := range runs {
		toTheEnd(t, run)
		path, _ := filepath.Rel(dir, run.Path)
		got = append(got, fmt.Sprintf("%s %d", path, run.Len()))
		again, err := opener.Open(t.Context(), run.Path, loaders.Options{})
		if err != nil {
			t.Errorf("%s does not open again: %v", run.Path, err)
			continue
		}
		again.Close()
		run.Close()
	}
	want := []string{"a 1", "b/other.json 1", "b/predictions.json 1", "c/part-[0-9]*.json 2", "c/single.json 1", "c/x 1"}
	check.EqualLists(t, "runs", got, want)
}

func TestNamesThatAreNearlyRight(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "predictions.json.gz"), []byte("{}\n"))
	for name, want := range map[string]string{
		"predictions.json": "did you mean " + filepath.Join(dir, "predictions.json.gz") + "?", "zebra": "no such file or directory",
	} {
		_, err := files.NewOpener(nil, plainLines).OpenAll(t.Context(), filepath.Join(dir, name), loaders.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// Ranks of one evaluation write at the same time.
func TestShardsAreFollowed(t *testing.T) {
	t.Parallel()
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
	got := loadertest.IDs(run)
	if slices.Sort(got[:2]); !slices.Equal(got, []string{"a", "x", "b", "y"}) || !run.Following().On {
		t.Errorf("ids %q, %+v", got, run.Following())
	}
}

// A program's only folder is followed, as of a date and a model.
func TestOnlyFolders(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "2026-11-29", "model")
	check.NoError(t, os.MkdirAll(inner, 0o700))
	writeFile(t, filepath.Join(inner, "part-1.txt"), []byte("x\n"))
	writeFile(t, filepath.Join(inner, "part-2.txt"), []byte("y\n"))
	run := loadertest.Formats{plainLines}.Open(t, nil, dir, loaders.Options{})
	if run.Len() != 2 || run.Path != inner {
		t.Errorf("%d examples at %s", run.Len(), run.Path)
	}
}
