package heat

import (
	"cmp"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/agreement"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

var agreements = [...]string{"r", "AUC", "IoU"}

const (
	agreeWidth    = 5
	leastFarthest = 10
)

func agreementColumns(referenceName string) []widget.Column {
	columns, group := []widget.Column{{Title: "row"}}, "with "+referenceName
	for _, name := range agreements {
		columns = append(columns, widget.Column{Title: name, Group: group, Width: agreeWidth, Right: true})
	}
	const byChance = "IoU at random" // of r it is always 0, of AUC .50
	return append(columns, widget.Column{Title: byChance, Group: group, Width: len(byChance), Right: true, Drop: 1},
		widget.Column{Title: "farthest from 0", Grow: 1, Width: leastFarthest})
}

// Only the first mostCompared rows are compared with their grid's reference
// ([tokenGrid.referenceRow]), because files can hold thousands.
func (gs *tokenGrids) agreementLines(referenceName string) (lines []evidence.EvidenceRow, columns []widget.Column) {
	row, several := 0, loaders.CountFunc(gs.all, func(g *tokenGrid) bool { return len(g.rows) > 0 })
	for _, g := range gs.all {
		reference := g.referenceRow(referenceName)
		if reference != nil && columns == nil {
			columns = agreementColumns(loaders.Clean(reference.rowLabel()))
		}
		where := widget.If(several > 1, g.name+" ")
		for _, r := range g.rows {
			lines = append(lines, evidence.EvidenceRow{Item: row, Place: where, Cells: g.agreementCells(r, reference, row < mostCompared),
				Aside: r.isReference() || r.run != ""})
			row++
		}
	}
	return lines, columns
}

// agreementCells tells why a row has no numbers.
func (g *tokenGrid) agreementCells(r, referenceRow *tokenScores, isWithinLimit bool) (cells []widget.TableCell) {
	name, farthest, why := r.rowLabel(), g.farthestFromZero(r), ""
	var scores, random agreement.AgreementScores
	if r != referenceRow && referenceRow != nil && isWithinLimit {
		scores, random = g.compareWith(r, referenceRow)
		if scores.R.Why() != "" && scores.AUC.Why() != "" {
			why = scores.IoU.Why()
		}
	} else if r == referenceRow && isWithinLimit {
		name += " ◂"
	}
	cells = []widget.TableCell{{Text: name}}
	for _, x := range [...]scoring.Value{scores.R, scores.AUC, scores.IoU, random.IoU} {
		cells = append(cells, widget.TableCell{Text: widget.If(r != referenceRow, widget.Number(x))})
	}
	if why != "" {
		short, _, _ := strings.Cut(why, ": ")
		farthest = "not compared: " + short + evidence.Separator + farthest
	}
	return append(cells, evidence.DrawnEntry(farthest, farthest))
}

func (g *tokenGrid) compareWith(r, referenceRow *tokenScores) (numbers, random agreement.AgreementScores) {
	tokens, row, ref := g.tokens, r.scores, referenceRow.scores
	if r.each != nil && referenceRow.each != nil && len(r.each) == len(referenceRow.each) {
		tokens, row, ref = make([]string, len(r.each)), r.each, referenceRow.each
	}
	// One extra score belongs to a closing special token.
	row, ref = row[:min(len(row), len(tokens))], ref[:min(len(ref), len(tokens))]
	return agreement.TokenReference{Scores: ref, Marks: referenceRow.marks}.With(row, tokens)
}

const topOfRow = 5

func (g *tokenGrid) farthestFromZero(r *tokenScores) string {
	numbers, name := r.scores, func(i int) string { return g.tokens[i] }
	if r.each != nil {
		numbers, name = r.each, func(i int) string { return fmt.Sprintf("sentence %d", i) }
	} else {
		numbers = numbers[:min(len(numbers), len(g.tokens))]
	}
	order := strongestOf(numbers)
	parts := loaders.Map(order[:min(topOfRow, len(order))], func(i int) string {
		return name(i) + widget.If(!r.marks || numbers[i] != 1, " "+widget.Small(numbers[i]))
	})
	if len(order) > topOfRow {
		parts = append(parts, fmt.Sprintf("%d more", len(order)-topOfRow))
	}
	return cmp.Or(strings.Join(parts, evidence.Separator), "all 0")
}
