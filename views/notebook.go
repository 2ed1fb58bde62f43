package views

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/scoring/marks"
)

// Notebook is what a person did, as lines of text that can be replayed: the
// views that they came to, one after the other, and what they marked, tagged
// and noted there. Views by the way are left out: of thresholds moved step by
// step the last stays, and so does of modules looked at in one example.
type Notebook struct {
	lines []string
	// came is what the last view is compared by, "" where the last line is not
	// of a view; its lines begin at from.
	came string
	from int
}

// Comparing is a view that compares runs, whose numbers a notebook asks for.
type Comparing interface {
	View
	// Compared names the runs.
	Compared() []string
}

// Verbs of a notebook's lines, beside the kinds of marks: those have an id in
// quotes behind them, for a module its number, and the text.
const (
	LineOpen   = "open"   // the command line that opens its runs
	LineRuns   = "runs"   // their names
	LineView   = "view"   // commands that lead to a view, which the report shows
	LineReport = "report" // a command of faithscope that prints numbers of the runs
	// LineCompare has the names of two runs or more behind it, whose comparison
	// the report has as the command prints it.
	LineCompare = "compare"
)

// MostLines bounds a notebook.
const MostLines = 5000

// Visit notes that a person came to a view, given the steps to it.
func (n *Notebook) Visit(v View, steps []string) {
	// Where the cursor of a list is does not make another view.
	if last := len(steps) - 1; last >= 0 && strings.HasPrefix(steps[last], "goto ") {
		steps = steps[:last]
	}
	place := slices.DeleteFunc(slices.Clone(steps), movesSetting)
	if last := len(place) - 1; last >= 0 && strings.HasPrefix(place[last], "module ") {
		place = place[:last]
	}
	at := strings.Join(place, "\n")
	lines := []string{LineView + " " + JoinSteps(steps)}
	if v, ok := v.(Comparing); ok {
		lines = append(lines, LineCompare+quoted(v.Compared()))
	}
	switch {
	case strings.Contains(lines[0], "\n"), len(n.lines) >= MostLines:
		return
	case n.came == at && at != "":
		n.lines = n.lines[:n.from]
	}
	n.from = len(n.lines)
	n.lines = append(n.lines, lines...)
	n.came = at
}

// quoted is words in quotes, each behind a blank.
func quoted(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(" " + strconv.Quote(w))
	}
	return b.String()
}

// movesSetting reports whether a step moves a setting.
func movesSetting(step string) bool {
	name, _, _ := strings.Cut(step, " ")
	return name == "paper-settings" || name == "set"
}

// Say notes what a person said of an example or a module.
func (n *Notebook) Say(c marks.Change) {
	verb := string(c.Kind)
	words := []string{verb, strconv.Quote(c.ID)}
	if c.Module != marks.Whole {
		words = []string{verb + moduleVerb, strconv.Quote(c.ID), strconv.Itoa(c.Module)}
	}
	if len(n.lines) < MostLines {
		n.lines = append(n.lines, strings.Join(append(words, strings.Fields(c.Text)...), " "))
	}
	n.came = ""
}

// moduleVerb is behind the verbs of what is said of a module.
const moduleVerb = "-module"

// Told reports whether a person did more than to look at one screen.
func (n *Notebook) Told() bool { return len(n.lines) > 1 }

// Text is the notebook as a file, of runs by their names that opened opens; nil
// where no command line does.
func (n *Notebook) Text(opened, runs []string) string {
	var b strings.Builder
	b.WriteString("# A faithscope notebook: `faithscope replay THIS [RUN…]` makes a report of it. A line that begins with # is text of the report.\n")
	if len(opened) > 0 {
		b.WriteString(LineOpen + quoted(opened) + "\n")
	}
	b.WriteString(LineRuns + quoted(runs) + "\n")
	return b.String() + strings.Join(append(slices.Clone(n.lines), ""), "\n")
}

// Said has the program note in its notebook what a person said.
type Said struct{ Change marks.Change }

// WriteNotebook has the program write its notebook to a file.
type WriteNotebook struct{ Path string }
