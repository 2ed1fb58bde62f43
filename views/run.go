package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// RunAction calls to with the index of a run by name; unknown names show an error.
func (s *Session) RunAction(help string, disabled func() string, to func(run int) tea.Cmd) widget.Action {
	return widget.Action{Name: "run", Help: help, Disabled: disabled, Values: s.Names, With: s.Choice(s.Names, "no run is called WORD", to)}
}
