package rows

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring"
	scored "faithscope/scoring/protocols/annotators"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// annotators has a row for each person who annotated examples of a run, in its file or here.
var annotators = RowScreen{
	Name: "annotators", Letters: "ga", Title: "Annotators", Help: "who annotated the examples, and how well they agree",
	Empty: "nobody has annotated this run",
	Rows: func(ctx context.Context, subject RowsSubject) *table.Table {
		t := &table.Table{Name: "annotators", Columns: table.Columns(
			"annotator", table.Examples, table.Number, scoring.Higher, "kappa=mean κ: Cohen's κ averaged over the other annotators",
			"least=lowest κ: with any other annotator", table.Text, "with=: the annotator who agrees least",
			table.Count, "left=: examples not annotated")}
		for _, p := range scored.ListPeople(ctx, subject.Run.Run, subject.Run.Scores(subject.Settings)) {
			t.Add(p.Name, p.Examples, p.Mean, p.Least, p.With)
		}
		for _, name := range loaders.SortedKeys(subject.Books) {
			n := 0
			for i := range subject.Run.Run.Len() {
				if row, read := subject.Run.Run.Peek(i); read && subject.Books[name].Finished(row) {
					n++
				}
			}
			if n > 0 || name == subject.Own {
				t.Add(name, n, nil, nil, nil, table.Cell{Value: subject.Run.Run.Len() - n, Leads: widget.If(name == subject.Own, "-annotated")})
			}
		}
		return t
	},
}
