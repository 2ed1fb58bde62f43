package commands

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The help of every kind of example, and of the runs, is short enough to read.
func TestHelpIsShort(t *testing.T) {
	for _, demo := range []string{"nlvr/runs/graph_count/*.zst", "drop/lexical-wide*", "counting/runs/scn-normal*", "dfol/runs/weak*",
		"alignment/runs/bow*", "quackie/runs/lime*", "photos/runs/ssd*"} {
		runs, err := filepath.Glob("demo/" + demo)
		if err != nil || len(runs) != 1 {
			t.Fatal(demo, runs, err)
		}
		for view, most := range map[string]int{"help": 35, "examples; open; help": 50} {
			out, said, err := command(t, "render", runs[0], "--view", view, "--size", "150x90", "-o", "-")
			_, list, _ := strings.Cut(ansi.Strip(out), "esc closes")
			list, _, _ = strings.Cut(list, ":open")
			if rows := strings.Count(list, "\n"); err != nil || rows < 10 || rows > most {
				t.Errorf("%s: %q has %d rows, want at most %d: %v %s\n%s", demo, view, rows, most, err, said, list)
			}
		}
	}
}
