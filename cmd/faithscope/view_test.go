package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/tui/screen/screentest"
)

// copiedRun copies a run of the demo to a folder of its own, and returns the
// arguments that open it there.
func copiedRun(t *testing.T, name string) []string {
	t.Helper()
	args := demoArgs(name)
	text, err := os.ReadFile(args[0])
	if err != nil {
		t.Fatal(err)
	}
	args[0] = filepath.Join(t.TempDir(), name, "predictions.json.gz")
	if err := os.Mkdir(filepath.Dir(args[0]), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(args[0], text, 0o644); err != nil {
		t.Fatal(err)
	}
	return args
}

// Whoever opens a link sees what was on screen; a view that is saved is there
// again in the next session, and so is what was marked.
func TestViewsAreReturnedTo(t *testing.T) {
	args := copiedRun(t, faithfulRun)
	open := func(more ...string) *screentest.Terminal {
		cmd := exec.Command("faithscope", append(append([]string{"open"}, args...), more...)...)
		cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
		return screentest.Start(t, wide, cmd)
	}
	there := func(term *screentest.Terminal) {
		t.Helper()
		term.WaitFor("dev-3817-0 ")
		term.WaitFor("boxes > .40")
		term.Wait("module 2", func() bool { return selected(term.Text()) == 2 })
	}
	term := open("--view", "threshold .4; examples; sort find; goto dev-3817-0; open; module 2")
	there(term)
	term.Type(" ")
	term.WaitFor("dev-3817-0: marked")
	term.WaitFor("· ◆ ·")
	term.Type(":save-view worst\r")
	term.WaitFor("`:view worst` returns here")
	picture := filepath.Join(t.TempDir(), "x.svg")
	term.Type(":save-screen " + picture + "\r")
	term.WaitFor("written: ")
	if text, err := os.ReadFile(picture); err != nil || !strings.Contains(string(text), "dev-3817-0") ||
		!strings.Contains(string(text), "data:image/png") {
		t.Errorf("the screen as a file: %v", err)
	}
	term.Type("Q")
	term.WaitForEnd()

	term = open()
	term.WaitFor("5 Results")
	term.Type(":view worst\r")
	there(term)
	term.WaitFor("· ◆ ·")
}
