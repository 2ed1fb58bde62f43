package examples

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// order is how a list is sorted. Examples without a value come last in
// either direction, and equal ones stay in the order of the file.
type order struct {
	by      orderBy
	module  string // the type, for byModule
	reverse bool
}

type orderBy uint8

const (
	byFile orderBy = iota
	byFaithfulness
	byModule
	byNumber
	byQuestion
	bySize
	byCause
	byAnswer
	byKind
	byRest // by the number that the list rests on
)

// orderNames say each order, and its reverse.
var orderNames = [...][2]string{
	byFile:         {"file order", "file order, last first"},
	byFaithfulness: {"least faithful first", "most faithful first"},
	byModule:       {"lowest %s first", "highest %s first"},
	byNumber:       {"lowest %s first", "highest %s first"},
	byQuestion:     {"questions a to z", "questions z to a"},
	bySize:         {"smallest program first", "largest program first"},
	byCause:        {"by cause", "by cause, last first"},
	byAnswer:       {"answers a to z", "answers z to a"},
	byRest:         {"worst first", "best first"},
	byKind:         {"kinds a to z", "kinds z to a"},
}

// String says the order in words: "file order", "lowest find first".
func (o order) String() string {
	name := orderNames[o.by][0]
	if o.reverse {
		name = orderNames[o.by][1]
	}
	return strings.Replace(name, "%s", o.module, 1)
}

// orderWords name each order but byModule, which is named by its type.
var orderWords = [...]string{byFile: "file", byFaithfulness: "faithfulness", byQuestion: "question", bySize: "size", byCause: "cause", byAnswer: "answer", byKind: "kind", byRest: "worst"}

// word names the order in one word, the same for its reverse.
func (o order) word() string {
	if o.by == byModule || o.by == byNumber {
		return o.module
	}
	return orderWords[o.by]
}

// orders lists every order that a run's list has, ascending.
func orders(types, numbers []string) []order {
	all := []order{{by: byFile}, {by: byFaithfulness}}
	for _, t := range types {
		all = append(all, order{by: byModule, module: t})
	}
	for _, n := range numbers {
		all = append(all, order{by: byNumber, module: n})
	}
	return append(all, order{by: byCause}, order{by: byQuestion}, order{by: byAnswer}, order{by: byKind}, order{by: bySize})
}

// sorted sorts rows, indices of examples, in place. row is asked only for
// orders that need it.
func (o order) sorted(rows []int, types []string, summaries *session.Summaries, row func(i int) loaders.Row) {
	switch o.by {
	case byFile:
		if o.reverse {
			slices.Reverse(rows)
		}
	case byQuestion, byAnswer, byKind:
		sortRows(rows, o.reverse, strings.Compare, func(i int) (string, bool) {
			if !summaries.Read(i) {
				return "", false
			}
			text := o.text(row(i))
			return strings.ToLower(text), o.by == byQuestion || text != ""
		})
	case byCause:
		sortRows(rows, o.reverse, cmp.Compare[int], func(i int) (int, bool) {
			of, why := summaries.Culprit(i)
			return int(why)<<8 + of, of >= 0
		})
	case bySize:
		sortRows(rows, o.reverse, cmp.Compare[int], func(i int) (int, bool) {
			if !summaries.Read(i) {
				return 0, false
			}
			return row(i).Modules, true
		})
	default:
		module := slices.Index(types, o.module)
		sortRows(rows, o.reverse, cmp.Compare[float64], func(i int) (float64, bool) {
			return o.value(summaries, i, module).Float()
		})
	}
}

// text is what an order by letters compares.
func (o order) text(row loaders.Row) string {
	switch o.by {
	case byAnswer:
		return cmp.Or(row.Predicted, row.Gold)
	case byKind:
		return row.Kind
	}
	return row.Question
}

func (o order) value(rows *session.Summaries, example, module int) scoring.Value {
	switch {
	case o.by == byFaithfulness:
		return rows.Overall(example)
	case o.by == byNumber:
		if k := slices.Index(rows.Numbers(), o.module); k >= 0 {
			return rows.Number(example, k)
		}
		return scoring.Value{}
	case module < 0:
		return scoring.Value{}
	}
	return rows.Type(example, module)
}

// sortRows sorts rows by their keys, which are made once; rows without one
// come last.
func sortRows[K any](rows []int, reverse bool, compare func(a, b K) int, key func(i int) (K, bool)) {
	type keyed struct {
		key K
		row int
	}
	with := make([]keyed, 0, len(rows))
	var without []int
	for _, r := range rows {
		if k, ok := key(r); ok {
			with = append(with, keyed{k, r})
		} else {
			without = append(without, r)
		}
	}
	sign := 1
	if reverse {
		sign = -1
	}
	slices.SortFunc(with, func(a, b keyed) int {
		return cmp.Or(sign*compare(a.key, b.key), cmp.Compare(a.row, b.row))
	})
	for i, k := range with {
		rows[i] = k.row
	}
	copy(rows[len(with):], without)
}
