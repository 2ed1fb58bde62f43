package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// WhyAlone returns why nothing can be done with a second run, "" if there is one.
func (d *Data) WhyAlone() string { return widget.If(len(d.Runs) < 2, "only one run is open") }

// StepRunActions go from a run to the next and the previous one.
func (s *Session) StepRunActions(currentRun int, openRun func(run int) tea.Cmd) []widget.Action {
	step := func(name string, by int) widget.Action {
		return widget.Action{Name: name, Disabled: s.WhyAlone,
			Run: func() tea.Cmd { return openRun((currentRun + by + len(s.Runs)) % len(s.Runs)) }}
	}
	return []widget.Action{step("next-run", 1), step("previous-run", -1)}
}

// RunAction calls openRun with the index of a run by name; unknown names show an error.
func (s *Session) RunAction(disabledReason func() string, openRun func(run int) tea.Cmd) widget.Action {
	return widget.Action{Name: "run", Help: "`:run NAME` goes to a run", Disabled: disabledReason, Values: s.Names,
		With: s.Choice(s.Names, "no run is called WORD", openRun)}
}
