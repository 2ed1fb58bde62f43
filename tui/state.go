package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// composer is what the program needs of [Graphics].
type composer interface {
	Update(msg tea.Msg) tea.Cmd
	Compose(f *widget.Frame) tea.Cmd
	// Pixels is a cell's size where pictures are shown in pixels, else zero.
	Pixels() image.Point
}

// program is the root model.
type program struct {
	session  *views.Session
	graphics composer
	stack    stack
	reader   reader
	wardrobe wardrobe

	mouse bool
	guest bool      // there is no shell to return to
	typed []tea.Msg // keys pressed before the program started, and the way to its first view
	flash views.Flash
	walks int // how many were begun; a key ends the last
	// allowed is what steps may do beside looking; Looks for nothing.
	allowed widget.Effect
	crash   *Crash // why the program ends, nil for a good reason

	onScreen
}

// onScreen is what the person sees.
type onScreen struct {
	frame   *widget.Frame // what the mouse hits
	content string        // of frame
	ascii   bool          // in no other letters
	spinner widget.Spinner
}
