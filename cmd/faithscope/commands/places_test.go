package commands

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// stepped is a step of a walk: a key, and what is on screen after it.
type stepped struct{ key, shows string }

// walks lists what people ask of the demo, with the keys that answer it. A key other
// than one that moves stands on the screen where it is pressed, at both sizes.
var walks = []struct {
	name, from string // the run where the walk begins
	steps      []stepped
}{
	{"is graph_count better than layer_count", "layer_count", []stepped{
		{"space", "layer_count · A"}, {"j", "▸ sum_count"}, {"j", "▸ graph_count"}, {"4", "better in recall by .19"},
	}},
	{"a right answer for the wrong reason, and why", "lexical-narrow", []stepped{
		{"x", "[right] [unfaithful]"}, {"enter", "○ unfaithful "},
	}},
	{"the module that most often goes wrong first, its table and three pictures", "graph_count_decont_pretrain", []stepped{
		{"tab", "▸ right"}, {"tab", "▸ find"}, {"k", "▸ filter"}, // find was first in the run before
		{"E", "▸ t  runs.txt"}, {"down", "▸ o  runs.json"}, {"down", "▸ c  runs.csv"}, {"j", "▸ m  runs.md"}, {"down", "▸ e  runs.tex"},
		{"enter", "saved to runs.tex"},
		{"enter", "[culprit="}, {"space", ": marked"}, {"space", ": marked"}, {"space", ": marked"},
		{"E", "▸ a  graph_count_decont_pretrain-marked.html"}, {"enter", ".html: 3 examples"}, {"enter", "! the culprit"},
	}},
}

// takenAlong holds the texts of the files that walks write.
var takenAlong = map[string]string{"runs.tex": "filter & 9 &", "graph_count_decont_pretrain-marked.html": "<svg"}

// pressed returns what the terminal sends for a key.
func pressed(key string) string {
	if text, ok := map[string]string{"enter": "\r", "down": "\x1b[B", "tab": "\t", "space": " ", "esc": "\x1b[27u"}[key]; ok {
		return text
	}
	return key
}

// TestWalks takes the walks in a pseudo-terminal, with FAITHSCOPE_TEST_LONG also in one of 80 columns, one
// after another, and back after each: q leads through the screens that were left, each as it was.
func TestWalks(t *testing.T) {
	t.Parallel()
	sizes := []screentest.TerminalConfig{{Cols: 80, Rows: 24}, {Cols: 120, Rows: 36}}
	if !programtest.Long {
		sizes = sizes[1:]
	}
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size.Cols, size.Rows), func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("faithscope", "--graphics", "none")
			cmd.Env, cmd.Dir = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir()), t.TempDir()
			term := screentest.Start(t, size, cmd)
			term.Wait("the scores", func() bool {
				return strings.Contains(term.Text(), "logic") && !strings.Contains(term.Text(), "scoring")
			})
			for _, walk := range walks {
				t.Log(walk.name)
				walkPlaces(term, walk.from, walk.steps)
			}
			for name, holds := range takenAlong { // which the screen said are written
				if text, err := os.ReadFile(filepath.Join(cmd.Dir, name)); err != nil || !strings.Contains(string(text), holds) {
					t.Errorf("%s: %v, no %q in it", name, err, holds)
				}
			}
		})
	}
}

// walkPlaces presses the keys of a walk that begins at a run, and leads back from it.
func walkPlaces(term *screentest.Terminal, from string, steps []stepped) {
	// The run may be marked already: what shows that it was chosen is that the
	// command line has come and gone.
	term.Walk(":run "+from, ":run "+from)
	term.Type("\r")
	term.Wait("the run "+from, func() bool {
		return strings.Contains(term.Text(), "▸ "+from) && !strings.Contains(term.Text(), "enter accepts")
	})
	var left []string
	for _, step := range steps {
		term.Quiet()
		before := term.Text()
		term.Walk(pressed(step.key), step.shows)
		term.Quiet()
		opensOne := strings.Contains(before, "tab pane") != strings.Contains(term.Text(), "tab pane") // its id has no sign before it
		if opensOne || place(before) != place(term.Text()) || len(trail(before)) != len(trail(term.Text())) {
			left = append(left, before)
		}
	}
	for _, screen := range slices.Backward(left) {
		term.Type("q")
		term.Wait("the screen that was left:\n"+screen, func() bool { return unflashed(term.Text()) == unflashed(screen) })
	}
}

// place and trail are what the first row marks, and the rows above the view.
func place(screen string) string { return regexp.MustCompile(`\[\d \w+\]`).FindString(screen) }

func trail(screen string) []string {
	return strings.Split(strings.Join(strings.SplitN(screen, "\n", 3)[:2], ""), "›")
}

// unflashed returns a screen without the status line, which may say what a key did.
func unflashed(screen string) string {
	rows := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	return strings.Join(slices.Delete(rows, max(0, len(rows)-2), max(0, len(rows)-1)), "\n")
}

// Twenty examples are tagged on a small screen by J and t enter alone.
func TestTwentyExamplesAreTagged(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("faithscope", append([]string{"--graphics", "none"}, programtest.CopiedRun(t, "layer_count")...)...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
	term := screentest.Start(t, screentest.TerminalConfig{Cols: 80, Rows: 24}, cmd)
	term.WaitFor("5 Results")
	term.Walk("2\r", "tab pane", "tlow p\r", "tagged low p")
	for n := 2; n <= 20; n++ {
		term.Walk("J", fmt.Sprintf("%d of 60", n), "t", "╭ tag ─", "\r", ": tagged low p")
	}
	term.Walk("q/tag=\"low p\"\r", "20 of 60")
}
