package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// GuideAction goes to a run's guided example, and keeps the guide's text for it. Without a guide it
// is disabled.
func (s *Session) GuideAction(currentRunIndex func() int) widget.Action {
	guide := func() (g GuidedExample) {
		if at := currentRunIndex(); at < len(s.Runs) {
			g = s.Start.Guides[s.RunName(at)]
		}
		return g
	}
	return widget.Action{
		Name: "guide", Walks: true,
		Disabled: widget.When(func() bool { return guide() == GuidedExample{} }, "only the demo's runs have a guide"),
		Run: func() tea.Cmd {
			g := guide()
			steps, err := ParseSteps(g.Steps)
			if err != nil {
				return s.ShowError(err.Error())
			}
			s.Start.Guided = g.Says
			return s.Post(FollowSteps{Steps: append([]ViewStep{Do("run", s.RunName(currentRunIndex()))}, steps...)})
		},
	}
}
