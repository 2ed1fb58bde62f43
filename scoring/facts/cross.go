package facts

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
)

// Pairs returns the values of two expressions on those of rows where both are finite numbers, after
// these rows. The error is the context's.
func (t *Table) Pairs(ctx context.Context, x, y *query.Expression, rows []int) (having []int, xs, ys []float64, err error) {
	values, err := x.Values(ctx, t, rows)
	if err != nil {
		return nil, nil, nil, err
	}
	others, err := y.Values(ctx, t, rows)
	if err != nil {
		return nil, nil, nil, err
	}
	for i, row := range rows {
		if a, b := query.Float(values[i]), query.Float(others[i]); a-a == 0 && b-b == 0 {
			having, xs, ys = append(having, row), append(xs, a), append(ys, b)
		}
	}
	return having, xs, ys, nil
}

// The limits of the sides of a cross.
var mostAcross, mostDown = limits{values: 20, ranges: 20}, limits{values: 20, ranges: 12}

// Cross counts rows by two expressions: a row of the sheet for each group of down, a column for
// each of across, and totals behind both, which count an example once. With an outcome, as
// [Table.Slices] takes one, cells are the share of the examples that have it, or its mean, where it
// is known. A cell leads to its examples. The error is the context's.
func (t *Table) Cross(ctx context.Context, across, down *query.Expression, rows []int, outcome string) (*table.Table, error) {
	xs, err := t.groupValues(ctx, across, rows, mostAcross)
	if err != nil {
		return nil, err
	}
	ys, err := t.groupValues(ctx, down, rows, mostDown)
	if err != nil {
		return nil, err
	}
	if across.Kind() != query.Number {
		orderAlike(xs, ys)
	}
	of := map[int][]int{} // columns, by row
	for x, g := range xs {
		for _, row := range g.Rows {
			of[row] = append(of[row], x)
		}
	}
	all := loaders.IfElse(outcome == "", "n", "all")
	xs = append(xs, Group{Text: all, Where: hasValueQuery(across)})
	sheet := &table.Table{Name: "cells", Title: down.String() + " by " + across.String(),
		Columns: []table.Column{table.Text.Column(down.String())}}
	for x := range xs {
		sheet.Columns = append(sheet.Columns, outcomeColumn(outcome, xs[x].Text))
	}
	total := make([]tally, len(xs))
	add := func(y *Group, tallies []tally) {
		cells := []any{table.Cell{Value: y.Text}}
		for x := range tallies {
			cells = append(cells, tallies[x].tallyCell(outcome, query.Both(t.Fields(), y.Where, xs[x].Where)))
		}
		sheet.Add(cells...)
	}
	values := map[int]float64{}
	for i, x := range t.outcomeValues(rows, outcome) {
		values[rows[i]] = x
	}
	for row := range of {
		of[row] = append(of[row], len(xs)-1)
	}
	counted := map[int]bool{}
	for k := range ys {
		tallies := make([]tally, len(xs))
		for _, row := range ys[k].Rows {
			for _, x := range of[row] {
				if tallies[x].countOutcome(values[row]); !counted[row] {
					total[x].countOutcome(values[row])
				}
			}
			counted[row] = true
		}
		add(&ys[k], tallies)
	}
	add(&Group{Text: all, Where: hasValueQuery(down)}, total)
	return sheet, nil
}

// orderAlike sorts the groups across into the order of those down, by their texts, if more than
// half of them are among those; the others come last. Else it changes nothing.
func orderAlike(across, down []Group) {
	alike := func(g Group) int {
		if at := slices.IndexFunc(down, func(other Group) bool { return other.Text == g.Text }); at >= 0 {
			return at
		}
		return len(down)
	}
	if shared := loaders.CountFunc(across, func(g Group) bool { return alike(g) < len(down) }); 2*shared > len(across) {
		loaders.SortBy(across, alike)
	}
}

// hasValueQuery returns a query for the examples that have a value of e: for a number that it is
// defined, for a set that it is not empty; for any other what e.Known returns, "" if all have one.
func hasValueQuery(e *query.Expression) string {
	switch e.Kind() {
	case query.Number:
		return "defined(" + e.String() + ")"
	case query.Set:
		return "len(" + e.String() + ") > 0"
	}
	return e.Known()
}
