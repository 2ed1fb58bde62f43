package runs

import (
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

func (g *group) headingLine(all []scores) string {
	text := g.name
	if n := all[g.runs[0]].read; !slices.ContainsFunc(g.runs, func(run int) bool { return all[run].read != n }) {
		text += " · " + strconv.Itoa(n)
	} else {
		text += " · " + loaders.Count(len(g.runs), "run")
	}
	return text + widget.If(g.dataset != "", " · "+g.dataset) + g.familyName()
}

func (g *group) familyName() string {
	family, _, _ := strings.Cut(g.family, " (")
	return widget.If(family != "", " · "+family)
}

// worstRow returns the line in the group's sheet of the run that stands for it: the one with the
// greatest share of answers that are not faithful among its right ones, the first of equals; 0 if
// there are none, as where no run is judged faithful. all are as [group.headingLine] takes them.
func (g *group) worstRow(all []scores) (row int) {
	most := -1.
	for i := range g.sheet.Count() {
		of := all[g.runs[g.sheet.Row(i)]].cellOf(barred)
		n, _ := of.Float()
		if share := n / float64(max(1, of.N)); share > most {
			row, most = i, share
		}
	}
	return row
}
