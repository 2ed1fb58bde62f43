package rows

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// Listings are all screens of rows.
var Listings = []*Listing{&annotators}

// Actions open the screens on the run in scope, from anywhere.
func Actions(s *views.Session) []widget.Action {
	return loaders.Map(Listings, func(of *Listing) widget.Action {
		return widget.Action{Name: of.Name, Letters: of.Letters, Help: of.Help, Group: "Go to",
			Disabled: widget.When(func() bool { return len(s.Runs) == 0 }, "no run is open"),
			Run:      func() tea.Cmd { return s.Push(New(s, s.ScopeRun(), of)) }}
	})
}
