package views

import tea "charm.land/bubbletea/v2"

// Work runs in the background.
type Work struct {
	What string // "scoring layer_count", which no other work is
	// Done and Have count its examples, or what was asked, All is how many it will have as far as can be
	// estimated, and Left how long it will take; 0 and "" where that is unknown.
	Done, Have int
	All        float64
	Left       string
	// Turn stops it, or goes on with what was stopped.
	Turn func() tea.Cmd
}

// Working is a view with work of its own.
type Working interface{ Works() []Work }
