package opening

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// A person's own page, in a home where nothing else is, reads a format that the program
// does not have, with a file beside it; a broken page is named, and stops nothing.
func TestOwnPages(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	write := func(name, text string) string {
		path := filepath.Join(home, name)
		check.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	run := write("runs/out.json", `{"quiz": {"items": [{"nr": 1, "guess": "Oslo", "sure": 0.5}, {"nr": 2, "guess": "Bern", "sure": 0.25},
		{"nr": 3, "guess": "Rom", "sure": 1}]}}`)
	write("runs/key.json", `{"solutions": [{"nr": 1, "ask": "Norway?", "solution": "Oslo"}, {"nr": 2, "ask": "Italy?", "solution": "Rome"}]}`)
	if j := Runs(t.Context(), []string{run}, Options{NoCache: true}); j.Err() == nil {
		t.Fatal("the program reads it without the page: the test says nothing")
	}
	write(".config/faithscope/formats/quiz.toml", `
name = "quiz"
about = "the quiz's answers"
dataset = "Quiz"
rows = "quiz.items"
right = "equal"
[[recognised]]
at = "{quiz.items.*"
keys = 'nr, guess:"'
[columns]
id = "nr"
question = "key.ask"
gold = "key.solution"
predicted = "guess"
probability = "sure"
[[beside]]
name = "key"
what = "solutions of the quiz"
flag = "gold"
at = "solutions.*"
keys = "nr, solution"
id = "nr"
lacks = "kept without gold"
`)
	broken := write(".config/faithscope/formats/broken.toml", "name = \"broken\"\nif = 1\n")
	write(".config/faithscope/formats/taken.toml", "\nname = \"vqa\"\nabout = \"x\"\n[[recognised]]\nkeys = \"x\"\n")
	j := Runs(t.Context(), []string{run}, Options{NoCache: true})
	check.NoError(t, j.Err())
	defer j.Close()
	r := loadertest.Whole(t, j.Runs[0])
	first, second := r.Example(0), r.Example(1)
	if r.Format != "quiz" || r.Dataset != "Quiz" || r.Len() != 3 || first.Question != "Norway?" || first.Answer.Correct != loaders.Right ||
		second.Answer.Correct != loaders.Wrong || first.Answer.Probability == nil || r.Gold != filepath.Join(home, "runs/key.json") {
		t.Errorf("%s of %s, gold %s: %+v, %+v", r.Format, r.Dataset, r.Gold, first, second)
	}
	loadertest.Problem(t, r, "out.json 3: ")
	for _, want := range []string{"broken.toml", `if is not a key of a page`, "the format name vqa is already taken"} {
		loadertest.Problem(t, r, want)
	}
	// The same page without a path reads cells, joined in the same way.
	write(".config/faithscope/formats/cells.toml", `
name = "cells"
about = "the quiz's answers as cells"
right = "equal"
[[recognised]]
columns = ["quiz nr", "guess"]
[columns]
id = "quiz nr"
question = "key.ask"
gold = "key.solution"
predicted = "guess"
[[beside]]
name = "key"
what = "solutions of the quiz"
flag = "gold"
at = "solutions.*"
keys = "nr, solution"
id = "nr"
row = "quiz nr"
left = "question"
`)
	c := Runs(t.Context(), []string{write("runs/out.csv", "quiz nr,guess\n1,Oslo\n2,Bern\n")}, Options{NoCache: true})
	check.NoError(t, c.Err())
	defer c.Close()
	cells := loadertest.Whole(t, c.Runs[0])
	if a, b := cells.Example(0), cells.Example(1); cells.Format != "cells" || cells.Len() != 2 || a.Question != "Norway?" ||
		a.Answer.Correct != loaders.Right || b.Answer.Correct != loaders.Wrong {
		t.Errorf("%s: %+v, %+v", cells.Format, a, b)
	}
	if own, wrong := OwnPages(); len(own) != 2 || len(wrong) != 2 || !strings.HasPrefix(wrong[0].Error(), broken+":2:1: ") {
		t.Errorf("%d pages, %v", len(own), wrong)
	}
}

// What a person said of a table is a page, which then reads the next one alike without
// being asked.
func TestSavePage(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	for name, text := range map[string]string{
		"t.csv": "a name,x y,z\nq,1,1\nr,2,1\n",
		"t.json": `{"run": {"list": [{"a name": "q", "x y": "1", "z": "1"}, ` +
			`{"a name": "r", "x y": "2", "z": "1"}, {"a name": "s", "x y": "3", "z": "3"}]}}`,
	} {
		path := filepath.Join(home, name)
		check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		said := "question=a name,gold=x y,predicted=z,right=equal"
		saved, err := Options{}.SavePage(t.Context(), pageName(path), path, said)
		check.NoError(t, err)
		j := Runs(t.Context(), []string{path}, Options{NoCache: true})
		if j.Err() != nil {
			t.Fatalf("%s: %v", saved, j.Err())
		}
		r := loadertest.Whole(t, j.Runs[0])
		if a, b := r.Example(0), r.Example(1); r.Format != "t-table" && r.Format != "t-table-2" || a.Question != "q" ||
			a.Answer.Correct != loaders.Right || b.Answer.Correct != loaders.Wrong {
			t.Errorf("%s: %s: %+v, %+v", name, r.Format, a, b)
		}
		_, err = (Options{}).SavePage(t.Context(), strings.TrimSuffix(filepath.Base(saved), ".toml"), path, said)
		check.Fails(t, "a page was replaced", err)
	}
	_, err := (Options{}).SavePage(t.Context(), "vqa", filepath.Join(home, "t.csv"), "question=z")
	check.Fails(t, "a name of ours was taken", err)
}
