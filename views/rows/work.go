package rows

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring/table"
)

// work has a row for each background task.
var work = RowScreen{
	Name: "work", Letters: "gw", Title: "Work", Help: "background work and its progress", Live: true,
	Empty: "nothing is running",
	Rows: func(_ context.Context, subject RowsSubject) *table.Table {
		t := &table.Table{Name: "work", Columns: table.Columns("work", table.Count, "done=: examples or model answers so far",
			"found=: examples or model requests found so far", table.Text, "left=: time left at this pace")}
		for _, w := range subject.Works {
			t.Add(w.What, w.Done, loaders.IfElse[any](w.Have > 0, w.Have, nil), w.Left)
		}
		return t
	},
}
