package commands

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/checking"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/native"
	"faithscope/loaders/record"
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
	writeFile(t, filepath.Join(dir, "faithscope.py"), native.Python())
	cmd := exec.CommandContext(t.Context(), path, "-W", "error", "-c", script)
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	return string(b), err
}

// What each page of the README, and of testdata, writes is clean.
func TestReadmeWriterPages(t *testing.T) {
	text := readFile(t, "../../loaders/native/README.md")
	more := readFile(t, "testdata/writer.md")
	_, pages, _ := strings.Cut(text+more, "## From Python")
	scripts := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(pages, -1)
	if len(scripts) != 7 {
		t.Fatalf("%d pages, want 7", len(scripts))
	}
	for _, script := range scripts {
		if text, c := checked(t, script[1]); c.Examples != 1 || c.Unreadable > 0 || len(c.Problems) > 0 {
			t.Errorf("%s: %d examples, %d unreadable, problems %v", text, c.Examples, c.Unreadable, c.Problems)
		}
	}
}

// checked writes a script's run.jsonl and returns its text and what check finds in it.
func checked(t *testing.T, script string) (text string, found *checking.CheckedRun) {
	t.Helper()
	dir := t.TempDir()
	output, err := python(t, dir, script)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if output == "no numpy\n" {
		t.Skip("no numpy here")
	}
	path := filepath.Join(dir, "run.jsonl")
	b := readFile(t, path)
	run := loadertest.Formats(opening.Formats).Open(t, nil, path, loaders.Options{})
	if found, err = checking.Run(t.Context(), io.Discard, run, nil); err != nil {
		t.Fatal(err)
	}
	return b, found
}

// said keeps a script's warnings, and asserts at its end that each was said once.
const said = `
import warnings
kept = warnings.catch_warnings(record=True)
said = kept.__enter__()
warnings.simplefilter("always")
from faithscope import *
def told(*parts):
    texts = [str(w.message) for w in said]
    assert len(texts) == len(parts) and all(p in t for p, t in zip(parts, texts)), texts
    assert all(w.filename == "<string>" for w in said), [w.filename for w in said]
`

// No value ends a script, be it of NumPy, NaN, out of range, or of a kind that JSON does
// not have; what remains of the example is written, and clean where it can be.
func TestPythonKeepsValues(t *testing.T) {
	t.Parallel()
	text, found := checked(t, said+`
from pathlib import Path
try:
    import numpy as np
except ImportError:
    print("no numpy")
    raise SystemExit
with Run(Path("run.jsonl"), name=np.str_("n"), box_units="pixels") as run:
    run.add(np.int64(1), np.str_("q"), answer=answer(np.int64(3), gold=np.array(["3", "4"]), correct=np.bool_(True),
            probability=1.0000001, classes={"text": np.float32(0.25), "b": np.float64(0.75)}, scores={"em": np.float32(0.5)}))
    run.add(2, "q", answer("a", "a"), images=[image(Path("a.png"), np.int64(640), 480.0, np.array([[0, 0, 1, 1]]), np.array(["dog"]))],
            program=[step("exist", truth=np.float32(0.5), children=np.array([1])),
                     step("find", boxes=np.array([[0.5]]), gold=gold(boxes=[np.zeros((0, 4))]))],
            meta={"path": Path("x"), "list": np.arange(2)})
    run.add(3, "q", answer(ValueError("boom"), "a"),
            steps=[step("call", error=ValueError("boom"), arguments={"set": {1}}, value=np.int64(2))])
    run.add(4, "q", answer(float("nan"), "a", probability=float("inf")), tokens=np.array(["q"]),
            attributions=[attribution("ig", np.array(["q"]), np.array([-0.5])), attribution("nan", ["q"], [float("nan")])])
    run.add(5, "q", answer("a", "a", probability=1.5, correct="maybe"))
    run.add(6, "q", "a", steps=[step("both", truth=0.5, value="x", gold=gold())])
    run.add(6, "again", answer("a", "a"))
    run.add(None, "q", answer("a", "a"))
told("1.0000001 is written as 1", "inf is written as null", "'maybe'", "1.5 is not within", "truth and text", "the id '6'", "without an id")
`)
	check.Contains(t, text,
		`{"id": "1", "question": "q", "answer": {"gold": ["3", "4"], "correct": true, "probability": 1.0, `+
			`"classes": {"text": 0.25, "b": 0.75}, "scores": {"em": 0.5}, "predicted": 3}, `+
			`"meta": {"note": "answer.probability: 1.0000001 is written as 1"}}`,
		`"images": [{"path": "a.png", "width": 640, "height": 480, "proposals": [[0, 0, 1, 1]], "labels": ["dog"]}]`,
		`"children": [1], "output": {"truth": 0.5}}, {"op": "find", "output": {"boxes": [[0.5]]}, "gold": {"boxes": [[]]}}]`,
		`"meta": {"path": "x", "list": [0, 1]}`,
		`"predicted": "ValueError: boom"}`, `{"op": "call", "arguments": {"set": [1]}, "output": {"json": 2}, "error": "ValueError: boom"}`,
		`"scores": [-0.5], "signed": true}, {"name": "nan", "over": "tokens", "tokens": ["q"], "scores": [null], "signed": false}`,
		`"note": "answer.probability: inf is written as null; answer.predicted: nan is written as null; `+
			`attributions[1].scores[0]: nan is written as null"`,
		`"steps": [{"op": "both", "output": {"truth": 0.5}}]`, `{"id": "without an id 1", `,
	)
	if found.Examples != 8 || found.Unreadable > 0 || t.Failed() {
		t.Errorf("%d examples, %d unreadable, in:\n%s%v", found.Examples, found.Unreadable, text, found.Problems)
	}
}

