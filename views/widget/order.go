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

// Order is which rows and columns of a source a person wants to see, and in which order.
type Order struct {
	Words string // that a row must have, "" for all rows

	by     int   // the column that the rows are sorted by
	sorted uint8 // 1 for the worst first, 2 for the best first
	rows   []int // of the source as they are shown; nil for all, as they come
}

// turnOrder sorts by a column: the worst first, where no way is better the greatest, the largest
// change and the least chance; again the other way round; and again as they come. What is
// undefined or empty comes last.
func (o *Order) turnOrder(column int) {
	if o.by != column {
		o.by, o.sorted = column, 0
	}
	o.sorted = (o.sorted + 1) % 3
}

// isSorted reports whether the rows are sorted by a column.
func (o *Order) isSorted(column int) bool { return o.sorted > 0 && o.by == column }

// arrangeRows sets o.rows to the rows of the source to show and returns how many there are. Shown
// are rows whose texts together contain every one of o.Words, in any case of letters. If o.sorted
// is 1 they are sorted by sortKey of column o.by, if 2 the other way round; equal ones stay in
// order, and those without a key come last both times. With neither words nor sorting o.rows is
// nil, for all.
func (o *Order) arrangeRows(of table.Source, text func(row, column int) string) int {
	if o.rows = nil; o.Words == "" && o.sorted == 0 {
		return of.Len()
	}
	heads := of.Heads()
	o.rows = slices.DeleteFunc(loaders.Indices(of.Len()), func(row int) bool {
		all := strings.ToLower(strings.Join(loaders.Fill(len(heads), func(k int) string { return text(row, k) }), " "))
		return slices.ContainsFunc(strings.Fields(strings.ToLower(o.Words)), func(word string) bool { return !strings.Contains(all, word) })
	})
	if o.sorted == 0 || o.by >= len(heads) {
		return len(o.rows)
	}
	c, sign := &heads[o.by], 1
	if o.sorted == 2 {
		sign = -1
	}
	slices.SortStableFunc(o.rows, func(a, b int) int {
		x, known := sortKey(c, of.At(a, o.by), text(a, o.by))
		y, other := sortKey(c, of.At(b, o.by), text(b, o.by))
		switch {
		case known && other:
			return sign * cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(x.text, y.text))
		case known:
			return -1
		case other:
			return 1
		}
		return 0
	})
	return len(o.rows)
}

// sortedBy holds what a cell is sorted by, ascending.
type sortedBy struct {
	number float64
	text   string
}

// sortKey returns what a cell sorts by, ascending from the worst: its number if higher is better or
// it is a chance; minus the size of a change; minus any other number; without a number its text in
// lower case. ok is false for an undefined score and a text that says it is absent.
func sortKey(c *table.Column, cell table.Cell, text string) (of sortedBy, ok bool) {
	x, ok := cell.Float()
	switch {
	case !ok:
		_, undefined := cell.Value.(scoring.Value)
		return sortedBy{text: strings.ToLower(text)}, !undefined && !table.IsAbsent(text)
	case c.Kind == table.Change:
		x = -math.Abs(x)
	case c.Better != scoring.Higher && c.Kind != table.Chance:
		x = -x
	}
	return sortedBy{number: x}, true
}

// Row returns the row of the source that is shown as row i, i if there is none.
func (o *Order) Row(i int) int {
	if i < len(o.rows) {
		return o.rows[i]
	}
	return i
}
