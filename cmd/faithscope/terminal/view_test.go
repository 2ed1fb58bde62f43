//go:build unix

package terminal

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// Whoever opens a link sees what was on screen; a view that is saved is there
// again in the next session, and so is what was marked.
func TestViewsAreReturnedTo(t *testing.T) {
	t.Parallel()
	args := programtest.CopiedRun(t, programtest.FaithfulRun)
	open := func(more ...string) *screentest.Terminal {
		cmd := exec.Command("faithscope", append(append([]string{"open"}, args...), more...)...)
		cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
		return screentest.Start(t, programtest.Wide, cmd)
	}
	there := func(term *screentest.Terminal) {
		t.Helper()
		term.WaitFor("dev-3817-0 ", "boxes with p > .40")
		term.Wait("module 2", func() bool { return programtest.Selected(term.Text()) == 2 })
	}
	term := open("--view", "threshold .4; examples; sort find; goto dev-3817-0; open; module 2")
	there(term)
	term.Walk(" ", "dev-3817-0: marked")
	term.WaitFor("· ◆ ·")
	term.Walk(":save-view worst\r", "saved: `:view worst` returns here")
	term.Walk(":save-view worst\r", "replaced: `:view worst` returns here")
	picture := filepath.Join(t.TempDir(), "x.svg")
	term.Walk(":save-screen "+picture+"\r", "written: ")
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
