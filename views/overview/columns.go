package overview

import (
	"cmp"
	"slices"

	"faithscope/views/widget"
)

// columnCells are the cells that the list of runs has a column for, without
// [AllExamples] and [NoVerdict]: the quadrant's, or, where no run has both
// verdicts, those of the side that they have.
func (v *screen) columnCells() []QuadrantCell {
	var cells []QuadrantCell
	for _, r := range v.shown.runs {
		side := sidesOf(r.quadrant)
		if side == bothSides {
			return bothSides.cells()[:4]
		}
		for _, c := range side.cells() {
			if c != Neither && !slices.Contains(cells, c) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// column heads the cell's column; faithful is that of faithful examples.
func (c QuadrantCell) column(faithful widget.Column) widget.Column {
	not := widget.Column{Title: "not", Width: 5, Right: true}
	switch c {
	case RightFaithful, WrongFaithful:
		not = faithful
	case RightUnscored, WrongUnscored:
		not.Group, not.Title = "answer", [...]string{"right", "wrong"}[c-RightUnscored]
	case UnjudgedFaithful:
		not = faithful
	}
	switch c {
	case RightFaithful, RightUnfaithful:
		not.Group = "answer right"
	case WrongFaithful, WrongUnfaithful:
		not.Group = "answer wrong"
	}
	return not
}

// missingSides says which verdicts the run lacks, and why.
func (r runScores) missingSides() []string {
	var why []string
	side := sidesOf(r.quadrant)
	if side == answerSide || side == noSide {
		reason := r.overall.headline(r.protocol).Why()
		if r.protocol == "" || reason == "" {
			reason = "nothing in this run is scored as faithful or not"
		}
		why = append(why, "no faithfulness: "+reason)
	}
	if side == faithfulSide || side == noSide {
		why = append(why, "no verdict on answers: "+cmp.Or(r.accuracy.Value.Why(), "unknown"))
	}
	return why
}
