//go:build unix

package terminal

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// Who only looks and filters writes nothing beside the run. What was typed is
// offered in the next session.
func TestFilterWritesNothingBesideTheRun(t *testing.T) {
	t.Parallel()
	run := programtest.SmallRun(t, "run")
	dir, state := filepath.Dir(run), t.TempDir()
	before := programtest.Contents(t, dir)
	start := func() *screentest.Terminal {
		cmd := exec.Command("faithscope", run)
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "XDG_DATA_HOME="+state)
		term := screentest.Start(t, programtest.Wide, cmd)
		term.WaitFor("5 Results")
		term.Type("2")
		term.WaitFor("is there a dog")
		return term
	}
	leave := func(term *screentest.Terminal) {
		term.Type("QQ")
		term.WaitForEnd()
	}
	term := start()
	term.Type("/wrong\r")
	term.WaitFor("1 of 2") // while one types
	term.Wait("the filter on disk", func() bool { return holdsText(state, "wrong") })
	leave(term)
	if after := programtest.Contents(t, dir); !maps.Equal(after, before) {
		t.Errorf("beside the run there is %q, before it was %q", after, before)
	}
	term = start()
	term.Type("/\x1b[A")
	term.WaitFor("filter: wrong")
	term.Type("\x1b[27u ")
	term.WaitFor("◆")
	leave(term)
	if after := programtest.Contents(t, dir); len(after) != len(before)+1 {
		t.Errorf("beside the run there is %q after a mark", after)
	}
}

// holdsText reports whether a file below a folder has a text.
func holdsText(folder, text string) (found bool) {
	//nolint:errcheck // a file that has gone by now has no text
	filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			content, _ := os.ReadFile(path)
			found = found || strings.Contains(string(content), text)
		}
		return nil
	})
	return found
}
