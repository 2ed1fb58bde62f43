package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// ReloadActions returns the keys that reopen the file of a run. run is its
// index in the session, -1 for none.
func ReloadActions(s *Session, run func() int) []widget.Action {
	disabled := func() string {
		switch at := run(); {
		case s.Reopen == nil:
			return "the demo is not in a file that could change"
		case at < 0 || at >= len(s.Runs):
			return "no run is open"
		}
		return ""
	}
	return []widget.Action{
		{Name: "reload", Keys: []string{"r"}, Help: "open the run's file again", Group: "File", Effect: widget.Asks, Disabled: disabled, Run: func() tea.Cmd {
			return s.Post(Reload{Run: run(), Follow: s.Run(run()).Following().On, Say: "reopened"})
		}},
		{Name: "follow", Keys: []string{"O"}, Help: "read what is written to the file from now on, on and off", Group: "File", Effect: widget.Asks, Disabled: disabled, Run: func() tea.Cmd {
			if s.Run(run()).Following().On {
				return s.Post(Reload{Run: run(), Say: "no longer followed"})
			}
			return s.Post(Reload{Run: run(), Follow: true, Say: "followed: new records are read as they are written"})
		}},
	}
}
