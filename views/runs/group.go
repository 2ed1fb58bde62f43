package runs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// group is the runs of one kind on one data set, in one table.
type group struct {
	*kind
	dataset string
	family  string // the model of them all, "" for runs of several
	runs    []int
	sheet   widget.Sheet
	folded  bool
	touched bool // a person folded or opened it
}

// heading names the kind and the data set of the runs, and their number of
// examples where it is the same.
func (g *group) heading(all []scores) string {
	text := g.name
	if n := all[g.runs[0]].read; !slices.ContainsFunc(g.runs, func(run int) bool { return all[run].read != n }) {
		text += " · " + strconv.Itoa(n)
	} else {
		text += " · " + loaders.Count(len(g.runs), "run")
	}
	family, _, _ := strings.Cut(g.family, " (")
	return text + widget.If(g.dataset != "", " · "+g.dataset) + widget.If(family != "", " · "+family)
}

// finding is the main number of each run, in one line, with their names unless
// names is nil, and how many examples are unjudged.
func (g *group) finding(all []scores, names []string) string {
	var parts []string
	line := columnNamed(g.line)
	for _, run := range g.runs {
		text := widget.Brief(&line.Column, all[run].cell(line.Name))
		if names != nil {
			text = names[run] + " " + text
		}
		parts = append(parts, text)
	}
	text := line.Heading() + ": " + strings.Join(parts, ", ")
	var none []int // unjudged examples
	for _, run := range g.runs {
		n, _ := all[run].cell("unjudged").Value.(int)
		none = append(none, n)
	}
	switch least, most := slices.Min(none), slices.Max(none); {
	case least < most:
		text += fmt.Sprintf("; %d to %d unjudged", least, most)
	case most > 0:
		text += fmt.Sprintf("; %d unjudged", most)
	}
	return text
}