// People's verdicts are the gold of steps and a judge's their outputs; scores of another number of steps
// are left out and reported, never shifted.
func TestPythonWritesVerdicts(t *testing.T) {
	t.Parallel()
	text, found := checked(t, said+`
with Run("run.jsonl") as run:
    said_of = [step("think", "2 + 3 = 6").wrong("it is 5", category="sum", by="ann"), step("think", "so").neutral(),
               step("think", "12").right()]
    run.add(1, "q", steps=said_of, judge=judge("prm", [0.25, None, "right"]))
    run.add(2, "q", steps=said_of[:2], judge=judge("prm", [0.25]))
    run.add(3, "q", steps=[step("think", "x", gold=gold(text="y")).right()])
told("prm has 1 scores for 2 steps", "the gold of think is replaced")
`)
	check.Contains(t, text,
		`{"op": "think", "text": "2 + 3 = 6", "gold": {"verdict": {"label": "wrong", "reason": "it is 5", "category": "sum", "by": "ann"}}, `+
			`"output": {"verdict": {"score": 0.25, "by": "prm"}}}`,
		`"gold": {"verdict": {"label": "neutral"}}, "output": {"verdict": {"by": "prm"}}}`,
		`"gold": {"verdict": {"label": "right"}}, "output": {"verdict": {"label": "right", "by": "prm"}}}`,
		`"text": "so", "gold": {"verdict": {"label": "neutral"}}}], "meta": {"note": "judge: prm has 1 scores for 2 steps; they are left out"}`,
	)
	if found.Examples != 3 || found.Unreadable > 0 || len(found.Problems) > 0 || t.Failed() {
		t.Errorf("%d examples, %d unreadable, in:\n%s%v", found.Examples, found.Unreadable, text, found.Problems)
	}
}

// A chat's steps are the assistant's messages, with their calls and what these returned.
func TestPythonWritesChats(t *testing.T) {
	t.Parallel()
	text, found := checked(t, said+`
with Run("run.jsonl") as run:
    call = {"id": "a", "function": {"name": "count", "arguments": '{"what": "sheep"}'}}
    run.add(1, **chat([{"role": "user", "content": "How many?"}, {"role": "assistant", "content": "I look.", "tool_calls": [call]},
                       {"role": "tool", "tool_call_id": "a", "content": "3"}, {"role": "assistant", "content": "Three."}], gold="Three."))
    use = [{"type": "tool_use", "id": "b", "name": "look", "input": {}}, {"type": "tool_use", "id": "c", "name": "ask", "input": {}}]
    seen = [{"type": "tool_result", "tool_use_id": "b", "content": "dark", "is_error": True},
            {"type": "tool_result", "tool_use_id": "c", "content": [{"type": "text", "text": "yes"}]}]
    run.add(2, **chat([{"role": "user", "content": "Q"}, {"role": "assistant", "content": use}, {"role": "user", "content": seen}]))
    run.add(3, **chat([{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}]))
`)
	check.Contains(t, text,
		`"steps": [{"op": "assistant", "text": "I look.\ncount {\"what\": \"sheep\"}", "output": {"text": "3"}}, `+
			`{"op": "assistant", "text": "Three."}]`,
		`{"op": "assistant", "text": "look {}\nask {}", "output": {"text": "dark\nyes"}, "error": "dark"}`,
		`"question": "Q", "answer": {"predicted": "A"}}`,
	)
	if found.Examples != 3 || found.Unreadable > 0 {
		t.Errorf("%d examples, %d unreadable: %v", found.Examples, found.Unreadable, found.Problems)
	}
}

