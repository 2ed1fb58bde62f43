package examples

import (
	"context"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views/widget"
)

// sortOrder is how a list is sorted. Examples without a value come last in either direction, and equal
// ones keep the file's order.
type sortOrder struct {
	by      *query.Expression // nil for the file's order
	resting *metricPerExample // its worst come first; nil for none
	reverse bool
}

// String describes the order: "file order", "by f1.find, lowest first", "worst first".
func (o sortOrder) String() string {
	first, last := "worst first", "best first"
	switch {
	case o.resting != nil:
		return loaders.IfElse(o.reverse, last, first)
	case o.by == nil:
		return "file order" + widget.If(o.reverse, ", last first")
	case o.by.Kind() == query.Number:
		first, last = "lowest first", "highest first"
	case o.by.Kind() == query.Truth:
		first, last = "yes first", "no first"
	default:
		first, last = "a to z", "z to a"
	}
	return "by " + o.by.String() + ", " + loaders.IfElse(o.reverse, last, first)
}

// sortRows may change rowIndices. It returns them unsorted with an error if values can't be computed,
// because an empty list would hide them.
func (o sortOrder) sortRows(ctx context.Context, src query.Source, rowIndices []int) ([]int, error) {
	switch r := o.resting; {
	case r != nil && r.better != scoring.Neither:
		return widget.SortByKey(rowIndices, o.reverse != (r.better == scoring.Lower), func(k int) (of widget.SortKey, ok bool) {
			of.Number, ok = r.values[rowIndices[k]]
			return of, ok
		}), nil
	case o.by == nil:
		if o.reverse {
			slices.Reverse(rowIndices)
		}
		return rowIndices, nil
	}
	values, err := o.by.Values(ctx, src, rowIndices)
	if err != nil {
		return rowIndices, err
	}
	return widget.SortByKey(rowIndices, o.reverse, func(k int) (of widget.SortKey, ok bool) {
		switch v := values[k].(type) {
		case string:
			of.Text = strings.ToLower(v)
		case []string:
			of.Text = strings.Join(v, ", ")
		case bool:
			of.Number, ok = 1-query.Float(v), true
		default:
			of.Number = query.Float(v)
			ok = !math.IsNaN(of.Number)
		}
		return of, ok || of.Text != ""
	}), nil
}

func orderBy(orderText string, table *facts.Table) (sortOrder, error) {
	if orderText == "file" || orderText == "" {
		return sortOrder{}, nil
	}
	by, err := query.ParseExpression(orderText, table.Fields())
	return sortOrder{by: by}, err
}
