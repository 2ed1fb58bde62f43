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

// order is how a list is sorted. Examples without a value come last in either direction, and equal
// ones keep the file's order.
type order struct {
	by      *query.Expression // nil for the file's order
	resting *numberBasis      // its worst come first; nil for none
	reverse bool
}

// String describes the order: "file order", "by f1.find, lowest first", "worst first".
func (o order) String() string {
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

// sortRows sorts rows, which it may change, from the order of the file. True comes first, texts
// ignore case. If values can't be computed, it returns them unsorted with an error.
func (o order) sortRows(ctx context.Context, src query.Source, rows []int) ([]int, error) {
	switch r := o.resting; {
	case r != nil && r.better != scoring.Neither:
		return widget.SortByKey(rows, o.reverse != (r.better == scoring.Lower), func(k int) (of widget.SortKey, ok bool) {
			of.Number, ok = r.values[rows[k]]
			return of, ok
		}), nil
	case o.by == nil:
		if o.reverse {
			slices.Reverse(rows)
		}
		return rows, nil
	}
	values, err := o.by.Values(ctx, src, rows)
	if err != nil {
		return rows, err
	}
	return widget.SortByKey(rows, o.reverse, func(k int) (of widget.SortKey, ok bool) {
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

func orderBy(text string, table *facts.Table) (order, error) {
	if text == "file" || text == "" {
		return order{}, nil
	}
	by, err := query.ParseExpression(text, table.Fields())
	return order{by: by}, err
}
