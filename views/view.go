package views

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// View is one screen of the stack. Only Update and an action's handler
// change its state; Draw reads.
type View interface {
	// Title is the view's crumb in the top line: "Overview", the run's name.
	Title() string
	// Init returns the command that loads what the view needs, nil for none.
	Init() tea.Cmd
	// Update handles every message except those the program keeps for itself
	// and keys that an action of the view handles.
	Update(msg tea.Msg) tea.Cmd
	// Draw draws the view into area of f. The area may have any size; below
	// what is useful the view draws what fits.
	Draw(f *widget.Frame, area image.Rectangle)
	// Actions is the view's action table in its present state: footer, help,
	// command line and manual all come from it.
	Actions() []widget.Action
	// Status is the line above the footer: what is on screen, and its settings.
	Status() string
	// Typing reports whether keys are text for the view now (a filter line
	// is open): then no action but esc and enter reacts to them.
	Typing() bool
}

// Waiting is a view that may take an unknown time to compute or read what it
// shows.
type Waiting interface {
	View
	// Waiting reports whether it is still loading.
	Waiting() bool
}

// Closing is a view that computes something for which nobody waits once it is closed.
type Closing interface {
	View
	// Close cancels that. It may be called again.
	Close()
}

// Loading is a view that keys wait for while it has nothing to show.
type Loading interface {
	View
	// Loading reports whether what it will show is still being read.
	Loading() bool
}

// Plain is embedded by views that have nothing to load and take no text.
type Plain struct{}

// Init implements [View].
func (Plain) Init() tea.Cmd { return nil }

// Typing implements [View].
func (Plain) Typing() bool { return false }

// Messages of views to the program, and of the program to views.
type (
	// Push opens a view on top of the stack.
	Push struct{ View View }
	// Pop goes back one view; the root stays.
	Pop struct{}
	// Pick runs an action of the view below an overlay, after closing it.
	Pick struct{ Action widget.Action }
	// Back goes back one view; at the root it quits.
	Back struct{}
	// Quit ends the program.
	Quit struct{}
	// Redraw paints the whole screen again.
	Redraw struct{}
	// Reload reopens a run's file, and then says so. Follow reads what is
	// appended to the file.
	Reload struct {
		Run    int
		Follow bool
		Say    string
	}
	// Suspend hands the terminal back to the shell.
	Suspend struct{}
	// Dress changes the theme, by its name.
	Dress struct{ Theme string }
	// ToggleMouse turns the mouse on or off.
	ToggleMouse struct{}
	// Flash shows a text on the status line until the next key. Bad marks it
	// as an error. Path is the file that the text names, "" for none.
	Flash struct {
		Text, Path string
		Bad        bool
	}
	// Copy puts text on the person's clipboard (OSC 52), cleaned. Lines says
	// that it has lines, each of which is cleaned by itself.
	Copy struct {
		Text, What string
		Lines      bool
	}
	// Listed notifies every view that a list has new rows, which were read from records.
	Listed struct{}
	// Refresh notifies every view that examples or scores arrived, or that settings changed.
	// Views recompute what they derive from the session.
	Refresh struct{}
	// Resize gives a view the area in which it is drawn: before its first Draw, and whenever
	// that changes.
	Resize struct{ Area image.Rectangle }
)

// PictureProblem tells the program that a picture cannot be shown, and why.
// It is sent once per picture; the words are shown instead.
type PictureProblem struct {
	Key  widget.PictureKey
	What string // "no such file", "is not a picture", "has 100000×100000 pixels, the limit is …"
}

// Send returns a command that sends msg.
func Send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// Place is one of the five places of the program, each reached by one digit. Every place
// keeps the views opened in it.
type Place uint8

// The places: the runs, the examples of one, what groups of them share, two runs
// side by side, and figures and tables of all.
const (
	PlaceRuns Place = iota
	PlaceExamples
	PlaceGroups
	PlaceCompare
	PlaceResults
	Places // how many there are
)

// String returns the place's name in the first row.
func (p Place) String() string {
	return [...]string{"Runs", "Examples", "Groups", "Compare", "Results"}[p]
}

// Verb returns the verb that goes to the place.
func (p Place) Verb() string {
	return [...]string{"runs", "examples", "groups", "compare", "results"}[p]
}

// Scope holds what Examples, Groups and Compare are about: a run, by its index in the
// session, a query, "" for all examples, and the run that Compare compares it with, as
// its index plus one, 0 if the person marked none.
type Scope struct {
	Run     int
	Where   string
	Against int
}

// OfPlace is a view that belongs to a place, wherever it was opened from.
type OfPlace interface {
	View
	Place() Place
}

// Scoped is a view that says what it is about at the end of the first row.
type Scoped interface {
	View
	Scope() string
}

// Go shows a place as it was left, or its first view where it is already shown;
// with Root, that first view alone.
type Go struct {
	Place Place
	Root  View
}
