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
	views.Computed[worked]
	s     *views.Session
	list  List
	name  string
	table widget.Sheet

	// work looks at the screen and returns what works out what is shown.
	work  func() working
	wrong error
}

// working works out what a screen shows of rows of a table, on a goroutine of its
// own, where it looks at nothing that may change, and returns what shows it.
type working func(ctx context.Context, table *facts.Table, rows []int) (show func(), err error)

// worked is what was worked out, and what is wrong with it.
type worked struct {
	show func()
	err  error
}

func newBoard(s *views.Session, list List, name string) *board {
	b := &board{s: s, list: list, name: name}
	b.Computed = views.NewComputed(s, func() func(ctx context.Context) worked {
		work := b.work()
		table, rows := b.list.Facts()
		return func(ctx context.Context) (w worked) {
			w.show, w.err = work(ctx, table, rows)
			return w
		}
	}, func() { b.table.Resize(b.Area.Dy() - 1) })
	b.Stale = func() bool { return true }
	b.Take = func(w worked) {
		if b.wrong = w.err; w.show != nil {
			w.show()
		}
	}
	return b
}

// Update handles sizes, news, and other rows of the list.
func (b *board) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(views.Listed); ok {
		return b.Compute()
	}
	return b.Computed.Update(msg)
}

// Title is the screen's name.
func (b *board) Title() string { return b.name }

// Status says under which settings the screen is.
func (b *board) Status() string { return b.s.SettingsText() }

// Steps implements [views.Stepped].
func (b *board) Steps() []views.Step { return []views.Step{views.Do(strings.ToLower(b.name))} }

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
	case b.Computing && b.table.Count() == 0:
		pen.Put(widget.Ink(t.Faint), "working it out …")
	default:
		pen.Put(widget.Ink(t.Faint), head)
	}
	if !b.Computing || b.table.Count() > 0 {
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
