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

// ColumnOrder chooses and sorts a source's rows and columns.
type ColumnOrder struct {
	Words string // in shown rows, "" for all

	by     int
	sorted uint8 // 1 for the worst first, 2 for the best first
	rows   []int // of the source; nil for all, unsorted
}

func (o *ColumnOrder) arrangeRows(cellSource table.CellSource, textOf func(row, column int) string) int {
	if o.rows = nil; o.Words == "" && o.sorted == 0 {
		return cellSource.Len()
	}
	heads := cellSource.Heads()
	o.rows = loaders.Indices(cellSource.Len())
	for word := range strings.FieldsSeq(strings.ToLower(o.Words)) {
		o.rows = slices.DeleteFunc(o.rows, func(row int) bool {
			return !slices.ContainsFunc(loaders.Indices(len(heads)), func(k int) bool {
				return strings.Contains(strings.ToLower(textOf(row, k)), word)
			})
		})
	}
	if o.sorted == 0 || o.by >= len(heads) {
		return len(o.rows)
	}
	o.rows = SortByKey(o.rows, o.sorted == 2, func(k int) (SortKey, bool) {
		row := o.rows[k]
		return sortKey(&heads[o.by], cellSource.At(row, o.by), textOf(row, o.by))
	})
	return len(o.rows)
}

// SortKey sorts by number, then by text, ascending.
type SortKey struct {
	Number float64
	Text   string
}

// SortByKey sorts stably by key, downwards if isReversed; rows without a key are last in both
// directions.
func SortByKey(rowIndices []int, isReversed bool, keyOf func(k int) (_ SortKey, ok bool)) []int {
	keys, with := make([]SortKey, len(rowIndices)), make([]int, 0, len(rowIndices)) // indices in rows
	var without []int
	for i, row := range rowIndices {
		if k, ok := keyOf(i); ok {
			keys[i], with = k, append(with, i)
		} else {
			without = append(without, row)
		}
	}
	sign := loaders.IfElse(isReversed, -1, 1)
	slices.SortFunc(with, func(a, b int) int {
		x, y := &keys[a], &keys[b]
		return cmp.Or(sign*cmp.Or(cmp.Compare(x.Number, y.Number), strings.Compare(x.Text, y.Text)), a-b)
	})
	return append(loaders.Map(with, func(i int) int { return rowIndices[i] }), without...)
}

// sortKey ascends from the worst: the number if higher is better or it is a chance, minus the size
// of a change, minus any other number, or lower-case text. ok is false for undefined and absent
// cells.
func sortKey(c *table.Column, cell table.Cell, cellText string) (key SortKey, ok bool) {
	x, ok := cell.Float()
	switch {
	case !ok:
		_, undefined := cell.Value.(scoring.Value)
		return SortKey{Text: strings.ToLower(cellText)}, !undefined && !table.IsAbsent(cellText)
	case c.Kind == table.Change:
		x = -math.Abs(x)
	case c.Better != scoring.Higher && c.Kind != table.Chance:
		x = -x
	}
	return SortKey{Number: x}, true
}

// Row returns the source's row shown at row i, or i outside.
func (o *ColumnOrder) Row(i int) int {
	if i < len(o.rows) {
		return o.rows[i]
	}
	return i
}
