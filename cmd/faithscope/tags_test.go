package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/scoring/marks"
)

// command runs a command line and returns what it printed and what it said.
func command(t *testing.T, args ...string) (out, said string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(args)
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	err = cmd.ExecuteContext(t.Context())
	return stdout.String(), stderr.String(), err
}

// smallRun writes a run of two examples with a program each, and returns its
// path.
func smallRun(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".jsonl")
	text := `{"faithscope": 1, "run": {"name": "` + name + `"}}
{"id": "a", "question": "is there a dog", "answer": {"predicted": "true", "gold": "true"}, "program": [{"op": "find", "text": "dog"}]}
{"id": "b", "question": "is there a cat", "answer": {"predicted": "true", "gold": "false"}, "program": [{"op": "find", "text": "cat"}]}
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// addMarks changes what was said of a run.
func addMarks(t *testing.T, path string, changes ...marks.Change) {
	t.Helper()
	book, err := marks.Open(marks.Location{Beside: marks.Beside(path)})
	if err != nil {
		t.Fatal(err)
	}
	if err := book.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
}

func TestTagsTravel(t *testing.T) {
	monday, friday := smallRun(t, "monday"), smallRun(t, "friday")
	addMarks(t, monday, marks.Change{ID: "a", Module: marks.Whole, Kind: marks.Tag, Text: "annotation error"},
		marks.Change{ID: "b", Module: 0, Kind: marks.Mark}, marks.Change{ID: "gone", Module: marks.Whole, Kind: marks.Mark})
	file := filepath.Join(t.TempDir(), "tags.jsonl.gz")
	if _, _, err := command(t, "tags", "export", monday, "-o", file); err != nil {
		t.Fatal(err)
	}
	if _, said, err := command(t, "tags", "import", file, friday); err != nil || !strings.Contains(said, "3 lines left out") {
		t.Errorf("of another run: %v\n%s", err, said)
	}
	_, said, err := command(t, "tags", "import", file, friday, "--any-run")
	if err != nil || !strings.Contains(said, "friday: 2 lines") || !strings.Contains(said, "1 line left out") {
		t.Errorf("%v\n%s", err, said)
	}
	out, _, err := command(t, "tags", "export", friday)
	want := `{"run":"friday","id":"a","tags":["annotation error"]}` + "\n" + `{"run":"friday","id":"b","module":0,"marked":true}` + "\n"
	if err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
}
