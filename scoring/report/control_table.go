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

// OnlyFound ends a sentence about a judge that finds every error in a file without a sound chain.
const OnlyFound = "as if the file contained only errors its judge found"

func controlTable(controlTests []*ControlTest) *table.Table {
	t := &table.Table{Columns: table.Columns(table.Score[1:2], table.Number, "judge", table.Text, "control=best control", table.Number,
		"control_value=control's value", table.Change, "difference", table.Chances, table.N)}
	judged := map[string]scoring.Value{}
	for _, c := range controlTests {
		t.Title = "against the best non-random control · permutation test over whole problems, Holm-corrected for " +
			loaders.Count(c.Judges, "judge")
		t.Add(c.Metric, c.A, c.Control, c.B, c.Difference, c.P, c.Holm, c.Count)
		judged[c.Metric] = c.A
	}
	if judged["error_acc"] == scoring.Defined(1) && !judged["correct_acc"].IsDefined() {
		t.Notes = []string{"error_acc is 1, " + OnlyFound}
	}
	return t
}
