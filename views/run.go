package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// StepRunActions go to the next and the previous run.
func (s *Session) StepRunActions(currentRun func() int, openRun func(run int) tea.Cmd) []widget.Action {
	step := func(name string, by int) widget.Action {
		return widget.Action{Name: name, Disabled: widget.When(func() bool { return len(s.Runs) < 2 }, "there is no other run"),
			Run: func() tea.Cmd { return openRun((currentRun() + by + len(s.Runs)) % len(s.Runs)) }}
	}
	return []widget.Action{step("next-run", 1), step("previous-run", -1)}
}

// RunAction calls openRun with the index of a run by name; unknown names show an error.
func (s *Session) RunAction(disabledReason func() string, openRun func(run int) tea.Cmd) widget.Action {
	return widget.Action{Name: "run", Help: "`:run NAME` goes to a run", Disabled: disabledReason, Values: s.Names,
		With: s.Choice(s.Names, "no run is called WORD", openRun)}
}
