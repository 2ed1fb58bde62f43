package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// GuideAction goes to a run's guided example, and keeps the guide's text for it. Without a guide it
// is disabled.
func (s *Session) GuideAction(currentRunIndex func() int) widget.Action {
	guide := func() (name string, g GuidedExample) {
		if at := currentRunIndex(); at < len(s.Runs) {
			name = s.RunName(at)
		}
		return name, s.Start.Guides[name]
	}
	unguided := func() bool {
		_, g := guide()
		return g == GuidedExample{}
	}
	return widget.Action{
		Name: "guide", Walks: true, Disabled: widget.When(unguided, "only the demo's runs have a guide"),
		Run: func() tea.Cmd {
			name, g := guide()
			steps, err := ParseSteps(g.Steps)
			if err != nil {
				return s.ShowError(err.Error())
			}
			s.Start.Guided = g.Says
			return s.Post(FollowSteps{Steps: append([]ViewStep{Do("run", name)}, steps...)})
		},
	}
}
