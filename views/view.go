package views

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// View is one screen. Only Update and action handlers change its state.
type View interface {
	// Title is the view's crumb in the top line.
	Title() string
	// Init returns a loading command or nil.
	Init() tea.Cmd
	// Update handles all but the program's own messages and keys of actions.
	Update(msg tea.Msg) tea.Cmd
	// Draw draws what fits into an area of any size.
	Draw(f *widget.Frame, area image.Rectangle)
	// Actions are for footer, help, command line and manual.
	Actions() []widget.Action
	// Status is the line above the footer: contents and settings.
	Status() string
	// Typing means that only the actions of esc and enter react to keys.
	Typing() bool
}

// WaitingView is a view that may compute for an unknown time.
type WaitingView interface {
	// Waiting reports whether it is still loading.
	Waiting() bool
}

// ClosingView is a view with computations to cancel when closed.
type ClosingView interface {
	View
	// Close may be called again.
	Close()
}

// LoadingView is a view that keys wait for while it is empty.
type LoadingView interface {
	// Loading reports whether its content is still being read.
	Loading() bool
}

// PlainView is embedded by views without loading and typing.
type PlainView struct{}

// Init implements [View].
func (PlainView) Init() tea.Cmd { return nil }

// Typing implements [View].
func (PlainView) Typing() bool { return false }

// Messages between views and program.
type (
	// PushView opens a view on top of the stack.
	PushView struct{ View View }
	// PopView goes back one view; the root stays.
	PopView struct{}
	// PickAction closes an overlay and runs an action of the view below.
	PickAction struct{ Action widget.Action }
	// GoBack goes back one view; at the root it quits.
	GoBack struct{}
	// Quit ends the program.
	Quit struct{}
	// Redraw repaints the whole screen.
	Redraw struct{}
	// ReloadRequest reopens a run's file and reports it. Follow reads what is appended.
	ReloadRequest struct {
		Run    int
		Follow bool
		Say    string
	}
	// Suspend returns to the shell.
	Suspend struct{}
	// ChangeTheme changes the theme, by its name.
	ChangeTheme struct{ Theme string }
	// ToggleMouse turns the mouse on or off.
	ToggleMouse struct{}
	// FlashMessage shows a text on the status line until the next key, with Bad as an error. Path is a
	// file in the text or "".
	FlashMessage struct {
		Text, Path string
		Bad        bool
	}
	// CopyToClipboard copies cleaned text to the clipboard (OSC 52), with Lines by line.
	CopyToClipboard struct {
		Text, What string
		Lines      bool
	}
	// RowsListed notifies views of new rows read from records.
	RowsListed struct{}
	// RefreshViews makes views recompute for new examples, scores or settings.
	RefreshViews struct{}
	// ResizeView sets a view's area, first before Draw.
	ResizeView struct{ Area image.Rectangle }
)

// PictureProblem reports, once per picture, why words replace it.
type PictureProblem struct {
	Key  widget.PictureKey
	What string // such as "no such file"
}

// Send returns a command that sends msg.
func Send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// Place is one of five, each with a digit, and keeps its views.
type Place uint8

// The places: the runs, the examples of one, groups of examples, two runs side by side, and all
// figures and tables.
const (
	PlaceRuns Place = iota
	PlaceExamples
	PlaceGroups
	PlaceCompare
	PlaceResults
	Places // number of places
)

// String returns the place's name in the first row.
func (p Place) String() string {
	return [...]string{"Runs", "Examples", "Groups", "Compare", "Results"}[p]
}

// PlaceScope is a run's index, a query, "" for all examples, and the compared run's index plus one, 0
// for none.
type PlaceScope struct {
	Run     int
	Where   string
	Against int
}

// PlaceView is a view that belongs to a place, wherever it was opened.
type PlaceView interface {
	Place() Place
}

// SubjectView is a view with a subject for the end of the first row.
type SubjectView interface {
	Scope() string
}

// GoToPlace shows a place as it was left, or its first view, if already shown or with Root.
type GoToPlace struct {
	Place Place
	Root  View
}
