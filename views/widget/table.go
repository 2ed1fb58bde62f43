package widget

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
)

// Table shows rows in columns, one selected. It requests entries only while drawing, so that rows
// cost nothing.
type Table struct {
	Columns []Column
	// Entries returns a row's entries, for columns that share work; it may end early. Nil if
	// columns have Show.
	Entries func(i int) []TableCell
	// Open handles a click on the selected row, or with Once on any row; may be nil.
	Open func() tea.Cmd
	Once bool
	// Moved runs after the selection moves; may be nil.
	Moved func()
	// Empty replaces missing rows.
	Empty string
	// Held reports whether a row is in the selected range; may be nil.
	Held func(i int) bool
	Lit  []string
	// Uncut gives rows the lines that they need, although fewer are on screen; the last may be cut.
	Uncut bool
	// Spaced leaves a blank line between rows if all fit.
	Spaced bool
	// Beside is the number of columns of one-line rows, 0 for one column.
	Beside int
	// Heading returns the text of a row that only heads others, "" for other rows; may be nil.
	Heading func(i int) string

	count int
	at    int
	top   int
	rows  int // visible rows without the header
}

// SetCount sets the number of rows and keeps the selection if possible.
func (t *Table) SetCount(n int) {
	t.count = n
	t.Select(t.at)
}

// Count returns the number of rows.
func (t *Table) Count() int { return t.count }

// Resize sets the height, header included.
func (t *Table) Resize(tableHeight int) {
	t.rows = max(1, tableHeight-t.Header())
	t.Select(t.at)
}

func (t *Table) tall() int { return (t.count + t.side() - 1) / t.side() }

func (t *Table) side() int { return max(1, t.Beside) }

func (t *Table) line() int { return t.at % max(1, t.tall()) }

// Header returns the lines of titles and groups, 0..3.
func (t *Table) Header() int {
	lines := 0
	for _, c := range t.Columns {
		switch {
		case c.Group != "":
			return 2
		case c.Title != "":
			lines = max(lines, 1+len(c.Above))
		}
	}
	return lines
}

// Selected returns the selected row, 0 without rows.
func (t *Table) Selected() int { return t.at }

// Select selects row i, or the nearest, and scrolls to it.
func (t *Table) Select(i int) {
	t.at = max(0, min(i, t.count-1))
	if t.top = t.firstRow(t.rows); t.top == t.line() && t.top > 0 && t.isHeading(t.at-1) {
		t.top-- // the heading
	}
}

// SelectOn selects row i, or the nearest, on a line below the titles, if enough rows exist.
func (t *Table) SelectOn(i, lineIndex int) {
	t.top = i - lineIndex
	t.Select(i)
}

func (t *Table) isHeading(i int) bool { return t.Heading != nil && t.Heading(i) != "" }

// DescribePlace returns "3 of 60", without headings, or "" without rows.
func (t *Table) DescribePlace() string {
	rows := func(n int) int {
		return loaders.CountFunc(loaders.Indices(n), func(i int) bool { return !t.isHeading(i) })
	}
	return If(t.count > 0, fmt.Sprintf("%d of %d", rows(min(t.at+1, t.count)), rows(t.count)))
}

// Top returns the first visible row.
func (t *Table) Top() int { return t.top }

// Bottom returns the row after the last visible one.
func (t *Table) Bottom() int { return min(t.top+t.Page(), t.count) }

// Move implements [Scroller].
func (t *Table) Move(rowOffset int) { t.moveTo(t.at + rowOffset) }

// First selects the first row.
func (t *Table) First() { t.moveTo(0) }

// Page implements [Scroller].
func (t *Table) Page() int { return max(1, loaders.IfElse(t.Beside > 1, t.tall(), t.rows)) }

func (t *Table) firstRow(visibleRows int) int {
	visibleRows = max(1, visibleRows)
	return max(min(t.top, t.tall()-visibleRows, t.line()), t.line()-visibleRows+1, 0)
}

func (t *Table) moveTo(rowIndex int) {
	step := loaders.IfElse(rowIndex < t.at, -1, 1)
	for t.Select(rowIndex); t.at < t.count && t.isHeading(t.at); t.Select(t.at + step) {
		if t.at+step < 0 || t.at+step >= t.count {
			step = -step
		}
	}
	if t.Moved != nil {
		t.Moved()
	}
}

// Need returns the table's width with all of its columns.
func (t *Table) Need() int { return Gutter + needOf(t.Columns) }
