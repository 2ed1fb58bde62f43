package report

import (
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// ControlTest tests a judge's metric (A) against its best control that isn't random (B), chosen on the
// other half if it is chosen. Count is of the sets that are swapped whole, and Holm is over Judges.
type ControlTest struct {
	Metric, Control string
	stats.Result
	Holm   scoring.Value
	Judges int
}

func controlTable(controlTests []*ControlTest) *table.Table {
	t := &table.Table{Columns: table.Columns(table.Score[1:2], table.Number, "judge", table.Text, "control=best control", table.Number,
		"control_value=control's value", table.Change, "difference", table.Chances, table.N)}
	for _, c := range controlTests {
		t.Title = "against the best non-random control · permutation test over whole problems, Holm-corrected for " +
			loaders.Count(c.Judges, "judge")
		t.Add(c.Metric, c.A, c.Control, c.B, c.Difference, c.P, c.Holm, c.Count)
	}
	return t
}
