package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// ColumnGap is the blank between two columns; gutter is the space for the selection's marker.
const (
	ColumnGap = 2
	Gutter    = 2
)

// Column is one column of a [Table].
type Column struct {
	Title string
	// Group heads neighbouring columns that share it.
	Group string
	// Width is the least width in cells.
	Width int
	// Grow is the column's share of the remaining width; 0 stays at Width.
	Grow int
	// Most bounds the grown width; 0 for no bound.
	Most int
	// Marked highlights the title.
	Marked bool
	// Right aligns entries to the right.
	Right bool
	// Wraps continues a long entry in a second line, as long as lines are free.
	Wraps bool
	// Middle cuts a long entry in its middle, because names start alike and end in their kind.
	Middle bool
	// Drop orders the columns that are hidden in a narrow table, the greatest first, of equals the
	// last; 0 stays.
	Drop int
	// Head is run by a click on the title; nil for none.
	Head func() tea.Cmd
	// Pick is run by a click on row i's entry; nil for a click on the row.
	Pick func(i int) tea.Cmd
	// Show returns row i's entry; nil if the table has Entries.
	Show func(i int) Entry
	// Draw, if set, draws row i's entry, like Draw of [Entry].
	Draw func(f *Frame, area image.Rectangle, base Style, i int)
}

// Entry holds one column's content in one row.
type Entry struct {
	Text  string
	Style Style
	Path  string // the file that the text names, "" for none
	// Draw, if set, draws the entry instead of Text. On a selected row base has the selection's
	// background.
	Draw func(f *Frame, area image.Rectangle, base Style)
}

// Widest returns the width of the widest of n texts, and at least least.
func Widest(least, n int, text func(i int) string) int {
	for i := range n {
		least = max(least, ansi.StringWidth(loaders.Clean(text(i))))
	}
	return least
}
