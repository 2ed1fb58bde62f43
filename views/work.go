package views

import tea "charm.land/bubbletea/v2"

// BackgroundWork runs in the background.
type BackgroundWork struct {
	What string // unique, such as "scoring layer_count"
	// Done and Have count examples or requests, All estimates the total, and Left the time; 0 and
	// "" if unknown.
	Done, Have int
	All        float64
	Left       string
	Turn       func() tea.Cmd
}

// WorkingView is a view with work of its own.
type WorkingView interface{ Works() []BackgroundWork }
