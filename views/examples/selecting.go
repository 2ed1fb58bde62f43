package examples

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
)

// selected is a selection that was computed: rows, how many examples the query
// could not judge, and why not the first.
type selected struct {
	rows   []int
	failed int
	why    error
}

// selecting holds what a selection is made of. It does not change.
type selecting struct {
	table *facts.Table
	query query.Query
	only  []int
	order order
	all   bool // also examples that have not been read
	n     int
}

// computeRows computes the selection.
func (s *selecting) computeRows(ctx context.Context) selected {
	var rows []int
	switch {
	case s.all:
		rows = loaders.Indices(s.n)
	case s.only != nil:
		rows = slices.DeleteFunc(slices.Clone(s.only), func(i int) bool { return i >= s.n })
	default:
		rows = s.table.All()
	}
	found, err := s.query.Select(ctx, s.table, rows)
	if err != nil {
		return selected{why: err}
	}
	rows, err = s.order.sortRows(ctx, s.table, found.Rows)
	if err != nil && found.Why == nil {
		found.Failed, found.Why = len(rows), err
	}
	return selected{rows, found.Failed, found.Why}
}
