package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// CopyActions copy the id of the selected example of runs[run()], its record as
// JSON, and a command that reopens what is on screen.
func (s *Session) CopyActions(run func() int, selected func() *loaders.Example, disabled func() string) []widget.Action {
	act := func(name string, copied func() tea.Cmd) widget.Action {
		return widget.Action{Name: name, Effect: widget.Leaves, Disabled: disabled, Run: copied}
	}
	return []widget.Action{
		act("copy-id", func() tea.Cmd { return s.Post(Copy{Text: selected().ID, What: "the id"}) }),
		act("copy-json", func() tea.Cmd {
			if s.Host.JSON == nil {
				return s.ShowError("there is no record to copy")
			}
			text, err := s.Host.JSON(s.Run(run()), selected())
			if err != nil {
				return s.ShowError(err.Error())
			}
			return s.Post(Copy{Text: text, What: "the record"})
		}),
		act("copy-link", func() tea.Cmd {
			return s.Post(Link{func(steps []Step) tea.Cmd {
				return s.Post(Copy{Text: openLine(s.Start.Opened, steps), What: "a command that opens this view", Lines: true})
			}})
		}),
	}
}

// openLine returns the command that opens runs again as args did, at a view.
func openLine(args []string, steps []Step) string {
	return Do("faithscope", slices.Concat([]string{"open"}, args, []string{"--view", JoinSteps(steps)})...).String()
}
