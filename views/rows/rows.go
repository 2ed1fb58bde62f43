// Package rows has the screens that are a table and nothing else. A [Listing] declares one, in
// a file of its own: its columns, its rows, its name and its letters. The screen draws, sorts,
// narrows, leads to examples, copies and exports.
package rows

import (
	"context"
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// Listing declares a screen of rows about a run.
type Listing struct {
	Name    string // of its action and of its files
	Letters string // the key of a menu, and its letter there
	Title   string
	Help    string // in a few words, lower case
	Empty   string // is said where it has no rows
	// Rows returns the rows, in the background; the sheet keeps the order and the filter.
	Rows func(ctx context.Context, of Subject) *table.Table
}

// Subject holds what rows are about.
type Subject struct {
	Run      *session.Scored
	Settings scoring.Settings
	Books    map[string]*marks.Book // of the people who marked here, by their names
}

// you is the name of the person themselves.
const you = "you"

type screen struct {
	views.Computed[*table.Table]
	s     *views.Session
	run   int
	of    *Listing
	sheet widget.Sheet
}

// New returns the screen of a listing about s.Runs[run].
func New(s *views.Session, run int, of *Listing) views.View {
	v := &screen{s: s, run: run, of: of, sheet: widget.Sheet{Cursor: true, Whole: true}}
	v.Computed = views.NewComputed(&s.Data, v.rowsWork, v.arrangeTable)
	v.sheet.Open, v.sheet.More = v.openSelected, true
	return v
}

func (v *screen) rowsWork() func(ctx context.Context) *table.Table {
	of := Subject{v.s.Runs[v.run], v.s.Settings, map[string]*marks.Book{}}
	if v.s.Host.Annotators != nil {
		of.Books = v.s.Host.Annotators(v.run)
	}
	if own := v.s.Book(v.run); own != nil {
		of.Books[you] = own
	}
	return func(ctx context.Context) *table.Table { return v.of.Rows(ctx, of) }
}

func (v *screen) arrangeTable() {
	if v.sheet.Empty = v.s.Pending(); v.Shown != nil {
		v.sheet.Empty = v.of.Empty
		v.sheet.Put(v.Shown, v.s.Look, v.Area.Dx())
	}
	v.sheet.Resize(v.Area.Dy())
}

// Title implements [views.View].
func (v *screen) Title() string { return v.of.Title + " of " + v.s.Run(v.run).Name }

// Status implements [views.View].
func (v *screen) Status() string { return v.sheet.Describe() }

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	sheet := func() *widget.Sheet { return &v.sheet }
	return append(append(widget.SheetActions(sheet),
		v.s.TableActions(v.of.Name, sheet, func() *table.Document { return v.sheet.Exported(v.s.Run(v.run).Name) })...),
		views.NarrowAction(v.sheet.Narrow), widget.Action{Name: "open", Help: "list the examples behind the row", Run: v.openSelected,
			Footer: v.whyClosed() == "", Disabled: v.whyClosed})
}

// whyClosed says why the selected row does not open, "" if it does.
func (v *screen) whyClosed() string {
	return widget.If(v.sheet.Count() == 0 || v.sheet.Leads() == "", "the row leads to no examples")
}

func (v *screen) openSelected() tea.Cmd {
	if why := v.whyClosed(); why != "" {
		return v.s.ShowText(why)
	}
	return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: v.sheet.Leads()}))
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	v.sheet.Draw(f, area, v.s.Look, widget.Focused)
}
