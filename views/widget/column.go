package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// ColumnGap is the blank between two columns; gutter is the room of the
// selection's marker left of the first.
const (
	ColumnGap = 2
	Gutter    = 2
)

// Column is one column of a [Table].
type Column struct {
	Title string
	// Group stands above the titles of neighbouring columns that share it.
	Group string
	// Width is the column's least width in cells.
	Width int
	// Grow is the column's share of the room that is left; 0 stays at Width.
	Grow int
	// Most is the width beyond which it does not grow, 0 for none.
	Most int
	// Marked makes the title stand out.
	Marked bool
	// Right aligns entries to the right: numbers.
	Right bool
	// Wraps has an entry that does not fit go on in a second line, as long as lines
	// are free.
	Wraps bool
	// Middle cuts an entry that has no room in its middle: names are alike at the
	// front, and tell their kind there.
	Middle bool
	// Drop orders the columns that leave where the room is short, the
	// greatest first, of equals the last; a column with 0 stays.
	Drop int
	// Head is run by a click on the title; nil for none.
	Head func() tea.Cmd
	// Pick is run by a click on the entry of row i; nil for what a click on the row does.
	Pick func(i int) tea.Cmd
	// Show is the column's entry of row i; nil if the table has Entries.
	Show func(i int) Entry
	// Draw, where set, draws the entry of row i, as Draw of [Entry] does.
	Draw func(f *Frame, area image.Rectangle, base Style, i int)
}

// Entry holds what one column shows of one row.
type Entry struct {
	Text  string
	Style Style
	Path  string // of the file that the text names, "" for none
	// Draw, where set, draws the entry in place of Text: a bar, heat cells.
	// On a selected row base carries the selection's background.
	Draw func(f *Frame, area image.Rectangle, base Style)
}

// Widest returns the cells of the widest of n texts, and at least least.
func Widest(least, n int, text func(i int) string) int {
	for i := range n {
		least = max(least, ansi.StringWidth(loaders.Clean(text(i))))
	}
	return least
}
