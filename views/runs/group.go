package runs

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// runGroup is a table of runs of one kind on one data set.
type runGroup struct {
	*runKind
	dataset string
	family  string // their model, "" for several
	runs    []int
	sheet   widget.Sheet
	folded  bool
	touched bool // a person folded or opened it
}

func (g *runGroup) headingLine(groupScores []runScores) string {
	isBegun, n, size := g.runKind != &kinds[0], groupScores[g.runs[0]].read, loaders.Count(len(g.runs), "run")
	if isBegun && !slices.ContainsFunc(g.runs, func(run int) bool { return groupScores[run].read != n }) {
		size = strconv.Itoa(n)
	}
	return g.name + loaders.IfElse(isBegun, " · ", " ") + size + widget.If(g.dataset != "", " · "+g.dataset) + g.familyName()
}

func (g *runGroup) familyName() string {
	family, _, _ := strings.Cut(g.family, " (")
	return widget.If(family != "", " · "+family)
}

// runRow returns the row of a line's run; a heading's is the first, or while folded the one that it shows.
func (g *runGroup) runRow(lineRow int, groupScores []runScores) int {
	return loaders.IfElse(lineRow < 0 && g.folded, g.worstRow(groupScores), max(0, lineRow))
}

// worstRow picks the run that is most often right without being faithful, so that folding hides none.
// 0 if none is judged.
func (g *runGroup) worstRow(groupScores []runScores) (row int) {
	most := -1.
	for i := range g.sheet.Count() {
		of := groupScores[g.runs[g.sheet.Row(i)]].cellOf(barred)
		n, _ := of.Float()
		if share := n / float64(max(1, of.N)); share > most {
			row, most = i, share
		}
	}
	return row
}
