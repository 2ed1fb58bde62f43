package examples

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views"
)

// order is how a list is sorted. Examples without a value come last in either
// direction, and equal ones stay in the order of the file.
type order struct {
	by      *query.Expression // nil for the order of the file
	resting *rests            // the number whose worst come first, nil for none
	reverse bool
}

// String says the order in words: "file order", "by f1.find, lowest first".
func (o order) String() string {
	at := 0
	if o.reverse {
		at = 1
	}
	switch {
	case o.resting != nil:
		return [...]string{"worst first", "best first"}[at]
	case o.by == nil:
		return [...]string{"file order", "file order, last first"}[at]
	case o.by.Kind() == query.Number:
		return "by " + o.by.String() + ", " + [...]string{"lowest first", "highest first"}[at]
	case o.by.Kind() == query.Truth:
		return "by " + o.by.String() + ", " + [...]string{"yes first", "no first"}[at]
	}
	return "by " + o.by.String() + ", " + [...]string{"a to z", "z to a"}[at]
}

// is reports whether the list is sorted by an expression, "" for the order of
// the file.
func (o order) is(text string) bool {
	if o.by == nil {
		return text == "" && o.resting == nil
	}
	return o.by.String() == text
}

// uses lists the fields that sorting asks for.
func (o order) uses() []string {
	if o.by == nil {
		return nil
	}
	return o.by.Uses()
}

// sorted returns rows, indices of examples in the order of the file, sorted.
func (o order) sorted(ctx context.Context, src query.Source, rows []int) []int {
	if o.resting != nil {
		o.resting.sorted(rows, o.reverse)
		return rows
	}
	if o.by == nil {
		if o.reverse {
			slices.Reverse(rows)
		}
		return rows
	}
	values, err := o.by.Values(ctx, src, rows)
	if err != nil {
		return rows
	}
	type keyed struct {
		number float64
		text   string
		row    int
	}
	with := make([]keyed, 0, len(rows))
	var without []int
	for i, v := range values {
		k := keyed{row: rows[i]}
		absent := v == nil
		switch v := v.(type) {
		case string:
			k.text, absent = strings.ToLower(v), v == ""
		case []string:
			k.text, absent = strings.Join(v, ", "), len(v) == 0
		case bool:
			k.number = 1 - query.Float(v)
		case float64:
			k.number, absent = v, math.IsNaN(v)
		}
		if absent {
			without = append(without, k.row)
		} else {
			with = append(with, k)
		}
	}
	sign := 1
	if o.reverse {
		sign = -1
	}
	slices.SortStableFunc(with, func(a, b keyed) int {
		return sign * cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.text, b.text))
	})
	all := make([]int, 0, len(rows))
	for _, k := range with {
		all = append(all, k.row)
	}
	return append(all, without...)
}

// orderWords are what a list is sorted by at the press of a key: the columns of
// its table, and what has a number or is worth counting.
func orderWords(fields query.Fields) []string {
	words := []string{"file"}
	for _, f := range fields {
		if f.Kind == query.Number || f.Kind == query.Text && (f.Facet || f.Name == "question" || f.Name == "id") {
			words = append(words, f.Name)
		}
	}
	return words
}

// orderBy reads an order: a field, or what is made of fields.
func orderBy(text string, table *facts.Table) (order, error) {
	if text == "file" || text == "" {
		return order{}, nil
	}
	by, err := query.ParseExpression(text, table.Fields())
	return order{by: by}, err
}

// sortWith sorts by an expression, or by "file".
func (v *List) sortWith(text string) tea.Cmd {
	o, err := orderBy(text, v.facts)
	if err != nil {
		return v.s.Post(views.Flash{Text: "not an order: " + err.Error(), Bad: true})
	}
	return v.setOrder(o)
}

// setOrder sorts again and goes to the first row: whoever sorts wants to see
// what comes first.
func (v *List) setOrder(o order) tea.Cmd {
	v.order, v.cursor.first = o, true
	return v.refresh()
}
