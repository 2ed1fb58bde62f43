// Package triage is the screens that say where to look in a list of examples:
// how often each value of a facet is there, which slices differ from the rest,
// whose fault it is, and how two numbers lie. All of them are of what the list
// shows, follow its settings, and lead back to it: enter adds a query to its
// filter.
package triage

import (
	"context"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/facts"
	"faithscope/views"
	"faithscope/views/widget"
)

// List is the list of examples that a screen is of.
type List interface {
	// Facts returns what queries ask of the run, and the examples shown.
	Facts() (table *facts.Table, rows []int)
	// Narrow adds a query to the filter, and returns the command that reads what
	// it needs.
	Narrow(where string) tea.Cmd
	// Title names the run.
	Title() string
}

// board is what the screens share: a table that is worked out in the
// background, of the examples that a list shows.
type board struct {
	views.Plain
	s     *views.Session
	list  List
	name  string
	table widget.Table

	// work works out what is shown, on a goroutine of its own, and returns what
	// shows it.
	work    func(ctx context.Context, table *facts.Table, rows []int) (show func(), err error)
	request int
	busy    bool
	wrong   error
}

// worked is the answer to a board's request.
type worked struct {
	board   *board
	request int
	show    func()
	err     error
}

// Title is the screen's name.
func (b *board) Title() string { return b.name }

// Init works out what is shown.
func (b *board) Init() tea.Cmd { return b.again() }

// again works out what is shown.
func (b *board) again() tea.Cmd {
	b.request++
	b.busy = true
	request, work := b.request, b.work
	table, rows := b.list.Facts()
	return func() tea.Msg {
		show, err := work(context.Background(), table, rows)
		return worked{b, request, show, err}
	}
}

// Update handles sizes, news and what was worked out.
func (b *board) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		b.table.Resize(msg.Area.Dy() - 1)
	case views.Refresh:
		return b.again()
	case worked:
		if msg.board != b || msg.request != b.request {
			return nil
		}
		b.busy, b.wrong = false, msg.err
		if msg.show != nil {
			msg.show()
		}
	}
	return nil
}

// Status says under which settings the screen is.
func (b *board) Status() string { return b.s.SettingsText() }

// Steps implements [views.Stepped].
func (b *board) Steps() []string { return []string{strings.ToLower(b.name)} }

// narrow adds a query to the list's filter and returns to the list.
func (b *board) narrow(where string) tea.Cmd {
	if where == "" {
		return nil
	}
	return tea.Batch(b.list.Narrow(where), b.s.Pop())
}

// Draw draws a line that says what the table is of, and the table.
func (b *board) Draw(f *widget.Frame, area image.Rectangle) { b.draw(f, area, "") }

func (b *board) draw(f *widget.Frame, area image.Rectangle, head string) {
	line, table := widget.SplitTop(area, 1)
	line.Min.X += widget.Gutter
	pen := widget.NewPen(f, line)
	t := b.s.Theme
	switch {
	case b.wrong != nil:
		pen.Put(widget.Ink(t.Warn), b.wrong.Error())
	case b.busy && b.table.Count() == 0:
		pen.Put(widget.Ink(t.Faint), "working it out …")
	default:
		pen.Put(widget.Ink(t.Faint), head)
	}
	if !b.busy || b.table.Count() > 0 {
		b.table.Draw(f, table, b.s.Look, true)
	}
}

// none says why there is nothing to open.
func (b *board) none() func() string {
	return widget.When(func() bool { return b.table.Count() == 0 }, "there is nothing to open")
}

// actions are the keys that all the screens have; open is what enter does.
func (b *board) actions(open func() tea.Cmd, help string, more ...widget.Action) []widget.Action {
	b.table.Open = open
	all := append(widget.MoveActions(func() widget.Scroller { return &b.table }),
		widget.Action{Name: "open", Keys: []string{"enter", "l", "right"}, Help: help, Group: "Move", Footer: true, Run: open, Disabled: b.none()},
		widget.Action{Name: "leave", Keys: []string{"h", "backspace", "left"}, Help: "return to the list", Group: "Move", Run: b.s.Pop})
	return append(append(all, more...), views.SettingsActions(b.s)...)
}
