package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// CopyActions returns three actions on the selected example of runs[run()]: copy its id, copy its
// record as JSON, and show the record in a program of the person's; an error is shown where the
// host has no record, or starts no program.
func (s *Session) CopyActions(run func() int, selected func() *loaders.Example, disabled func() string) []widget.Action {
	act := func(name string, copied func() tea.Cmd) widget.Action {
		return widget.Action{Name: name, Effect: widget.Leaves, Disabled: disabled, Run: copied}
	}
	written := func(to func(text string) tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd {
			if s.Host.JSON == nil {
				return s.ShowError("there is no record to copy")
			}
			text, err := s.Host.JSON(s.Run(run()), selected())
			if err != nil {
				return s.ShowError(err.Error())
			}
			return to(text)
		}
	}
	return []widget.Action{
		act("copy-id", func() tea.Cmd { return s.Post(Copy{Text: selected().ID, What: "the id"}) }),
		act("copy-json", written(func(text string) tea.Cmd { return s.Post(Copy{Text: text, What: "the record"}) })),
		act("record", written(func(text string) tea.Cmd {
			if s.Host.Page == nil {
				return s.ShowError("no program is started here: y j copies the record")
			}
			return s.Host.Page(text)
		})),
	}
}

// LineAction returns the action that copies the shell command "faithscope VERB OPENED --view
// STEPS", which opens or draws the view on screen; opened has the runs and their flags.
func (s *Session) LineAction(name, verb string, opened []string) widget.Action {
	return widget.Action{Name: name, Effect: widget.Leaves, Run: func() tea.Cmd {
		return s.Post(Link{func(steps []Step) tea.Cmd {
			line := Do("faithscope", slices.Concat([]string{verb}, opened, []string{"--view", JoinSteps(steps)})...)
			return s.Post(Copy{Text: line.String(), What: "a command that " + verb + "s this view", Lines: true})
		}})
	}}
}
