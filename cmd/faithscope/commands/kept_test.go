package commands

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// The columns of a table are there again, its last ones alone; what a file says otherwise is passed
// over, and nothing from it reaches the terminal as it is.
func TestColumnsAreKept(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if all := readColumns(); len(all) > 0 {
		t.Fatalf("without a file there are %v", all)
	}
	save := func(table string, titles ...string) {
		t.Helper()
		check.NoError(t, saveColumns(table, titles))
	}
	save("examples f1", "F1", "-n")
	save("examples f1", "answer", "of \"two\", and\nmore")
	save("pictures")
	all := readColumns()
	if got := all["examples f1"]; len(all) != 2 || len(got) != 2 || got[0] != "answer" || strings.Contains(got[1], "\n") {
		t.Errorf("%q is kept of %q", got, all)
	}
	text := readFile(t, chosenColumns.filePath())
	write := func(text string) {
		t.Helper()
		writeFile(t, chosenColumns.filePath(), text)
	}
	write("\x00\n[]\n{\"a\":1}\n[1]\n[\"x\\u001b[2J\",\"\\u001b]0;t\"]\n[\"" + strings.Repeat("y", mostLine) + "\"]\n" + text)
	if all = readColumns(); len(all) != 3 || len(all["examples f1"]) != 2 {
		t.Errorf("of a hostile file %q is read", all)
	}
	check.Lacks(t, fmt.Sprintf("%s", all), "\x1b")
	var many []string
	for i := range mostLines {
		many = append(many, fmt.Sprintf("[\"table%d\",\"a\"]\n", i))
	}
	write(strings.Join(many, ""))
	save("pets", "legs")
	if all = readColumns(); len(all) != mostLines || !slices.Equal(all["pets"], []string{"legs"}) || all["table0"] != nil {
		t.Errorf("%d tables are kept, want the last %d", len(all), mostLines)
	}
	if save("long", strings.Repeat("z", mostLine)); readColumns()["long"] != nil {
		t.Error("a long one is kept")
	}
	write(strings.Repeat("x", mostLines*mostLine+1))
	if err := saveColumns("a", []string{"b"}); err == nil || len(readColumns()) > 0 {
		t.Errorf("a file that is too long is replaced: %v", err)
	}
	if other, err := filepath.Glob(filepath.Join(filepath.Dir(chosenColumns.filePath()), "*")); err != nil || len(other) != 1 {
		t.Errorf("%v besides, %v", other, err)
	}
}
