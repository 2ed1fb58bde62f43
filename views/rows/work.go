package rows

import (
	"context"

	"faithscope/loaders"
	"faithscope/scoring/table"
)

// work has a row for each background task.
var work = Listing{
	Name: "work", Letters: "gw", Title: "Work", Help: "what runs in the background, and how far it is", Live: true,
	Empty: "nothing runs in the background",
	Rows: func(_ context.Context, subject Subject) *table.Table {
		t := &table.Table{Name: "work", Columns: table.Columns("work", table.Count, "done=: examples, or answers of a model", "found=: so far",
			table.Text, "left=: at the pace so far")}
		for _, w := range subject.Works {
			t.Add(w.What, w.Done, loaders.IfElse[any](w.Have > 0, w.Have, nil), w.Left)
		}
		return t
	},
}
