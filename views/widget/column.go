package widget

import (
	"fmt"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// gutter is for the selection's marker.
const (
	ColumnGap = 2
	Gutter    = 2
)

// Column is one column of a [Table].
type Column struct {
	Title string
	Above []string // lines of the title before Title, at most two
	Group string
	// in cells
	Width int
	// Grow is a share of the remaining width; 0 stays at Width.
	Grow int
	// Most bounds Grow; 0 for no bound.
	Most   int
	Marked bool
	Right  bool
	Wraps  bool
	// Lines bounds a wrapped entry where rows are free; 0 for two.
	Lines int
	// Middle cuts entries in the middle, because names start alike and end in their kind.
	Middle bool
	// Drop orders hiding in a narrow table, the greatest first, of equals the last; 0 stays.
	Drop int
	// Scale draws an axis in place of Title; may be nil.
	Scale func(f *Frame, area image.Rectangle, base Style)
	// Head handles a click on the title; may be nil.
	Head func() tea.Cmd
	// Pick handles a click on an entry; nil for the row's.
	Pick func(i int) tea.Cmd
	// Show is nil if the table has Entries.
	Show func(i int) TableCell
	// Draw may be nil, like Draw of [TableCell].
	Draw func(f *Frame, area image.Rectangle, base Style, i int)
}

type columnSpan struct{ x, w int }

// countHidden counts the columns hidden to either side of the marked one, in signs from long to short.
func countHidden(columns []Column, spans map[int]columnSpan) []string {
	marked := slices.IndexFunc(columns, func(c Column) bool { return c.Marked })
	n := [2]int{}
	for c := range columns {
		if _, shown := spans[c]; !shown {
			n[loaders.IfElse(c < marked, 0, 1)]++
		}
	}
	return []string{If(n[0] > 0, fmt.Sprintf(" ← %d more ", n[0])) + If(n[1] > 0, fmt.Sprintf(" %d more →", n[1])),
		If(n[0] > 0, fmt.Sprintf(" ←%d", n[0])) + If(n[1] > 0, fmt.Sprintf(" %d→", n[1]))}
}

// TableCell holds one column's content in one row.
type TableCell struct {
	Text  string
	Style Style
	Path  string // the file that the text names, "" for none
	// Draw, if set, replaces Text, in the lines that Text needs. On a selected row base has the selection's background.
	Draw func(f *Frame, area image.Rectangle, base Style)
}

// Widest returns the greatest width of n texts, and at least minWidth.
func Widest(minWidth, n int, textOf func(i int) string) int {
	for i := range n {
		minWidth = max(minWidth, ansi.StringWidth(loaders.Clean(textOf(i))))
	}
	return minWidth
}

func layColumns(columns []Column, x, w int) map[int]columnSpan {
	shown, need := fittingColumns(columns, w)
	shares := 0
	for _, c := range shown {
		shares += columns[c].Grow
	}
	spans := make(map[int]columnSpan, len(shown))
	left := max(0, w-need)
	end := x + w
	for _, c := range shown {
		width := columns[c].Width
		if grow := columns[c].Grow; grow > 0 {
			more := left * grow / shares
			if most := columns[c].Most; most > 0 {
				more = max(0, min(more, most-width))
			}
			width, left, shares = width+more, left-more, shares-grow
		}
		width = max(0, min(width, end-x))
		spans[c] = columnSpan{x, width}
		x += width + ColumnGap
	}
	return spans
}

func needOf(columns []Column) int {
	w := -ColumnGap
	for _, c := range columns {
		w += c.Width + ColumnGap
	}
	return w
}

func fittingColumns(columns []Column, w int) (shown []int, need int) {
	need, shown = needOf(columns), loaders.Indices(len(columns))
	for need > w {
		out := -1
		for k, c := range shown {
			if drop := columns[c].Drop; drop > 0 && (out < 0 || drop >= columns[shown[out]].Drop) {
				out = k
			}
		}
		if out < 0 {
			break
		}
		need -= columns[shown[out]].Width + ColumnGap
		shown = slices.Delete(shown, out, out+1)
	}
	return shown, need
}
