package heat

import (
	"cmp"
	"fmt"
	"slices"
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
	columns := []widget.Column{{Title: "row"}}
	for drop, group := range []string{"with " + referenceName, "at random"} {
		for _, name := range agreements {
			columns = append(columns, widget.Column{Title: name, Group: group, Width: agreeWidth, Right: true, Drop: drop})
		}
	}
	return append(columns, widget.Column{Title: "farthest from 0", Grow: 1, Width: leastFarthest})
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
			cells := g.agreementLine(r, reference, row < mostCompared)
			lines = append(lines, evidence.EvidenceRow{Item: row, Place: where, Cells: cells, Aside: r.isReference()})
			row++
		}
	}
	return lines, columns
}

func (g *tokenGrid) agreementLine(r, referenceRow *tokenScores, isCompared bool) []widget.TableCell {
	name, text, numbers := r.rowLabel(), g.farthestFromZero(r), make([]agreement.AgreementScores, 2)
	if !isCompared || referenceRow == nil || r == referenceRow {
		return agreementRow(name+widget.If(isCompared && referenceRow != nil, " ◂"), numbers, text)
	}
	numbers[0], numbers[1] = g.compareWith(r, referenceRow)
	if n := &numbers[0]; n.R.Why() != "" && n.AUC.Why() != "" && n.IoU.Why() != "" {
		text = n.IoU.Why()
	}
	return agreementRow(name, numbers, text)
}

func agreementRow(rowName string, agreementScores []agreement.AgreementScores, rowText string) []widget.TableCell {
	row := slices.Repeat([]widget.TableCell{{}}, 2+2*len(agreements))
	row[0].Text, row[len(row)-1] = rowName, evidence.DrawnEntry(rowText, rowText)
	for k, n := range agreementScores {
		for i, x := range [len(agreements)]scoring.Value{n.R, n.AUC, n.IoU} {
			row[1+k*len(agreements)+i].Text = widget.Number(x)
		}
	}
	return row
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
	if r.sentences != nil {
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
