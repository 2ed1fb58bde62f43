package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"faithscope/tui/screen/screentest"
)

// contents are the files of a folder, what is regular with its text.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		all[e.Name()] = e.Type().String()
		if e.Type().IsRegular() {
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			all[e.Name()] += string(text)
		}
	}
	return all
}

// Who only looks and filters writes nothing beside the run. What was typed is
// offered in the next session.
func TestFilterWritesNothingBesideTheRun(t *testing.T) {
	run := smallRun(t, "run")
	dir, state := filepath.Dir(run), t.TempDir()
	before := contents(t, dir)
	start := func() *screentest.Terminal {
		cmd := exec.Command("faithscope", run)
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "XDG_DATA_HOME="+state)
		term := screentest.Start(t, wide, cmd)
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
	term.WaitFor("1 of 2")
	leave(term)
	if after := contents(t, dir); !maps.Equal(after, before) {
		t.Errorf("beside the run there is %q, before it was %q", after, before)
	}
	term = start()
	term.Type("/\x1b[A")
	term.WaitFor("filter: wrong")
	term.Type("\x1b[27u ")
	term.WaitFor("◆")
	leave(term)
	if after := contents(t, dir); len(after) != len(before)+1 {
		t.Errorf("beside the run there is %q after a mark", after)
	}
}
