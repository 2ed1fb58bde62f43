package counts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
)

// crossOf counts a run's questions by their gold count and the predicted one, as
// they are asked: those over 15 together, as those below 0.
func crossOf(ctx context.Context, t *facts.Table) *table.Table {
	names := [...]string{"count.predicted", "count.gold"}
	across, down := t.Column(names[0]), t.Column(names[1])
	if slices.ContainsFunc(t.All(), func(i int) bool {
		x, y := query.Float(across.At(i)), query.Float(down.At(i))
		return x < 0 || x > top || y > top
	}) {
		names = [...]string{fmt.Sprintf("max(-1, min(count.predicted, %d))", top+1), fmt.Sprintf("min(count.gold, %d)", top+1)}
	}
	var of [len(names)]*query.Expression
	for k, name := range names {
		of[k], _ = query.ParseExpression(name, t.Fields()) // every run has the columns
	}
	cross, err := t.Cross(ctx, of[0], of[1], t.All())
	if err != nil {
		return nil // the context is done
	}
	label := func(text string) string {
		return cmp.Or(map[string]string{"-1": "<0", strconv.Itoa(top + 1): ">" + strconv.Itoa(top)}[text], text)
	}
	for k := range cross.Columns[1:] {
		cross.Columns[k+1].Name = label(cross.Columns[k+1].Name)
	}
	for _, row := range cross.Rows {
		row[0].Value = label(row[0].Value.(string))
	}
	cross.Columns[0].Title = "gold, by predicted"
	return cross
}

// top is TallyQA's highest count.
const top = 15

// empty reports whether the run that is shown has no counts.
func (v *screen) empty() bool { return v.cross.Of == nil || len(v.cross.Of.Rows) < 2 }

// score is a score of the run that is shown.
func (v *screen) score(name string) scoring.Score {
	if v.run < len(v.Shown.runs) {
		return v.Shown.runs[v.run].scores[name]
	}
	return scoring.Score{}
}

// words say what the selected cell holds: "12 questions: gold 3, predicted 4, 14 %
// of that gold count".
func (v *screen) words() string {
	row, _ := v.cross.At(v.cross.Chosen(), 0).Value.(string)
	column := v.cross.Of.Columns[v.cross.Column].Name
	n, _ := v.cross.Cell().Float()
	all, _ := v.cross.At(v.cross.Chosen(), len(v.cross.Of.Columns)-1).Float()
	text, of := loaders.Count(int(n), "question"), ": "
	if row != "n" {
		text, of = text+": gold "+row, ", "
	}
	if column != "n" {
		text += of + "predicted " + column
		if row != "n" {
			text += fmt.Sprintf(", %.0f %% of that gold count", 100*n/max(1, all))
		}
	}
	if x, _ := v.score("unknown overall").Value.Float(); x > 0 && column == "n" {
		text += fmt.Sprintf(" · %.0f more of the run without a prediction", x)
	}
	return text
}
