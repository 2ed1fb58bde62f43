//go:build unix

package terminal

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// Tasks of those who come with a question, with the keys that they take: after each, what the screen has.
// Annotating has tests of its own, and so have the columns of a table by hand.
func TestTasks(t *testing.T) {
	t.Parallel()
	for _, task := range []struct {
		name, args string
		steps      []string  // keys, and what comes of them
		wrote      [2]string // a file, and what is in it
	}{
		{name: "the culprit of a right answer", steps: []string{
			"x", "[right] [unfaithful]", "\r", "unfaithful in find low p", "c", "find"}},
		{name: "the worst type of module, and on which kind of question", steps: []string{
			"3", "ids and constants", "vdkind\r", "module by kind · share (%) and n of", "", "10 % (3 % to 29 %) · n 39 modules",
			"\r", "23 of 60"}},
		{name: "which run is better, and three flips", steps: []string{
			"jj j4", "Can't tell", "\r", "from ", "\r", " · 1 of ", "J", " · 2 of "}},
		{name: "a figure for a paper", steps: []string{
			"5", "F1 by threshold", "Es", "figure saved to"}, wrote: [2]string{"scores-over-threshold.svg", "<svg"}},
		{name: "a table for a paper", steps: []string{
			"5", "F1 by threshold", ":result nmn-1\r", "laid out like Table 1", "Ee", "table saved to"},
			wrote: [2]string{"nmn-1.tex", `\begin{table}`}},
		{name: "hard failures, and whose fault", steps: []string{
			":run fol-strong\r2", "83 of 83", "fhfw", "[hard] [wrong]", "\r", "blamed on object ○ unfaithful in find"}},
		{name: "the word whose truth mends an answer", steps: []string{
			":run fol-strong\r", "fol-strong is right", "gh", "if the oracle had triangle"}},
		{name: "the concepts that an oracle doesn't know", steps: []string{
			":run fol-weak\r", "fol-weak is right", "3", "concept · outcome"}},
		{name: "repair the module that is to blame, in logic", steps: []string{
			":run fol-weak\r", "fol-weak is right", "gh", "fol-weak · 1 of 10", "wwwg", "yes 1.00, expected yes"}},
		{name: "change a word and ask again", args: "--model demo", steps: []string{
			":run bow\r2", "50 of 50", "\r", "bow · 1 of 50", "l-", "without"}},
		{name: "repair a module", steps: []string{
			"2fw\r", "wrong expected", "wwwg", "1 change: "}},
	} {
		t.Run(task.name, func(t *testing.T) {
			t.Parallel()
			program := exec.Command("faithscope", strings.Fields(task.args)...)
			program.Dir = t.TempDir()
			program.Env = append(os.Environ(), "XDG_DATA_HOME="+program.Dir)
			term := screentest.Start(t, programtest.Wide, program)
			term.WaitFor("right, not faithful")
			term.Wait("the scores", func() bool { return !strings.Contains(term.Text(), "scoring ") })
			term.Walk(task.steps...)
			if task.wrote[0] == "" {
				return
			}
			term.Wait("the file", func() bool {
				text, err := os.ReadFile(filepath.Join(program.Dir, task.wrote[0]))
				return err == nil && strings.Contains(string(text), task.wrote[1])
			})
		})
	}
}
