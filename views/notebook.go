package views

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/scoring/marks"
)

// Notebook holds what a person did, as lines of text that can be replayed: the
// views that they came to, one after the other, what they marked, tagged and
// noted there, and the files that they wrote. Every line is steps. Views passed
// on the way are left out: when a threshold moves step by step, or modules of
// one example are looked at or changed, the last stays.
type Notebook struct {
	lines []string
	// came identifies the last view, "" if the last line is not a view; its lines begin at
	// from.
	came string
	from int
	way  []Step // to the last view
}

// Comparing is a view that compares runs, whose numbers a notebook reports.
type Comparing interface {
	View
	// Compared names the runs.
	Compared() []string
}

// What the first step of a notebook's line can be, besides the kinds of marks:
// after those stand an id, the number of a module, and the text. Any other line
// leads to a view, which the report shows.
const (
	LineFiles  = "files"  // the runs' files, and the flags that opened them
	LineRuns   = "runs"   // their names
	LineReport = "report" // a command of faithscope that prints numbers of the runs; compare takes names of them
)

// MostLines bounds a notebook.
const MostLines = 5000

// Visit records that a person came to a view, given the steps to it: a line that leads there,
// and for one that compares runs a line that reports the comparison. It replaces the lines
// of the last view if that differs only by settings, the module or changes of it. Beyond
// [MostLines] nothing is recorded.
func (n *Notebook) Visit(v View, steps []Step) {
	// A list with its cursor elsewhere is the same view.
	if last := len(steps) - 1; last >= 0 && steps[last].Name == "goto" {
		steps = steps[:last]
	}
	place := slices.DeleteFunc(slices.Clone(steps),
		func(s Step) bool {
			return s.Name == "paper-settings" || s.Name == "set" || s.Name == StepEdit || s.Name == StepText
		})
	if last := len(place) - 1; last >= 0 && place[last].Name == "module" {
		place = place[:last]
	}
	at := JoinSteps(place)
	lines := []string{JoinSteps(steps)}
	if v, ok := v.(Comparing); ok {
		lines = append(lines, Do(LineReport, append([]string{"compare"}, v.Compared()...)...).String())
	}
	switch {
	case len(n.lines) >= MostLines:
		return
	case n.came == at && at != "":
		n.lines = n.lines[:n.from]
	}
	n.from = len(n.lines)
	n.lines = append(n.lines, lines...)
	n.came, n.way = at, steps
}

// StepEdit is the step that changes a module of an example, and StepText the one that
// changes a text of it and asks the model.
const (
	StepEdit = "set-module"
	StepText = "set-text"
)

// Record records a mark, tag or note on an example or a module.
func (n *Notebook) Record(c marks.Change) {
	words := []string{c.ID}
	verb := string(c.Kind)
	if c.Module != marks.Whole {
		verb, words = verb+moduleVerb, append(words, strconv.Itoa(c.Module))
	}
	if c.Text != "" {
		words = append(words, c.Text)
	}
	n.addLine(Do(verb, words...).String())
}

// Wrote records that a person wrote a file at the last view by a step.
func (n *Notebook) Wrote(step Step) { n.addLine(JoinSteps(append(slices.Clip(n.way), step))) }

// addLine adds a line up to [MostLines]; the next view begins a line of its own.
func (n *Notebook) addLine(line string) {
	if len(n.lines) < MostLines {
		n.lines = append(n.lines, line)
	}
	n.came = ""
}

// moduleVerb follows the verbs of marks on a module.
const moduleVerb = "-module"

// ChangeOf reads a step that marks, tags or notes an example or a module; ok is false, and c of no
// use, for another step, and for one without an id or, if it is about a module, without its number.
func ChangeOf(step Step) (c marks.Change, ok bool) {
	kind, ofModule := strings.CutSuffix(step.Name, moduleVerb)
	c, words := marks.Change{Module: marks.Whole, Kind: marks.Kind(kind)}, step.Words
	if !slices.Contains([]marks.Kind{marks.Mark, marks.Tag, marks.Note}, c.Kind) || len(words) == 0 {
		return c, false
	}
	c.ID, words = words[0], words[1:]
	if ofModule {
		if len(words) == 0 {
			return c, false
		}
		node, err := strconv.Atoi(words[0])
		if err != nil || node < 0 {
			return c, false
		}
		c.Module, words = node, words[1:]
	}
	c.Text = strings.Join(words, " ")
	return c, true
}

// HasSteps reports whether a person did more than look at one screen.
func (n *Notebook) HasSteps() bool { return len(n.lines) > 1 }

// Text returns the notebook as a file: a comment on how to replay it, the files of opened (the
// command line that opens the runs, nil for none), the names of the runs, and the lines.
func (n *Notebook) Text(opened, runs []string) string {
	lines := []string{"# A faithscope notebook: `faithscope replay THIS [RUN…]` makes a report of it. " +
		"A line that begins with # is text of the report."}
	if len(opened) > 0 {
		lines = append(lines, Do(LineFiles, opened...).String())
	}
	lines = append(lines, Do(LineRuns, runs...).String())
	return strings.Join(slices.Concat(lines, n.lines, []string{""}), "\n")
}

// Said asks the program to record in its notebook what a person marked.
type Said []marks.Change

// WriteNotebook asks the program to write its notebook to a file.
type WriteNotebook struct{ Path string }
