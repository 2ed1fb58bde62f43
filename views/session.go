package views

import (
	"context"
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// Session is what all views of one program share. It is changed only in
// Update and in action handlers.
type Session struct {
	Data
	Settings scoring.Settings
	// Base is the run, by its index in Runs, whose right answers are the easy set of all
	// runs and whose wrong ones the hard set; nil if the sets are those that the runs were
	// opened with.
	Base  *int
	Scope Scope
	// Dial names the setting that was chosen last, which keys move.
	Dial string
	widget.Look
	// Themes are the names of the themes there are.
	Themes []string
	Pictured

	Host
	Start
	Asking

	memory
	timeline
	// Keys are those that the person gave actions, by their names.
	Keys map[string][]string
	// Notebook is what the person did so far.
	Notebook Notebook
}

// Start is what a program was started with.
type Start struct {
	// Opened is the command line that opens these runs again, without the command; nil if
	// there is none.
	Opened []string
	// Guides are the guides to runs, by the runs' names.
	Guides map[string]Guide
	// Typed are the filters that were typed, the last at the end, each once. SaveTyped saves
	// one for the next session; nil if nothing is saved.
	Typed     []string
	SaveTyped func(filter string) error
}

// Guide leads to an example that shows what a run is about: Steps from the first
// screen, where the run is selected, and what to look at there.
type Guide struct{ Steps, Says string }

// memory is what the session has for itself.
type memory struct {
	ctx    context.Context
	asked  map[*session.Scored]*facts.Run // facts of the runs, for queries
	posted []tea.Msg
	tagged string // the tag that was given last
}

// Pictured is how pictures are shown.
type Pictured struct {
	// NoPictures: the person wants none. Views leave them out, and the room
	// goes to the words.
	NoPictures bool
	// Cell is the size of a cell in pixels where pictures are shown in pixels, otherwise
	// zero.
	Cell image.Point
	// Rest is how long the cursor stays on a row before its picture is previewed:
	// not at all where no keys are pressed.
	Rest time.Duration
}
