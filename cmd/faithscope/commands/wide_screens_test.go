package commands

import (
	"regexp"
	"strings"
	"testing"

	"faithscope/scoring"
	"faithscope/views/examples"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
)

// At 200×50 Runs and the lists show every column with a value; a passage has too many types of modules.
func TestWideScreensHideNoColumn(t *testing.T) {
	s := viewtest.ReadAll(t, demoSession(t, scoring.Defaults()))
	hidden := regexp.MustCompile(`\d( more( columns?)?)? ?→`)
	screen := viewtest.New(t, 198, 46, s, runs.New(s)).Text()
	if list, _, _ := strings.Cut(screen, " is right on "); hidden.MatchString(list) {
		t.Errorf("Runs hides columns:\n%s", list)
	}
	for k, run := range s.Runs {
		screen := viewtest.New(t, 198, 46, s, examples.New(s, k, examples.Filter{})).Text()
		titles, _, _ := strings.Cut(screen, "\n")
		list := []rune(titles)
		if hidden.MatchString(string(list[:min(150, len(list))])) && !strings.HasPrefix(run.Run.Name, "lexical") {
			t.Errorf("%s: %s", run.Run.Name, titles)
		}
	}
}
