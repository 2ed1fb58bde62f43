package tabular

import (
	"context"
	"slices"

	"faithscope/loaders"
)

// Reason is a row of the table of reasons that holds for a column.
type Reason struct {
	Column, Role string
	Weight       int
	Told         string
}

// Reasons returns what speaks for and against the roles of the columns of the table in a file: for
// each column what its name says, and each reason that holds if enough do. by is how the table is
// read. It is nil for what is not a table.
func Reasons(ctx context.Context, src *loaders.Source) (list []Reason, by Decision) {
	t := sampleOf(ctx, src, nil)
	if t == nil {
		return nil, by
	}
	by = t.decided()
	d := newDeciding(t.columns, t.rows)
	d.listVerdicts()
	chosen := reading{deciding: d, predicted: d.columnAt("")}
	for _, c := range d.columns {
		if slices.Contains(by.Map.pathsOf("predicted"), c.name) {
			chosen = d.findGold(reading{deciding: d, predicted: c})
		}
	}
	for _, c := range d.columns {
		if c.role != "" {
			list = append(list, Reason{c.name, c.role, c.weight, c.told})
		}
		own := d.findGold(reading{deciding: d, predicted: c})
		for _, by := range reasons {
			r := chosen
			if by.role == "predicted" {
				r = own
			}
			if r.weighReasons(by.role, c) >= least && by.holds(r, c) {
				list = append(list, Reason{c.name, by.role, by.weight, by.told})
			}
		}
	}
	return list, by
}
