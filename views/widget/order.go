package widget

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

// Order chooses and sorts a source's rows and columns.
type Order struct {
	Words string // in shown rows, "" for all

	by     int
	sorted uint8 // 1 for the worst first, 2 for the best first
	rows   []int // of the source; nil for all, unsorted
}

func (o *Order) turnOrder(column int) {
	if o.by != column {
		o.by, o.sorted = column, 0
	}
	o.sorted = (o.sorted + 1) % 3
}

func (o *Order) isSorted(column int) bool { return o.sorted > 0 && o.by == column }

func (o *Order) arrangeRows(source table.Source, text func(row, column int) string) int {
	if o.rows = nil; o.Words == "" && o.sorted == 0 {
		return source.Len()
	}
	heads := source.Heads()
	o.rows = loaders.Indices(source.Len())
	for word := range strings.FieldsSeq(strings.ToLower(o.Words)) {
		o.rows = slices.DeleteFunc(o.rows, func(row int) bool {
			return !slices.ContainsFunc(loaders.Indices(len(heads)), func(k int) bool {
				return strings.Contains(strings.ToLower(text(row, k)), word)
			})
		})
	}
	if o.sorted == 0 || o.by >= len(heads) {
		return len(o.rows)
	}
	o.rows = SortByKey(o.rows, o.sorted == 2, func(k int) (SortKey, bool) {
		row := o.rows[k]
		return sortKey(&heads[o.by], source.At(row, o.by), text(row, o.by))
	})
	return len(o.rows)
}

// SortKey sorts by number, then by text, ascending.
type SortKey struct {
	Number float64
	Text   string
}

// SortByKey sorts stably by key, downwards if reverse; rows without a key are last in both
// directions.
func SortByKey(rows []int, reverse bool, key func(k int) (_ SortKey, ok bool)) []int {
	keys, with := make([]SortKey, len(rows)), make([]int, 0, len(rows)) // indices in rows
	var without []int
	for i, row := range rows {
		if k, ok := key(i); ok {
			keys[i], with = k, append(with, i)
		} else {
			without = append(without, row)
		}
	}
	sign := 1
	if reverse {
		sign = -1
	}
	slices.SortFunc(with, func(a, b int) int {
		x, y := &keys[a], &keys[b]
		return cmp.Or(sign*cmp.Or(cmp.Compare(x.Number, y.Number), strings.Compare(x.Text, y.Text)), a-b)
	})
	return append(loaders.Map(with, func(i int) int { return rows[i] }), without...)
}

// sortKey ascends from the worst: the number if higher is better or it is a chance, minus the size
// of a change, minus any other number, or lower-case text. ok is false for undefined and absent
// cells.
func sortKey(c *table.Column, cell table.Cell, text string) (of SortKey, ok bool) {
	x, ok := cell.Float()
	switch {
	case !ok:
		_, undefined := cell.Value.(scoring.Value)
		return SortKey{Text: strings.ToLower(text)}, !undefined && !table.IsAbsent(text)
	case c.Kind == table.Change:
		x = -math.Abs(x)
	case c.Better != scoring.Higher && c.Kind != table.Chance:
		x = -x
	}
	return SortKey{Number: x}, true
}

// Row returns the source's row shown at row i, or i outside.
func (o *Order) Row(i int) int {
	if i < len(o.rows) {
		return o.rows[i]
	}
	return i
}
