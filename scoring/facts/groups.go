package facts

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
)

// Group is the examples that have one value, or a number between two.
type Group struct {
	Text string // the value in words, "none" for an empty text
	// Where is a query that holds for them, "" if there is none.
	Where            string
	Rows             []int        // of the table, ascending
	scoring.Quadrant              // its examples, each once
	Score            scoring.Mean // of those that have one

	last int // 1 + the example that was counted last
}

// mostValues is up to how many different numbers get a group each; more are put into
// ranges, of which there are at most mostRanges.
const mostValues, mostRanges = 12, 10

// Groups groups rows by the values of an expression: texts and truths the most
// frequent first, numbers from the lowest up, those that are undefined left out.
// An example with several texts is in several groups. Its error is the context's.
func (t *Table) Groups(ctx context.Context, e *query.Expression, rows []int) ([]Group, error) {
	return t.groups(ctx, e, rows, mostValues, mostRanges)
}

// Bins is Groups with at most this many single numbers, or else with as many ranges.
func (t *Table) Bins(ctx context.Context, e *query.Expression, rows []int, most int) ([]Group, error) {
	return t.groups(ctx, e, rows, most, most)
}

// groups is Groups with at most this many single numbers, or else with at most this many
// ranges.
func (t *Table) groups(ctx context.Context, e *query.Expression, rows []int, most, ranges int) ([]Group, error) {
	values, err := e.Values(ctx, t, rows)
	if err != nil {
		return nil, err
	}
	if e.Kind() == query.Number {
		return t.ranges(e, rows, values, most, ranges), nil
	}
	groups := map[any]*Group{}
	add := func(v any, row int) {
		g := groups[v]
		if g == nil {
			g = &Group{Text: textOf(v), Where: whereOf(t, e, v)}
			groups[v] = g
		}
		t.count(g, row)
	}
	for k, v := range values {
		switch v := v.(type) {
		case []string:
			for _, s := range v {
				add(s, rows[k])
			}
		case string, bool:
			add(v, rows[k])
		}
	}
	list := make([]Group, 0, len(groups))
	for _, g := range groups {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b Group) int {
		return cmp.Or(cmp.Compare(len(b.Rows), len(a.Rows)), cmp.Compare(a.Text, b.Text))
	})
	return list, nil
}

// count adds a row to a group. The rows of an example follow each other.
func (t *Table) count(g *Group, row int) {
	g.Rows = append(g.Rows, row)
	if i := t.Example(row); g.last != i+1 {
		g.last = i + 1
		g.Quadrant[t.Answer(i)][t.Faithful(i)]++
		g.Score.Add(t.Overall(i))
	}
}

// ranges groups rows by a number: by its values, or by ranges of one width where
// there are too many.
func (t *Table) ranges(e *query.Expression, rows []int, values []any, most, ranges int) []Group {
	different := map[float64]bool{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if x := query.Float(v); x-x == 0 {
			different[x] = true
			low, high = min(low, x), max(high, x)
		}
	}
	if len(different) == 0 {
		return nil
	}
	sorted := slices.Sorted(maps.Keys(different))
	groups := []Group{}
	place := func(x float64) int { return slices.Index(sorted, x) }
	if len(sorted) <= most {
		for _, x := range sorted {
			groups = append(groups, Group{Text: textOf(x), Where: whereOf(t, e, x)})
		}
	} else {
		edges := Edges(low, high, ranges)
		for i := range edges[1:] {
			groups = append(groups, Group{Text: textOf(edges[i]) + " to " + textOf(edges[i+1]), Where: Between(e.String(), edges, i)})
		}
		place = func(x float64) int { return Place(edges, x) }
	}
	for k, v := range values {
		if x := query.Float(v); x-x == 0 {
			t.count(&groups[place(x)], rows[k])
		}
	}
	return groups
}

// Edges cuts low to high into ranges of one width, at most most of them, at
// numbers that a person would choose. They are the ends of the ranges, ascending.
func Edges(low, high float64, most int) []float64 {
	if !(high > low) {
		return []float64{low, low + 1}
	}
	width := math.Pow(10, math.Floor(math.Log10((high-low)/float64(most))))
	for _, times := range []float64{1, 2, 5, 10, 20, 50} {
		first, last := math.Floor(low/(width*times)), math.Ceil(high/(width*times))
		if last-first <= float64(most) {
			edges := []float64{}
			for k := first; k <= last; k++ {
				edge, _ := strconv.ParseFloat(strconv.FormatFloat(k*width*times, 'g', 12, 64), 64) // without the rounding error of tenths
				edges = append(edges, edge)
			}
			return edges
		}
	}
	return []float64{low, high}
}

// Place is the range that x is in; the last one includes its upper end.
func Place(edges []float64, x float64) int {
	i, exact := slices.BinarySearch(edges, x)
	if !exact {
		i--
	}
	return max(0, min(i, len(edges)-2))
}

