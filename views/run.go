package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// RunAction goes to a run of the session by its name.
func RunAction(d *Data, c *Console, help string, disabled func() string, to func(run int) tea.Cmd) widget.Action {
	return widget.Action{Name: "run", Help: help, Disabled: disabled, Values: d.Names, With: c.Choice(d.Names, "no run is called WORD", to)}
}
