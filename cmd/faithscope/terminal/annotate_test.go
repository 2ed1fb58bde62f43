//go:build unix

package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// annotates starts the program on ten examples of the demo that ann is to annotate.
func annotates(t *testing.T) (term *screentest.Terminal, folder string) {
	t.Helper()
	program := exec.Command("faithscope", "--sample", "10", "--seed", "7", "--annotator", "ann")
	program.Dir = t.TempDir()
	program.Env = append(os.Environ(), "XDG_DATA_HOME="+program.Dir)
	term = screentest.Start(t, programtest.Wide, program)
	term.WaitFor("right, not faithful")
	term.Wait("the scores", func() bool { return !strings.Contains(term.Text(), "scoring ") })
	return term, program.Dir
}

// Ten examples take 33 keys, and every one of them is annotated.
func TestTenExamplesAreAnnotated(t *testing.T) {
	t.Parallel()
	term, folder := annotates(t)
	keys := 0
	press := func(text string, want ...string) {
		t.Helper()
		keys += len(text)
		term.Type(text)
		for _, w := range want {
			term.WaitFor(w)
		}
	}
	press("2")
	press("\r", "1 of 10", "! the culprit")
	press("wa", "annotating · 0 of ")
	press("wg", "annotating · 1 of ")
	for n := 2; n <= 10; n++ {
		press("J", fmt.Sprint(n, " of 10"), "annotating · 0 of ")
		press("wg", "annotating · 1 of ")
	}
	if keys > 33 {
		t.Errorf("%d keys", keys)
	}
	kept, err := os.ReadFile(filepath.Join(folder, "faithscope", "marks.jsonl"))
	if n := strings.Count(string(kept), `"gold"`); err != nil || n != 10 {
		t.Errorf("%d examples are annotated, %v:\n%s", n, err, kept)
	}
}

// The walk of views/README.md, key by key.
func TestAnnotatingAsTheREADMEWalks(t *testing.T) {
	t.Parallel()
	term, _ := annotates(t)
	for _, step := range [][2]string{
		{"2\r", "! the culprit"}, {"wa", "annotating · 0 of "}, {"\t+", "a box is drawn"}, {"", "1 gold box"}, {"-", "a box is taken out"},
		{"e", "enter accepts"}, {"10 20 40 60\r", "a box is drawn"}, {"", "120×40 px"}, {"+", "2 gold boxes"}, {"=llllll>", "left 11"},
		{"=", "tab pane"}, {"wg", "as the file's gold"}, {"wn", "nothing to find"}, {"wb", "no longer annotated"}, {"", "annotating · 0 of "},
		{"u", "taken back on"}, {"", "annotating · 1 of "}, {"J", "2 of 10"}, {"", "annotating · 0 of "}, {"wg", "as the file's gold"},
		{"K", "1 of 10"}, {"", "annotating · 1 of "}, {"l", "annotating"}, {"h", "annotating"}, {"\x1b", "unfaithful: "},
	} {
		term.Type(step[0])
		term.WaitFor(step[1])
	}
	if strings.Contains(term.Text(), "annotating") {
		t.Error("esc does not end it")
	}
}
