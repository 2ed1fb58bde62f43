// Package rows has the screens that are only a table. A [RowScreen] declares one, in a file of its
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

// RowScreen declares a screen of rows about a run.
type RowScreen struct {
	Name    string // of its action and of its files
	Letters string // a menu's key, and the letter in it
	Title   string
	Help    string // in a few words, lower case
	Empty   string // shown without rows
	Live    bool   // rows are made again every half second
	// Rows runs in the background; the sheet keeps order and filter.
	Rows func(ctx context.Context, subject RowsSubject) *table.Table
}

// RowsSubject holds what rows are about.
type RowsSubject struct {
	Run      *session.ScoredRun
	Settings scoring.Settings
	Own      string                      // the name of the person themselves
	Books    map[string]*marks.MarksBook // by annotator
	Works    []views.BackgroundWork      // behind the screen
}

type rowsScreen struct {
	views.ComputedView[*table.Table]
	s     *views.Session
	run   int
	of    *RowScreen
	sheet widget.Sheet
}

// New returns the screen of a listing about s.Runs[runIndex].
func New(s *views.Session, runIndex int, rowScreen *RowScreen) views.View {
	v := &rowsScreen{s: s, run: runIndex, of: rowScreen, sheet: widget.Sheet{Cursor: true, Whole: true}}
	v.ComputedView = views.NewComputed(&s.Data, v.rowsWork, v.arrangeTable)
	v.sheet.Open = v.openSelected
	return v
}

// rowsWork reads the annotators' books in the background, because they are files.
func (v *rowsScreen) rowsWork() func(ctx context.Context) *table.Table {
	of := RowsSubject{v.s.Runs[v.run], v.s.Settings, cmp.Or(v.s.Host.Annotator, "you"), map[string]*marks.MarksBook{}, v.listWorks()}
	read, own := v.s.Host.Annotators, v.s.Book(v.run)
	return func(ctx context.Context) *table.Table {
		if read != nil {
			of.Books = read(of.Run.Run)
		}
		if own != nil {
			of.Books[of.Own] = own
		}
		return v.of.Rows(ctx, of)
	}
}

func (v *rowsScreen) arrangeTable() {
	if v.sheet.Empty = cmp.Or(v.Awaited(), v.of.Empty); v.Shown != nil {
		v.sheet.Put(v.Shown, v.s.Look, v.Area.Dx())
	}
	v.sheet.Resize(v.Area.Dy())
}

func (v *rowsScreen) Title() string {
	return v.of.Title + widget.If(!v.of.Live, " of "+v.s.RunName(v.run))
}

func (v *rowsScreen) Steps() []views.ViewStep { return []views.ViewStep{views.Do(v.of.Name)} }

func (v *rowsScreen) listWorks() []views.BackgroundWork {
	if !v.of.Live || v.s.Host.Works == nil {
		return nil
	}
	return v.s.Host.Works()
}

func (v *rowsScreen) selectedWork() views.BackgroundWork {
	w, _ := widget.First(v.listWorks(), func(w views.BackgroundWork) bool {
		return v.sheet.Count() > 0 && loaders.Clean(w.What) == v.sheet.RowName()
	})
	return w
}

func (v *rowsScreen) Waiting() bool { return v.Computing || len(v.listWorks()) > 0 }

func (v *rowsScreen) Update(msg tea.Msg) tea.Cmd {
	if _, ticked := msg.(spinner.TickMsg); ticked && v.of.Live {
		return v.Compute()
	}
	return v.ComputedView.Update(msg)
}

func (v *rowsScreen) Status() string { return v.sheet.Describe() }

func (v *rowsScreen) Actions() []widget.Action {
	return append(v.s.SheetActions(v.of.Name, v.s.RunName(v.run), &v.sheet),
		widget.Action{Name: "open", Help: "list the examples behind the row", Run: v.openSelected,
			Footer: v.whyClosed() == "", Disabled: v.whyClosed},
		widget.Action{Name: "remove", Help: "pause or resume the selected task", Short: "stop", Footer: v.of.Live,
			Disabled: widget.When(func() bool { return v.selectedWork().Turn == nil }, "nothing is running"),
			Run:      func() tea.Cmd { return tea.Batch(v.selectedWork().Turn(), v.Compute()) }})
}

func (v *rowsScreen) whyClosed() string {
	return widget.If(v.sheet.Count() == 0 || v.sheet.Leads() == "", "this row has no examples")
}

func (v *rowsScreen) openSelected() tea.Cmd {
	if why := v.whyClosed(); why != "" {
		return v.s.ShowText(why)
	}
	return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: v.sheet.Leads()}))
}

func (v *rowsScreen) Draw(f *widget.Frame, area image.Rectangle) {
	v.sheet.Draw(f, area, v.s.Look, widget.Focused)
	f.DrawPanel(area, v.s.Look, widget.Focused)
}