// Between is a query for the examples whose expression is in range i of edges.
func Between(text string, edges []float64, i int) string {
	less := "<"
	if i == len(edges)-2 {
		less = "<="
	}
	if strings.ContainsAny(text, " +-*/()?<>=|&") {
		text = "(" + text + ")"
	}
	return fmt.Sprintf("%s >= %v and %s %s %v", text, edges[i], text, less, edges[i+1])
}

// whereOf is a query for the examples whose expression is a value.
func whereOf(t *Table, e *query.Expression, v any) string {
	if f, ok := t.Fields().Find(e.String()); ok {
		own := t.parts != nil && slices.ContainsFunc(t.columns[:t.own], func(c Column) bool { return c.Name == f.Name })
		switch {
		case !own:
			return query.Equal(f, v)
		case t.where != nil:
			return t.where(f, v)
		}
	}
	if t.parts != nil {
		return ""
	}
	switch v := v.(type) {
	case bool:
		if v {
			return "(" + e.String() + ")"
		}
		return "not (" + e.String() + ")"
	case string:
		if e.Kind() == query.Set {
			return strconv.Quote(v) + " in (" + e.String() + ")"
		}
		return "(" + e.String() + ") == " + strconv.Quote(v)
	}
	return fmt.Sprintf("(%s) == %v", e, v)
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return cmp.Or(v, "none")
	case float64:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case bool:
		if v {
			return "yes"
		}
	}
	return "no"
}

// Values lists the values of a text field among the examples for which it is
// known without reading, the most frequent first, at most n.
func (t *Table) Values(name string, n int) []string {
	f, ok := t.Fields().Find(name)
	if !ok {
		return nil
	}
	c := t.columns[slices.IndexFunc(t.columns, func(c Column) bool { return c.Name == f.Name })]
	column, counts := c.Of(t), map[string]int{}
	for i := range t.Len() {
		if !t.Read(i) || !t.holds(&c, i) {
			continue
		}
		switch v := column.At(i).(type) {
		case string:
			counts[v]++
		case []string:
			for _, s := range v {
				counts[s]++
			}
		}
		if len(counts) > 50*n {
			break
		}
	}
	delete(counts, "")
	list := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return list[:min(n, len(list))]
}

// Pairs returns two numbers of each of the rows that have both, after these rows. Its
// error is the context's.
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

// The most values, and the most ranges of numbers, of a side of a cross.
const mostCrossed, mostAcross, mostDown = 20, 20, 12

// Cross counts rows by two expressions: a row of the table for each group of one, a
// column for each of the other, and totals behind both. A cell leads to its
// examples. Its error is the context's.
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
	xs = append(xs, Group{Where: hasValueQuery(across)})
	total := make([]int, len(xs))
	add := func(y *Group, counts []int) {
		cells := []any{table.Cell{Value: cmp.Or(y.Text, "n")}}
		for x, n := range counts {
			cells = append(cells, table.Cell{Value: n, Leads: query.Both(t.Fields(), y.Where, xs[x].Where)})
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
	add(&Group{Where: hasValueQuery(down)}, total)
	return sheet, nil
}

// hasValueQuery returns a query for the examples that have a value of an expression.
func hasValueQuery(e *query.Expression) string {
	switch e.Kind() {
	case query.Number:
		return "defined(" + e.String() + ")"
	case query.Set:
		return "len(" + e.String() + ") > 0"
	}
	return ""
}

// Sheet lays out the blame for people and scripts: a row for each type of module, sorted
// by how often it goes wrong first, and a last row for all types together. A cell leads
// to the examples that it counts.
func (b *Blame) Sheet(s scoring.Settings) *table.Table {
	sheet := &table.Table{
		Name: "types", Title: "blame · this program's own, not a paper's",
		Notes: []string{
			fmt.Sprintf("%s, %d with a scored module; %d have a culprit", loaders.Count(b.Examples, "example"), b.Judged, b.Total.Culprits()),
			fmt.Sprintf("wrong: F1 < %g with boxes, attention on gold < %g with spans · culprit: the first module wrong although its inputs are "+
				"right", s.FaithfulF1, s.FaithfulMass),
		},
		Columns: table.Columns("type=module", table.Count, "scored", "wrong", "local", "inherited", "culprit"),
	}
	if b.Judged == 0 {
		sheet.Notes = []string{loaders.Count(b.Examples, "example") +
			", none with a scored module: no program of this run has gold for its modules"}
		return sheet
	}
	answers := []loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown}
	if b.Total.First[loaders.Unknown] == 0 {
		answers = answers[:2]
	}
	for _, v := range answers {
		sheet.Columns = append(sheet.Columns, table.Columns(table.Count, "culprit_"+v.String()+"=answer "+v.String())...)
	}
	sheet.Columns = append(sheet.Columns, b.causeColumns()...)
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
			of := "culprit.cause=" + strconv.Quote(c.String())
			if row.Type != b.Total.Type {
				of = where + " " + of
			}
			cells = append(cells, table.Cell{Value: row.Causes[c], Leads: of})
		}
		sheet.Add(cells...)
	}
	return sheet
}
