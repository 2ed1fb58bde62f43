// Package rows has the screens that are only a table. A [Listing] declares one, in a file of its
// own; the screen draws, sorts, narrows, links to examples, copies and exports.
package rows

import (
	"cmp"
	"context"
	"image"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
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
	Letters string // a menu's key, and the letter in it
	Title   string
	Help    string // in a few words, lower case
	Empty   string // shown without rows
	Live    bool   // rows are made again every half second
	// Rows runs in the background; the sheet keeps order and filter.
	Rows func(ctx context.Context, subject Subject) *table.Table
}

// Subject holds what rows are about.
type Subject struct {
	Run      *session.Scored
	Settings scoring.Settings
	Books    map[string]*marks.Book // by annotator
	Works    []views.Work           // behind the screen
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
func New(s *views.Session, run int, listing *Listing) views.View {
	v := &screen{s: s, run: run, of: listing, sheet: widget.Sheet{Cursor: true, Whole: true}}
	v.Computed = views.NewComputed(&s.Data, v.rowsWork, v.arrangeTable)
	v.sheet.Open = v.openSelected
	return v
}

// rowsWork returns a function that makes the rows. It reads the annotators' books in the
// background; the person's own is [you].
func (v *screen) rowsWork() func(ctx context.Context) *table.Table {
	of := Subject{v.s.Runs[v.run], v.s.Settings, map[string]*marks.Book{}, v.listWorks()}
	read, own := v.s.Host.Annotators, v.s.Book(v.run)
	return func(ctx context.Context) *table.Table {
		if read != nil {
			of.Books = read(of.Run.Run)
		}
		if own != nil {
			of.Books[you] = own
		}
		return v.of.Rows(ctx, of)
	}
}

func (v *screen) arrangeTable() {
	if v.sheet.Empty = cmp.Or(v.Awaited(), v.of.Empty); v.Shown != nil {
		v.sheet.Put(v.Shown, v.s.Look, v.Area.Dx())
	}
	v.sheet.Resize(v.Area.Dy())
}

func (v *screen) Title() string {
	return v.of.Title + widget.If(!v.of.Live, " of "+v.s.Run(v.run).Name)
}

func (v *screen) Steps() []views.Step { return []views.Step{views.Do(v.of.Name)} }

func (v *screen) listWorks() []views.Work {
	if !v.of.Live || v.s.Host.Works == nil {
		return nil
	}
	return v.s.Host.Works()
}

func (v *screen) selectedWork() views.Work {
	w, _ := widget.First(v.listWorks(), func(w views.Work) bool {
		return v.sheet.Count() > 0 && loaders.Clean(w.What) == v.sheet.RowName()
	})
	return w
}

func (v *screen) Waiting() bool { return v.Computing || len(v.listWorks()) > 0 }

func (v *screen) Update(msg tea.Msg) tea.Cmd {
	if _, ticked := msg.(spinner.TickMsg); ticked && v.of.Live {
		return v.Compute()
	}
	return v.Computed.Update(msg)
}

func (v *screen) Status() string { return v.sheet.Describe() }

func (v *screen) Actions() []widget.Action {
	return append(v.s.SheetActions(v.of.Name, v.s.Run(v.run).Name, &v.sheet),
		widget.Action{Name: "open", Help: "list the examples behind the row", Run: v.openSelected,
			Footer: v.whyClosed() == "", Disabled: v.whyClosed},
		widget.Action{Name: "remove", Help: "stop the selected work; again: go on with it", Short: "stop", Footer: v.of.Live,
			Disabled: widget.When(func() bool { return v.selectedWork().Turn == nil }, "nothing runs here"),
			Run:      func() tea.Cmd { return tea.Batch(v.selectedWork().Turn(), v.Compute()) }})
}

func (v *screen) whyClosed() string {
	return widget.If(v.sheet.Count() == 0 || v.sheet.Leads() == "", "the row leads to no examples")
}

func (v *screen) openSelected() tea.Cmd {
	if why := v.whyClosed(); why != "" {
		return v.s.ShowText(why)
	}
	return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: v.sheet.Leads()}))
}

func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	v.sheet.Draw(f, area, v.s.Look, widget.Focused)
}
