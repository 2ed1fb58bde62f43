package papers

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// groups name the model of a table whose rows are all of one.
var groups = map[string]string{"dfol-1": "base model,"}

// addPublished appends the rows that the paper prints. Names begin with "paper: ", so that nobody
// takes them for runs.
func (l *FilledTable) addPublished() {
	if l.Name == "dfol-1" && len(l.Rows) > 0 {
		l.addGolden()
	}
	place := func(k int) int { return k }
	if l.across {
		for _, c := range l.Table.Columns {
			l.columnLike(c)
		}
		place = func(k int) int { return l.columnLike(l.Table.Columns[k]) }
	}
	for _, r := range l.Table.Rows {
		row := Row{Run: -1, Cells: slices.Repeat([]Cell{nowhere}, len(l.Columns))}
		for k, printed := range r.Cells {
			m := l.Table.Columns[k].Measure.ofRow(r.Of)
			row.Cells[place(k)] = Cell{Score: m.emptyScore(), Run: -1, Printed: printed.Text, Mark: printed.Mark}
		}
		row.Name = "paper: " + strings.TrimSpace(cmp.Or(r.Group, groups[l.Name])+" "+r.Name)
		if r.Note != "" {
			row.Name += " (" + r.Note + ")"
		}
		if !l.across {
			row.Name += ", " + l.Dataset
		}
		l.Rows = append(l.Rows, row)
	}
}

// goldenAnswers counts, by kind, which of the 67 questions in dfol's testdata ∇-FOL answers right
// on their scene graphs, and all; a test answers them again.
var goldenAnswers = map[string][2]int{"open": {29, 33}, "binary": {34, 34}, "overall": {63, 67}}

func (l *FilledTable) addGolden() {
	for _, r := range l.Table.Rows {
		answers := goldenAnswers[r.Of]
		row := Row{Name: "golden oracle on real graphs, " + r.Name + ", GQA train", Run: Golden}
		for _, c := range l.Columns {
			m := c.Measure.ofRow(r.Of)
			cell := Cell{Score: m.emptyScore(), Run: Golden}
			if m.Metric == "accuracy" {
				cell.Value, cell.Interval = stats.Share(answers[0], answers[1])
				cell.Count = answers[1]
			} else {
				cell.Value = scoring.Undefined("these questions do not entail each other")
			}
			row.Cells = append(row.Cells, cell)
		}
		l.Rows = append(l.Rows, row)
	}
}
