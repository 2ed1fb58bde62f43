//go:build unix

package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
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
		check.NoError(t, err)
		book, err := marks.Open(marks.MarksLocation{Beside: marks.Beside(run)})
		check.NoError(t, err)
		views, _ := book.Views()
		return fmt.Sprint(names, book.Of("a"), book.Of("b"), book.Modules("a"), book.Modules("b"), views)
	}
}

// Steps that come with a run, a flag or a link may only look, whatever they name.
func TestStepsFromElsewhereMayOnlyLook(t *testing.T) {
	t.Parallel()
	run, state := walked(t)
	folder := filepath.Dir(run)
	target := filepath.Join(folder, "x")
	before := state()
	const writes, says, leaves = "writes a file", "records something about the run", "leaves faithscope"
	const asks = "contacts a process or a URL"
	for steps, want := range map[string]string{
		"examples; export " + target + ".jsonl": writes,
		"save-screen " + target + ".svg":        writes,
		"examples; tag $(touch${IFS}x)":         says,
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
		"view bad":                              "can't open another view",
		"view loop":                             "can't open another view",
		"view chain":                            "can't open another view",
	} {
		picture := filepath.Join(t.TempDir(), "x.svg")
		_, _, err := programtest.Command(t, "render", run, "--view", steps, "-o", picture)
		check.Error(t, "render --view", err, want, steps)
		_, err = os.Stat(picture)
		check.Fails(t, "a picture drawn by render --view", err, steps)
		check.Equal(t, "the folder", state(), before, "after", steps)
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
	term.WaitFor("couldn't finish opening the view: the steps of a view must be read-only, but export writes a file")
	for name, want := range map[string]string{"bad": "export writes a file", "chain": "can't open another view",
		"loop": "can't open another view"} {
		term.Walk(":view "+name+"\r", want)
		term.Type("G")
	}
	term.Type("Q")
	term.WaitForEnd()
	check.Equal(t, "the folder", state(), before)
}
