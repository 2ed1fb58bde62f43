package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/scoring/marks"
	"faithscope/tui/screen/screentest"
)

// walked returns a run in a folder of its own, with saved views that somebody else
// has made, and what is in the folder and said of the run.
func walked(t *testing.T) (run string, state func() string) {
	t.Helper()
	run = programtest.SmallRun(t, "small")
	folder := filepath.Dir(run)
	view := func(name, steps string) marks.Change {
		return marks.Change{ID: name, Module: marks.Whole, Kind: marks.View, Text: steps}
	}
	programtest.AddMarks(t, run, marks.Change{ID: "a", Module: marks.Whole, Kind: marks.Tag, Text: "$(touch${IFS}x)"},
		view("bad", "examples; export "+filepath.Join(folder, "bad.jsonl")), view("loop", "view loop"), view("chain", "examples; view bad"))
	return run, func() string {
		t.Helper()
		var names []string
		entries, err := os.ReadDir(folder)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if err != nil {
			t.Fatal(err)
		}
		book, err := marks.Open(marks.Location{Beside: marks.Beside(run)})
		if err != nil {
			t.Fatal(err)
		}
		views, _ := book.Views()
		return fmt.Sprint(names, book.Of("a"), book.Of("b"), book.Modules("a"), book.Modules("b"), views)
	}
}

