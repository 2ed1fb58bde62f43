package facts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// GroupSheet has a row of each group: how many rows it has, and how many of its
// examples are right and faithful. A row leads to the examples.
func GroupSheet(e string, groups []Group) *table.Table {
	sheet := &table.Table{Name: "groups", Title: e, Columns: []table.Column{
		{Name: "value"}, {Name: "n", Kind: table.Count}, {Name: "right", Kind: table.Number, Better: scoring.Higher}, {Name: "faithful", Kind: table.Number, Better: scoring.Higher},
	}}
	for _, g := range groups {
		right, _ := stats.Share(g.Answers())
		faithful, _ := stats.Share(g.Faithful())
		sheet.Add(table.Cell{Value: g.Text, Leads: g.Where}, len(g.Rows), right, faithful)
	}
	return sheet
}

// The most values, and the most ranges of numbers, of a side of a cross.
const mostCrossed, mostAcross, mostDown = 20, 20, 12

// Cross counts rows by two expressions: a row of the table for each group of one, a
// column for each of the other, and totals behind both. A cell leads to its
// examples. Its error is that of ctx.
func (t *Table) Cross(ctx context.Context, across, down *query.Expression, rows []int) (*table.Table, error) {
	xs, err := t.groups(ctx, across, rows, mostCrossed, mostAcross)
	if err != nil {
		return nil, err
	}
	ys, err := t.groups(ctx, down, rows, mostCrossed, mostDown)
	if err != nil {
		return nil, err
	}
	of := map[int][]int{} // columns, by row
	sheet := &table.Table{Name: "cells", Title: down.String() + " by " + across.String(), Columns: []table.Column{{Name: down.String()}}}
	for x, g := range xs {
		sheet.Columns = append(sheet.Columns, table.Column{Name: g.Text, Kind: table.Count})
		for _, row := range g.Rows {
			of[row] = append(of[row], x)
		}
	}
	sheet.Columns = append(sheet.Columns, table.Column{Name: "n", Kind: table.Count})
	xs = append(xs, Group{Where: there(across)})
	total := make([]int, len(xs))
	add := func(y *Group, counts []int) {
		cells := []any{table.Cell{Value: cmp.Or(y.Text, "n")}}
		for x, n := range counts {
			cells = append(cells, table.Cell{Value: n, Leads: t.both(y.Where, xs[x].Where)})
		}
		sheet.Add(cells...)
	}
	for row := range of {
		of[row] = append(of[row], len(xs)-1)
	}
	counted := map[int]bool{}
	for k := range ys {
		counts := make([]int, len(xs))
		for _, row := range ys[k].Rows {
			for _, x := range of[row] {
				if counts[x]++; !counted[row] {
					total[x]++
				}
			}
			counted[row] = true
		}
		add(&ys[k], counts)
	}
	add(&Group{Where: there(down)}, total)
	return sheet, nil
}

// there is a query for the examples that have a value of an expression.
func there(e *query.Expression) string {
	switch e.Kind() {
	case query.Number:
		return "defined(" + e.String() + ")"
	case query.Set:
		return "len(" + e.String() + ") > 0"
	}
	return ""
}

// both is a query for what two queries hold for, "" where they cannot be joined.
func (t *Table) both(a, b string) string {
	q, err := query.Parse(a, t.Fields())
	if err == nil {
		q, err = q.And(b)
	}
	if err != nil {
		return ""
	}
	return q.String()
}

// Sheet is the blame for people and scripts: a row of each type of module, the
// one that most often goes wrong first on top, all types together at the end. A
// cell leads to the examples that it counts.
func (b *Blame) Sheet(s scoring.Settings) *table.Table {
	sheet := &table.Table{
		Name: "types", Title: "blame · this program's own, of no paper",
		Notes: []string{
			fmt.Sprintf("%s, %d with a scored module; %d have a culprit", loaders.Count(b.Examples, "example"), b.Judged, b.Total.Culprits()),
			fmt.Sprintf("wrong: F1 < %g with boxes, attention on gold < %g with spans · culprit: the first module wrong although its inputs are right", s.FaithfulF1, s.FaithfulMass),
		},
		Columns: append([]table.Column{{Name: "type", Title: "module"}}, table.Count.Columns("scored", "wrong", "local", "inherited", "culprit")...),
	}
	if b.Judged == 0 {
		sheet.Notes = []string{loaders.Count(b.Examples, "example") + ", none with a scored module: no program of this run has gold for its modules"}
		return sheet
	}
	answers := []loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown}
	if b.Total.First[loaders.Unknown] == 0 {
		answers = answers[:2]
	}
	for _, v := range answers {
		sheet.Columns = append(sheet.Columns, table.Column{Name: "culprit_" + v.String(), Title: "answer " + v.String(), Kind: table.Count})
	}
	for _, c := range b.Causes() {
		sheet.Columns = append(sheet.Columns, table.Column{Name: c.String(), Kind: table.Count, In: "causes"})
	}
	for _, row := range append(slices.Clip(b.Types), b.Total) {
		where := "culprit=" + strconv.Quote(row.Type)
		if row.Type == b.Total.Type {
			where = `culprit!=""`
		}
		cells := []any{row.Type, row.Used, row.Wrong, row.Local, row.Wrong - row.Local, table.Cell{Value: row.Culprits(), Leads: where}}
		for _, v := range answers {
			cells = append(cells, table.Cell{Value: row.First[v], Leads: where + " verdict=" + v.String()})
		}
		for _, c := range b.Causes() {
			cells = append(cells, table.Cell{Value: row.Causes[c], Leads: where + " culprit.cause=" + strconv.Quote(c.String())})
		}
		sheet.Add(cells...)
	}
	return sheet
}
