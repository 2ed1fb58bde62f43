//go:build unix

package terminal

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
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
		term.Walk("2", "is there a dog")
		return term
	}
	leave := func(term *screentest.Terminal) {
		term.Type("QQ")
		term.WaitForEnd()
	}
	term := start()
	term.Type("/wrong\r")
	leave(term) // which waits until it is saved
	if after := programtest.Contents(t, dir); !maps.Equal(after, before) {
		t.Errorf("beside the run there is %q, before it was %q", after, before)
	}
	term = start()
	term.Walk("/\x1b[A", "filter: wrong", "\x1b[27u ", "◆")
	leave(term)
	check.Equal(t, "files beside the run after a mark", len(programtest.Contents(t, dir)), len(before)+1)
}
