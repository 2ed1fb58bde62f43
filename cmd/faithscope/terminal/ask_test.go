//go:build unix

package terminal

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// A table whose columns do not say what they hold is asked about on the screen,
// once: the next time it opens by itself.
func TestColumnsAreAsked(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "odd.csv")
	check.NoError(t, os.WriteFile(path, []byte("Satz,Soll,Ist\nWie viele?,drei,drei\nWer?,Wolf,\x1b[31mZiege\n"), 0o600))
	term := programtest.Start(t, programtest.Wide, path)
	term.WaitFor("what do its columns hold?", "no column of predictions", "assign at least")
	term.Walk("\ruj", "▸ Soll", "gj", "▸ Ist", "p", "predicted")
	check.Contains(t, term.Text(), "remembers these roles for tables")
	term.Walk("\r", "read as: gold = Soll, predicted = Ist; right = equal text or number")
	term.Type("Q")
	term.WaitForEnd()
	again := programtest.Start(t, programtest.Wide, path)
	again.WaitFor("read with the mapping saved for these columns: gold = Soll, predicted = Ist")
}

// Whoever leaves the question is told what the table is, as without a screen.
func TestColumnsAreNotAsked(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "odd.csv")
	check.NoError(t, os.WriteFile(path, []byte("Frage,Soll,Ist\nWie viele?,drei,drei\n"), 0o600))
	term := programtest.Start(t, programtest.Wide, path)
	term.WaitFor("what do its columns hold?")
	term.Walk("q", "assign roles with --map")
	term.WaitForEnd()
}
