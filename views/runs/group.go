package runs

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// group is a table of runs of one kind on one data set.
type group struct {
	*kind
	dataset string
	family  string // their model, "" for several
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

// worstRow returns the row that stands for a folded group: the run with the greatest share of
// unfaithful answers among right ones; 0 if none is judged.
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
