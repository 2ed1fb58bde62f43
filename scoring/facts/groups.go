package facts

import (
	"cmp"
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/query"
)

var usual = groupLimits{values: 12, ranges: 10}

// Groups groups rows by the values of an expression: texts and truths, the most frequent first;
// numbers ascending, one group each if there are at most 12, otherwise at most 10 ranges.
// Undefined values are left out. An example with several texts is in several groups. The error is
// the context's.
func (t *Table) Groups(ctx context.Context, e *query.Expression, rowIndices []int) ([]Group, error) {
	return t.groupValues(ctx, e, rowIndices, usual)
}

// Bins is [Table.Groups] with a group each for at most this many numbers, otherwise at most this
// many ranges.
func (t *Table) Bins(ctx context.Context, e *query.Expression, rowIndices []int, maxBins int) ([]Group, error) {
	return t.groupValues(ctx, e, rowIndices, groupLimits{maxBins, maxBins})
}

func (t *Table) groupValues(ctx context.Context, e *query.Expression, rowIndices []int, limits groupLimits) ([]Group, error) {
	values, err := e.Values(ctx, t, rowIndices)
	if err != nil {
		return nil, err
	}
	if e.Kind() == query.Number {
		return t.groupRanges(e, rowIndices, values, limits), nil
	}
	groups := map[any]*Group{}
	add := func(v any, row int) {
		g := groups[v]
		if g == nil {
			g = &Group{Text: textOf(v), Where: whereOf(t.Fields(), e, v), use: useOf(e, "==", v)}
			groups[v] = g
		}
		countRow(t, g, row)
	}
	for k, v := range values {
		switch v := v.(type) {
		case []string:
			for _, s := range v {
				add(s, rowIndices[k])
			}
		case string, bool:
			if v != "" || e.Kind() != query.Set {
				add(v, rowIndices[k])
			}
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

// Values lists at most n values of a text field, the most frequent first, without the empty one.
// It counts only examples whose values are known without reading, and stops after 50 n different
// values. It is nil for an unknown field.
func (t *Table) Values(fieldName string, n int) []string {
	f, ok := t.Fields().Find(fieldName)
	if !ok {
		return nil
	}
	c := t.columns[placeOf(t.columns, f.Name)]
	column, counts := c.Of(t), map[string]int{}
	for i := range t.Len() {
		if !t.Read(i) || !t.holdsPages(&c, i) {
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
	list := loaders.ByCount(counts)
	return list[:min(n, len(list))]
}
