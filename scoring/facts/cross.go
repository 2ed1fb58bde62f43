package facts

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
)

// Pairs returns the rows where both expressions are finite numbers, and their values there. The
// error is the context's.
func (t *Table) Pairs(ctx context.Context, x, y *query.Expression, exampleRows []int) (having []int, xs, ys []float64, err error) {
	values, err := x.Values(ctx, t, exampleRows)
	others, wrong := y.Values(ctx, t, exampleRows)
	if err = cmp.Or(err, wrong); err != nil {
		return nil, nil, nil, err
	}
	for i, row := range exampleRows {
		if a, b := query.Float(values[i]), query.Float(others[i]); a-a == 0 && b-b == 0 {
			having, xs, ys = append(having, row), append(xs, a), append(ys, b)
		}
	}
	return having, xs, ys, nil
}

var mostAcross, mostDown = groupLimits{values: 20, ranges: 20}, groupLimits{values: 20, ranges: 12}

// mostColumns limits the columns of tables beside each other.
const mostColumns = 400

// Cross counts rows by two expressions: a column for each group of the first, a row for each of
// the second, and totals behind both, which count an example once. With an outcome, see
// [Table.Slices], cells show the share of examples that have it, or its mean, where known. A cell
// links to its examples. A third expression repeats the columns for each of its groups, under its
// value and number of rows, then for all rows: as many groups as fit in mostColumns, which the
// title tells. The error is the context's.
func (t *Table) Cross(ctx context.Context, crossedFields []*query.Expression, rowIndices []int, outcomeName string) (*table.Table, error) {
	across, down := crossedFields[0], crossedFields[1]
	t, rowIndices = unitsOf(t, rowIndices, outcomeName, crossedFields...)
	xs, err := t.groupValues(ctx, across, rowIndices, mostAcross)
	ys, wrong := t.groupValues(ctx, down, rowIndices, mostDown)
	if err = cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	if across.Kind() != query.Number {
		orderAlike(xs, ys)
	}
	sheet := &table.Table{Name: "cells", Title: down.String() + " by " + across.String(),
		Columns: []table.Column{table.Text.Column(down.String())}}
	zs, title, err := makeThirdGroups(ctx, t, crossedFields, rowIndices, mostColumns/(len(xs)+1))
	if err != nil {
		return nil, err
	}
	sheet.Title += title
	values := valuesByRow(rowIndices, t.outcomeValues(rowIndices, outcomeName))
	if t.partRowStarts != nil {
		sheet.Notes = []string{"the numbers count modules, and modules of one example aren't independent"}
	}
	all := loaders.IfElse(outcomeName == "", "n", "all")
	xs, ys = append(xs, joinGroups(all, across, xs)), append(ys, joinGroups(all, down, ys))
	among := groupsByRow(xs)
	columns, leads := map[int][]int{}, [][]Group{} // by row; by column
	for _, z := range append(zs, Group{Text: "all", Rows: rowIndices}) {
		for _, row := range z.Rows {
			for _, x := range among[row] {
				columns[row] = append(columns[row], len(leads)+x)
			}
		}
		for _, x := range xs {
			c := outcomeColumn(outcomeName, x.Text)
			c.Counted = loaders.IfElse(t.partRowStarts == nil, "", "modules")
			if len(zs) > 0 {
				c.In, c.Name, c.Title = fmt.Sprintf("%s (%d)", z.Text, len(z.Rows)), z.Text+": "+x.Text, x.Text
			}
			sheet.Columns = append(sheet.Columns, c)
			leads = append(leads, []Group{z, x})
		}
	}
	for _, y := range ys {
		tallies, cells := make([]outcomeTally, len(leads)), []any{table.Cell{Value: y.Text}}
		for _, row := range y.Rows {
			for _, x := range columns[row] {
				tallies[x].countOutcome(values[row], t.Example(row))
			}
		}
		for x := range tallies {
			cells = append(cells, tallies[x].tallyCell(outcomeName, t.leadTo(t.Fields(), append(leads[x], y)...)))
		}
		sheet.Add(cells...)
	}
	return sheet, nil
}

func makeThirdGroups(ctx context.Context, t *Table, expressions []*query.Expression, rowIndices []int, maxGroups int) ([]Group, string,
	error) {
	if len(expressions) < 3 {
		return nil, "", nil
	}
	all, err := t.groupValues(ctx, expressions[2], rowIndices, mostDown)
	if err != nil {
		return nil, "", err
	}
	some := min(len(all), maxGroups)
	title := loaders.IfElse(some == len(all), "each", fmt.Sprintf("%d of %d values of", some, len(all)))
	return all[:some], ", for " + title + " " + expressions[2].String(), nil
}

func valuesByRow(rowIndices []int, rowValues []float64) map[int]float64 {
	by := map[int]float64{}
	for i, x := range rowValues {
		by[rowIndices[i]] = x
	}
	return by
}

func groupsByRow(groups []Group) map[int][]int {
	by := map[int][]int{}
	for i, g := range groups {
		for _, row := range g.Rows {
			by[row] = append(by[row], i)
		}
	}
	return by
}

func joinGroups(groupText string, e *query.Expression, groups []Group) Group {
	all := Group{Text: groupText, Where: hasValueQuery(e), use: useOf(e, "!=", "")}
	for _, g := range groups {
		all.Rows = append(all.Rows, g.Rows...)
	}
	slices.Sort(all.Rows)
	all.Rows = slices.Compact(all.Rows)
	return all
}

func orderAlike(acrossGroups, downGroups []Group) {
	alike := func(g Group) int {
		if at := slices.IndexFunc(downGroups, func(other Group) bool { return other.Text == g.Text }); at >= 0 {
			return at
		}
		return len(downGroups)
	}
	if shared := loaders.CountFunc(acrossGroups, func(g Group) bool { return alike(g) < len(downGroups) }); 2*shared > len(acrossGroups) {
		loaders.SortBy(acrossGroups, alike)
	}
}

func hasValueQuery(e *query.Expression) string {
	switch e.Kind() {
	case query.Number:
		return "defined(" + e.String() + ")"
	case query.Set:
		return "len(" + e.String() + ") > 0"
	}
	return e.Known()
}
