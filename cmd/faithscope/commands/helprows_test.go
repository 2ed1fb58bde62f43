package commands

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// helpRow is a line of the help's box with a key, not a heading with its rule.
var helpRow = regexp.MustCompile(`(?m)^│ [ ▸] \S.*?  +[^\s│─]`)

// The help of every kind of example, and of the runs, is short enough to read.
func TestHelpIsShort(t *testing.T) {
	for _, demo := range []string{"nlvr/runs/graph_count/*.zst", "drop/lexical-wide*", "counting/runs/scn-normal*", "dfol/runs/weak*",
		"alignment/runs/bow*", "quackie/runs/lime*", "photos/runs/ssd*"} {
		runs, err := filepath.Glob("demo/" + demo)
		if err != nil || len(runs) != 1 {
			t.Fatal(demo, runs, err)
		}
		for view, most := range map[string]int{"help": 35, "examples; open; help": 50} {
			out := printed(t, "render", runs[0], "--view", view, "--size", "80x150", "-o", "-")
			rows := len(helpRow.FindAllString(ansi.Strip(out), -1))
			if rows < 10 || rows > most {
				t.Errorf("%s: %q has %d rows, want at most %d:\n%s", demo, view, rows, most, out)
			}
		}
	}
}