// Steps that come with a run, a notebook or a link may only look, whatever they name.
func TestStepsFromElsewhereMayOnlyLook(t *testing.T) {
	t.Parallel()
	run, state := walked(t)
	folder := filepath.Dir(run)
	target := filepath.Join(folder, "x")
	before := state()
	const writes, says, asks, leaves = "writes a file", "says something about the run", "asks a process or an address", "leaves the program"
	for steps, want := range map[string]string{
		"examples; export " + target + ".jsonl": writes,
		"save-screen " + target + ".svg":        writes,
		"examples; tag $(touch${IFS}x)":         says,
		"notebook " + target:                    writes,
		"examples; mark":                        says,
		"examples; open; note-module x":         says,
		"examples; undo":                        says,
		"save-view x":                           says,
		"save-view -bad":                        says,
		"examples; reload":                      asks,
		"examples; copy-id":                     leaves,
		"examples; copy-link":                   leaves,
		"help; last; open":                      leaves,
		"suspend":                               leaves,
		"quit":                                  leaves,
		"back":                                  leaves,
		"view bad":                              "may not go to another",
		"view loop":                             "may not go to another",
		"view chain":                            "may not go to another",
	} {
		picture := filepath.Join(t.TempDir(), "x.svg")
		if _, _, err := programtest.Command(t, "render", run, "--view", steps, "-o", picture); err == nil || !strings.Contains(err.Error(),
			want) {
			t.Errorf("render --view %q: %v, want %q", steps, err, want)
		}
		if _, err := os.Stat(picture); err == nil {
			t.Errorf("render --view %q drew a picture", steps)
		}
		notes := filepath.Join(t.TempDir(), "n.txt")
		if err := os.WriteFile(notes, []byte("# notebook\n"+steps+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, _, err := programtest.Command(t, "replay", notes, run); err != nil || !strings.Contains(out, "failed") ||
			!strings.Contains(out, want) {
			t.Errorf("replay of %q: %v, want %q:\n%s", steps, err, want, out)
		}
		if now := state(); now != before {
			t.Errorf("%q: the folder was\n%s\nand is\n%s", steps, before, now)
		}
	}
}

// A notebook says something of a run only where that was asked for.
func TestReplayTagsWhereAskedTo(t *testing.T) {
	t.Parallel()
	run, state := walked(t)
	before := state()
	notes := filepath.Join(t.TempDir(), "n.txt")
	if err := os.WriteFile(notes, []byte("# notebook\ntag b cat\nmark b\nnote-module b 0 low\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _, err := programtest.Command(t, "replay", notes, run); err != nil || !strings.Contains(out, "b: tag cat") || state() != before {
		t.Errorf("without --write-tags (%v):\n%s", err, out)
	}
	if out, _, err := programtest.Command(t, "replay", notes, run, "--write-tags"); err != nil ||
		!strings.Contains(out, "b: tag cat (written to 1 run)") ||
		state() == before {
		t.Errorf("with --write-tags (%v):\n%s", err, out)
	}
}

// What a link leads to on screen may only look too, and so may a saved view.
func TestWalksOnScreenMayOnlyLook(t *testing.T) {
	t.Parallel()
	run, state := walked(t)
	target := filepath.Join(filepath.Dir(run), "x.jsonl")
	before := state()
	cmd := exec.Command("faithscope", "open", run, "--view", "examples; export "+target)
	cmd.Env = append(slices.Clone(os.Environ()), "XDG_DATA_HOME="+t.TempDir())
	term := screentest.Start(t, programtest.Wide, cmd)
	term.WaitFor("the view ends here: the steps of a view may only look: export writes a file")
	for name, want := range map[string]string{"bad": "export writes a file", "chain": "may not go to another",
		"loop": "may not go to another"} {
		term.Type(":view " + name + "\r")
		term.WaitFor(want)
		term.Type("G")
	}
	term.Type("Q")
	term.WaitForEnd()
	if now := state(); now != before {
		t.Errorf("the folder was\n%s\nand is\n%s", before, now)
	}
}

// A notebook is a new file of a name under which nothing is run by itself, and a
// shell that is given it runs nothing of what it quotes.
func TestNotebookRunsNowhere(t *testing.T) {
	t.Parallel()
	run := programtest.SmallRun(t, "small")
	dir := t.TempDir()
	there := filepath.Join(dir, "there.txt")
	if err := os.WriteFile(there, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("faithscope", run)
	cmd.Env, cmd.Dir = append(slices.Clone(os.Environ()), "XDG_DATA_HOME="+t.TempDir()), dir
	term := screentest.Start(t, programtest.Wide, cmd)
	term.WaitFor("5 Results")
	term.Type("2")
	term.WaitFor("question  ")
	for _, tag := range []string{"$(echo>ran)", "x'`echo>ran`'"} {
		term.Type(":tag " + tag + "\r")
		term.WaitFor("tagged " + tag)
	}
	for _, file := range []struct{ name, says string }{
		{".bash_login", "ends in .txt"}, {".n.txt", "begin with a dot"}, {"n.sh", "ends in .txt"}, {"n", "ends in .txt"},
		{there, "exists"}, {"n.txt", "written: n.txt"},
	} {
		term.Type(":notebook " + file.name + "\r")
		term.WaitFor(file.says)
		term.Type("G")
	}
	term.Type("Q")
	term.WaitForEnd()
	shell := exec.Command("sh", "n.txt")
	shell.Env, shell.Dir = []string{"PATH="}, dir // what the shell has itself is enough
	out, _ := shell.CombinedOutput()
	var names []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	text, wrong := os.ReadFile(there)
	if err != nil || wrong != nil || string(text) != "precious" || !slices.Equal(names, []string{"n.txt", "there.txt"}) {
		t.Errorf("the folder has %q, there.txt %q (%v, %v); the shell said\n%s", names, text, err, wrong, out)
	}
}

// A notebook contacts nobody, whatever it says its runs and their files are.
func TestNotebookOpensRunsOfThisMachine(t *testing.T) {
	t.Parallel()
	notes := filepath.Join(t.TempDir(), "n.txt")
	for _, files := range []string{"http://127.0.0.1:1/run.jsonl", "s3://bucket/run.jsonl",
		"--gold=http://127.0.0.1:1/gold.csv " + programtest.SmallRun(t, "small")} {
		if err := os.WriteFile(notes, []byte("# notebook\nfiles "+files+"\nexamples\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := programtest.Command(t, "replay", notes); err == nil || !strings.Contains(err.Error(), "the notebook opens ") {
			t.Errorf("%s: %v", files, err)
		}
	}
}
