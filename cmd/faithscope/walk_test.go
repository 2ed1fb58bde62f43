package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Steps of a view come from elsewhere: a notebook, a saved view, a link. None of
// them writes a file, says anything of a run or leaves the program.
func TestStepsOfAViewOnlyLook(t *testing.T) {
	run := smallRun(t, "small")
	dir := t.TempDir()
	victim := filepath.Join(dir, ".bash_login")
	for name, steps := range map[string]string{
		"export":        "all-examples; export " + victim,
		"save-screen":   "save-screen " + victim + ".svg",
		"notebook":      "all-examples; notebook " + victim,
		"tag":           "all-examples; tag $(touch${IFS}x)",
		"mark":          "all-examples; mark",
		"save-view":     "save-view x",
		"quit":          "quit",
		"a view of all": "view x",
	} {
		notes := filepath.Join(t.TempDir(), "n.txt")
		if err := os.WriteFile(notes, []byte("# notebook\nview "+steps+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		out, _, err := command(t, "replay", notes, run)
		if err != nil || !strings.Contains(out, "cannot be done") {
			t.Errorf("%s, replayed: %v\n%s", name, err, out)
		}
		if _, _, err := command(t, "render", run, "--view", steps, "-o", filepath.Join(t.TempDir(), "x.svg")); err == nil || !strings.Contains(err.Error(), "may") && !strings.Contains(err.Error(), "not now") {
			t.Errorf("%s, rendered: %v", name, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the steps left %v (%v)", left, err)
	}
	beside, err := os.ReadDir(filepath.Dir(run))
	if err != nil || len(beside) != 1 {
		t.Errorf("beside the run lies %v (%v)", beside, err)
	}
}