// A keyword that does not exist is an error with the nearest one that does.
func TestPythonNamesKeywords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output, err := python(t, dir, `
from faithscope import *
with Run("run.jsonl") as run:
    for call in (lambda: answer("x", glod="y"), lambda: run.add(1, "q", imags=[]), lambda: Run("x", mdoel="m"), lambda: chat([], gould="x"),
                 lambda: run.add(1, "q", difficulty=3)):
        try:
            call()
        except TypeError as e:
            print(str(e)[:49])
`)
	want := `answer has no 'glod'; did you mean 'gold'?
Run.add has no 'imags'; did you mean 'images'?
Run has no 'mdoel'; did you mean 'model'?
chat has no 'gould'; did you mean 'gold'?
Run.add has no 'difficulty': it has id, question,
`
	if err != nil || output != want {
		t.Errorf("%v\n%s", err, output)
	}
}

// A script that is run twice leaves what the second writes: instead of the first, or
// at the end if it is longer. A half line is removed, other boxes are refused.
func TestPythonContinues(t *testing.T) {
	t.Parallel()
	text, found := checked(t, said+`
with Run("run.jsonl", name="n", box_units="pixels") as run:
    for i in range(3):
        run.add(i, "a question", answer("x", "y"))
import os
def refused(*args, **named):
    try:
        Run(*args, **named)
    except ValueError as e:
        return str(e)
assert "box_units pixels, not fraction" in refused("run.jsonl")
with open("notes.txt", "w") as f:
    f.write("mine\n")
assert "not a run" in refused("notes.txt") and os.stat("notes.txt").st_size == 5
for whole in (False, True):
    with open("run.jsonl", "a") as f:
        f.write('{"id": "5", "question": "five", "answer": {"predicted": "x", "gold": "x"}}' if whole else '{"id": "4", "ques')
    with Run("run.jsonl", name="n", box_units="pixels") as run:
        run.add(0, "shorter", answer("x", "x"))
        run.add(2, "a much longer question than before", answer("x", "x"))
told("was not finished")
`)
	var ids []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			ids = append(ids, gjson.Get(line, "id").String()+gjson.Get(line, "question").String())
		}
	}
	want := []string{"", "0shorter", "1a question", "2a much longer question than before", "5five"}
	if !slices.Equal(ids, want) || found.Examples != 4 || len(found.Problems) > 0 {
		t.Errorf("%q, %d examples, %v in\n%s", ids, found.Examples, found.Problems, text)
	}
}

// The verdicts of the demo's judges are what their script writes, and it reads nothing but steps.
func TestDemoJudgesAreTheScripts(t *testing.T) {
	from, dir := "demo/steps", t.TempDir()
	script := readFile(t, filepath.Join(from, "judges.py"))
	check.NoError(t, os.CopyFS(dir, os.DirFS(from)))
	names := []string{"arithmetic.jsonl.gz", "length.jsonl.gz"}
	for _, name := range names {
		check.NoError(t, os.Remove(filepath.Join(dir, name)))
	}
	// The steps alone: whatever else a chain says is left out.
	blind := strings.Replace(script, "chains = [json.loads(line) for line in f]",
		"chains = [{k: x[k] for k in ('id', 'steps')} for x in map(json.loads, f)]", 1)
	if output, err := python(t, dir, "__file__ = 'judges.py'\n"+blind); err != nil || blind == script {
		t.Fatal(err, output)
	}
	unpacked := func(folder, name string) string { // zlib's versions pack differently
		src, err := files.OpenSource(os.DirFS(folder), name)
		check.NoError(t, err)
		defer src.Close()
		b, err := record.ReadWhole(src, name, 1<<20)
		if err != nil || len(b) == 0 {
			t.Fatal(name, err)
		}
		return string(b)
	}
	for _, name := range names {
		check.Equal(t, name, unpacked(dir, name), unpacked(from, name))
	}
}
