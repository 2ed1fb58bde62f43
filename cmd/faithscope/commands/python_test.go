package commands

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/checking"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
)

// python runs a script beside the module that writes runs, in a folder of its
// own.
func python(t *testing.T, dir, script string) (output string, err error) {
	t.Helper()
	path, err := exec.LookPath("/usr/bin/python3") // Debian's
	if err != nil {
		if path, err = exec.LookPath("python3"); err != nil {
			t.Skip("no python3 here")
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "faithscope.py"), native.Python(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "-W", "error", "-c", script)
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	return string(b), err
}

// What each page of the README writes is clean.
func TestReadmeWriterPages(t *testing.T) {
	text, err := os.ReadFile("../../loaders/native/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, pages, _ := strings.Cut(string(text), "## From Python")
	scripts := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(pages, -1)
	if len(scripts) != 5 {
		t.Fatalf("%d pages, want 5", len(scripts))
	}
	for _, script := range scripts {
		dir := t.TempDir()
		if output, err := python(t, dir, script[1]); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		run, err := files.NewOpener(nil, opening.Formats...).Open(t.Context(), filepath.Join(dir, "run.jsonl"), loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		c, err := checking.Run(t.Context(), io.Discard, run)
		if err != nil || c.Examples != 1 || c.Unreadable > 0 || len(c.Problems) > 0 {
			t.Errorf("%s: %d examples, %d unreadable, problems %v, %v", run.Name, c.Examples, c.Unreadable, c.Problems, err)
		}
	}
}

// What would be a problem is refused when it is written, and what was written before it
// is kept; a run that is opened again continues.
func TestPythonRefuses(t *testing.T) {
	dir := t.TempDir()
	output, err := python(t, dir, `
from faithscope import *
refused = 0
def refuse(f):
    global refused
    try:
        f()
    except ValueError:
        refused += 1
with Run("run.jsonl", name="n") as run:
    run.add(1, "q", answer=answer("x"))
    refuse(lambda: run.add(1, "again"))
    refuse(lambda: run.add(2, "q", answer=answer("x", probability=1.5)))
    refuse(lambda: run.add(2, "q", images=[image("a.png", proposals=[[0, 0, 1]])]))
    refuse(lambda: run.add(2, "q", images=[image("a.png", proposals=[[0, 0, 1, 1]], labels=[])]))
    refuse(lambda: run.add(2, "q", images=[image("a.png", proposals=[[0, 0, 1, 1]])], program=[step("find", boxes=[[0.5, 0.5]])]))
    refuse(lambda: attribution("a", ["x"], [float("nan")]))
    refuse(lambda: attribution("a", ["x"], [1, 2]))
    refuse(lambda: step("a", truth=0.5, value="x"))
    refuse(lambda: gold())
    refuse(lambda: rationale("a"))
with Run("run.jsonl") as run:
    run.add(2, "q")
print(refused)
`)
	if err != nil || strings.TrimSpace(output) != "10" {
		t.Fatalf("%v, refused %s, want 10", err, output)
	}
	text, err := os.ReadFile(filepath.Join(dir, "run.jsonl"))
	if lines := strings.Count(string(text), "\n"); err != nil || lines != 3 {
		t.Errorf("%d lines, %v; want a header and two examples:\n%s", lines, err, text)
	}
}
