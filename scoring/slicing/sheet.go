package slicing

import (
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

// Sheet lays out the result for an outcome, the largest difference first, at most sliceCount rows, or
// all if sliceCount is 0. A row leads to the slice's examples.
func (r *SliceFindings) Sheet(outcomeName string, falseShare float64, sliceCount int) *table.Table {
	differ := fmt.Sprintf("%d differ from the rest", len(r.Slices))
	switch len(r.Slices) {
	case 0:
		differ = "none differs from the rest"
	case 1:
		differ = "1 differs from the rest"
	}
	by := loaders.Count(r.N, "example") + " by " + outcomeName
	if c := r.Clusters; c.N > 0 {
		by += ", " + c.String()
		if c.Effective > 1 {
			by += fmt.Sprintf(" (intraclass correlation %.2f)", c.R)
		}
	}
	t := &table.Table{
		Name: "slices", Title: "slices by " + outcomeName,
		Notes: []string{fmt.Sprintf("%s; %s tested, %s; FDR %g (Benjamini and Hochberg)", by, loaders.Count(r.Tested, "slice"), differ,
			falseShare)},
		Columns: table.Columns(table.Where.Name+"=slice", table.Number, table.Value.Name+"=mean", table.N, "rest", table.Count,
			"rest_n=n of the rest",
			table.Differences, table.Chances[:1], table.Chance, "p_adjusted=adjusted p"),
	}
	list := r.Slices
	if sliceCount > 0 && len(list) > sliceCount {
		list = list[:sliceCount]
		t.Notes = append(t.Notes, fmt.Sprintf("showing the %d that differ most; --top shows more", sliceCount))
	}
	for _, s := range list {
		difference := scoring.Defined(s.Mean - s.RestMean)
		t.Add(table.Cell{Value: s.Where, Leads: s.Where}, s.Mean, s.N, s.RestMean, s.Rest, difference,
			table.Cell{Value: difference, Interval: s.Difference.Interval}, s.P, s.Adjusted)
	}
	return t
}
