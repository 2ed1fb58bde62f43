package checking

import (
	"fmt"
	"io"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/table"
)

// CheckedRun is a run and its problems.
type CheckedRun struct {
	run                  *loaders.Run
	Examples, Unreadable int
	bare                 int               // examples without pictures, if no example has any; else 0
	Problems             []loaders.Problem // by file and line
	kinds                []problemKind
	answer               ReplayCheck // nil: no oracle
	runnable, answered   int
	convention           string // how boxes were read; "" without boxes
}

// ReplayCheck answers a question: runs is whether its program can be run.
type ReplayCheck func(ex *loaders.Example) (runs bool, err error)

type problemKind struct {
	what  string
	count int
}

func kindsOf(problems []loaders.Problem) []problemKind {
	by := map[string]int{}
	for _, p := range problems {
		by[loaders.Clean(p.What.General())]++
	}
	return loaders.Map(loaders.ByCount(by), func(what string) problemKind { return problemKind{what, by[what]} })
}

// WriteProblems writes each run's problems, counts per kind (the most frequent first), and a line
// on what was checked. problemLimit bounds the problems of a run, 0 for all; the rest are counted.
func WriteProblems(w io.Writer, checkedRuns []*CheckedRun, problemLimit int) error {
	for i, c := range checkedRuns {
		if i > 0 {
			fmt.Fprintln(w)
		}
		shown := firstOf(c.Problems, problemLimit)
		for _, p := range shown {
			fmt.Fprintln(w, p)
		}
		if rest := len(c.Problems) - len(shown); rest > 0 {
			fmt.Fprintf(w, "and %d more: use --most 0 to list all\n", rest)
		}
		for _, k := range c.kinds {
			fmt.Fprintf(w, "%8d  %s\n", k.count, k.what)
		}
		if _, err := fmt.Fprintln(w, loaders.Clean(c.headingLine())); err != nil {
			return err
		}
	}
	return nil
}

func firstOf[T any](items []T, itemLimit int) []T {
	if itemLimit > 0 {
		return items[:min(len(items), itemLimit)]
	}
	return items
}

func (c *CheckedRun) headingLine() string {
	text := fmt.Sprintf("%s: %s, %s", c.run.Path, c.run.Format, loaders.Count(c.Examples, "example"))
	if c.Unreadable > 0 {
		text += fmt.Sprintf(", %d unreadable", c.Unreadable)
	}
	if c.bare > 0 {
		text += fmt.Sprintf(", %d without pictures (use --images FOLDER)", c.bare)
	}
	if c.answer != nil {
		text += fmt.Sprintf(", %d with a runnable program, %d answered", c.runnable, c.answered)
	}
	if c.convention != "" {
		text += ", boxes " + c.convention
	}
	if c.run.Gold != "" {
		text += ", gold " + c.run.Gold
	}
	if len(c.Problems) == 0 {
		return text + ": no problems"
	}
	return text + ": " + loaders.Count(len(c.Problems), "problem")
}

// Document returns all problems by kind and one by one. problemLimit bounds the listed problems of a
// run, 0 for all; omitted ones are counted too.
func Document(checkedRuns []*CheckedRun, problemLimit int) *table.Document {
	d := &table.Document{List: "runs"}
	for _, c := range checkedRuns {
		kinds := &table.Table{Title: "kinds of problems", Columns: table.Columns(table.Problems[3], table.Rest)}
		for _, k := range c.kinds {
			kinds.Add(k.what, k.count)
		}
		all := &table.Table{Name: "list", Title: "problems", Columns: slices.Clone(table.Problems)}
		for _, k := range []int{1, 2, 4} {
			all.Columns[k].Omit = true
		}
		for _, p := range firstOf(c.Problems, problemLimit) {
			var line any
			if p.Line > 0 {
				line = p.Line
			}
			all.Add(p.File, line, p.Example, p.What.String(), p.Done.String())
		}
		facts := table.Named(
			"format", c.run.Format, "boxes", c.convention, "gold", c.run.Gold, "examples", c.Examples, "unreadable", c.Unreadable,
			"without_pictures", c.bare, "problems", len(c.Problems), "kinds", kinds)
		if c.answer != nil {
			facts.Put("runnable", c.runnable, "answered", c.answered)
		}
		d.Parts = append(d.Parts, table.DocumentPart{Name: c.run.Name, Path: c.run.Path, Lines: []string{c.headingLine()},
			Tables: []*table.Table{kinds, all},
			Facts:  facts})
	}
	return d
}
