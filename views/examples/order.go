package examples

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// order is how a list is sorted. Examples without a value come last in either
// direction, and equal ones stay in the order of the file.
type order struct {
	by      *query.Expression // nil for the order of the file
	resting *rests            // the number whose worst come first, nil for none
	reverse bool
}

// String puts the order in words: "file order", "by f1.find, lowest first".
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

// sorted returns rows, indices of examples in the order of the file, sorted;
// unsorted with an error where that takes too much.
func (o order) sorted(ctx context.Context, src query.Source, rows []int) ([]int, error) {
	switch r := o.resting; {
	case r != nil && r.better != scoring.Neither:
		return sortByKey(rows, o.reverse, r.worst, func(k int) (x float64, ok bool) {
			x, ok = r.values[rows[k]]
			return x, ok
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
	if kind := o.by.Kind(); kind == query.Number || kind == query.Truth {
		return sortByKey(rows, o.reverse, cmp.Compare[float64], func(k int) (x float64, ok bool) {
			if yes, truth := values[k].(bool); truth {
				return 1 - query.Float(yes), true
			}
			x = query.Float(values[k])
			return x, !math.IsNaN(x)
		}), nil
	}
	return sortByKey(rows, o.reverse, strings.Compare, func(k int) (text string, ok bool) {
		switch v := values[k].(type) {
		case string:
			text, ok = strings.ToLower(v), v != ""
		case []string:
			text, ok = strings.Join(v, ", "), len(v) > 0
		}
		return text, ok
	}), nil
}

// sortByKey returns rows sorted by their keys. Rows with the same key keep their order, and
// so do those without a key, which come last.
func sortByKey[K any](rows []int, reverse bool, compare func(a, b K) int, key func(k int) (_ K, ok bool)) []int {
	type keyed struct {
		key K
		at  int // in rows
	}
	with := make([]keyed, 0, len(rows))
	var without []int
	for i, row := range rows {
		if k, ok := key(i); ok {
			with = append(with, keyed{k, i})
		} else {
			without = append(without, row)
		}
	}
	sign := 1
	if reverse {
		sign = -1
	}
	slices.SortFunc(with, func(a, b keyed) int { return cmp.Or(sign*compare(a.key, b.key), a.at-b.at) })
	return append(loaders.Map(with, func(k keyed) int { return rows[k.at] }), without...)
}

// orderBy reads an order: a field, or what is made of fields.
func orderBy(text string, table *facts.Table) (order, error) {
	if text == "file" || text == "" {
		return order{}, nil
	}
	by, err := query.ParseExpression(text, table.Fields())
	return order{by: by}, err
}

// rests is what a number of the run rests on: the score of every example by
// itself, under one set of settings.
type rests struct {
	number   views.Number
	values   map[int]float64 // by example
	better   scoring.Direction
	settings scoring.Settings
	read     int // examples when they were gathered
	busy     bool
}

// gather returns the command that finds what the number rests on, nil if that is known or
// being found.
func gather(v *List) tea.Cmd {
	r := v.rests
	if r == nil || r.busy {
		return nil
	}
	scored, settings := v.scored(), v.s.Settings
	read, _, complete := scored.Progress()
	if r.settings == settings && (r.read == read || r.read >= 0 && !complete) {
		return nil
	}
	r.busy = true
	return v.beside(func() func() tea.Cmd {
		only, values := []int{}, map[int]float64{}
		if r.consistency() {
			only = findInconsistent(scored.Run, r.number.Metric == "consistency_groups")
		} else {
			// Without an end to the context there is no error.
			owns, _ := scored.Owns(context.Background(), r.number.Protocol, r.number.Metric, r.number.Of, settings)
			for _, own := range owns {
				only, values[own.Example] = append(only, own.Example), own.Value
			}
		}
		return func() tea.Cmd {
			r.busy, r.settings, r.read, r.values = false, settings, read, values
			if v.filter.Only != nil { // the part of the filter is still there
				v.filter.Only = only
			}
			return tea.Batch(v.refresh(), gather(v))
		}
	})
}

// probe returns a command that reads the first records of the run, which show
// its metadata.
func probe(v *List) tea.Cmd {
	known := v.s.Facts(v.run)
	return v.beside(func() func() tea.Cmd {
		known.Probe()
		return v.refresh
	})
}

// consistency reports whether the number is a share of consistent questions,
// which no example has by itself.
func (r *rests) consistency() bool {
	return r.number.Metric == "consistency" || r.number.Metric == "consistency_groups"
}

// worst compares the scores of two examples, the worse first.
func (r *rests) worst(x, y float64) int {
	if r.better == scoring.Lower {
		return cmp.Compare(y, x)
	}
	return cmp.Compare(x, y)
}

// entry is what the column of the number shows of an example.
func (r *rests) entry(example int) widget.Entry {
	if x, ok := r.values[example]; ok {
		return widget.Entry{Text: widget.Measure(x)}
	}
	return widget.Entry{Text: "–"}
}

// findInconsistent returns the examples of a run, ascending, that make it
// inconsistent: those of a group of which some answer is wrong and another is
// not unknown, or those answered right that entail one answered wrong.
func findInconsistent(run *loaders.Run, grouped bool) []int {
	wrong, judged := map[string]bool{}, map[string]int{}
	sets := make([][]string, run.Len())
	verdicts := make([]loaders.Verdict, run.Len())
	for i := range sets {
		ex := run.Scan(i)
		names := []string{ex.ID}
		if sets[i] = ex.Entailed; grouped {
			sets[i] = slices.Compact(slices.Sorted(slices.Values(ex.Groups)))
			names = sets[i]
		}
		if verdicts[i] = ex.Answer.Correct; verdicts[i] == loaders.Unknown {
			continue
		}
		for _, name := range names {
			judged[name]++
			wrong[name] = wrong[name] || verdicts[i] == loaders.Wrong
		}
	}
	found := []int{}
	for i, names := range sets {
		if verdicts[i] == loaders.Unknown || !grouped && verdicts[i] == loaders.Wrong {
			continue
		}
		if slices.ContainsFunc(names, func(name string) bool { return wrong[name] && (!grouped || judged[name] > 1) }) {
			found = append(found, i)
		}
	}
	return found
}
