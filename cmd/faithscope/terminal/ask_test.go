//go:build unix

package terminal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
)

// A table whose columns do not say what they hold is asked about on the screen,
// once: the next time it opens by itself.
func TestColumnsAreAsked(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "odd.csv")
	check(t, os.WriteFile(path, []byte("Satz,Soll,Ist\nWie viele?,drei,drei\nWer?,Wolf,\x1b[31mZiege\n"), 0o600))
	term := programtest.Start(t, programtest.Wide, path)
	term.WaitFor("what do its columns hold?")
	term.WaitFor("no column of predictions")
	term.WaitFor("assign at least")
	term.Type("\ruj")
	term.WaitFor("▸ Soll")
	term.Type("gj")
	term.WaitFor("▸ Ist")
	term.Type("p")
	term.WaitFor("predicted")
	if text := term.Text(); !strings.Contains(text, "remembers these roles for tables") {
		t.Errorf("nothing says what enter does:\n%s", text)
	}
	term.Type("\r")
	term.WaitFor("read as: gold = Soll, predicted = Ist; right = equal text or number")
	term.Type("Q")
	term.WaitForEnd()
	again := programtest.Start(t, programtest.Wide, path)
	again.WaitFor("read with the mapping saved for these columns: gold = Soll, predicted = Ist")
}

// Whoever leaves the question is told what the table is, as without a screen.
func TestColumnsAreNotAsked(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "odd.csv")
	check(t, os.WriteFile(path, []byte("Frage,Soll,Ist\nWie viele?,drei,drei\n"), 0o600))
	term := programtest.Start(t, programtest.Wide, path)
	term.WaitFor("what do its columns hold?")
	term.Type("q")
	term.WaitFor("assign roles with --map")
	term.WaitForEnd()
}
