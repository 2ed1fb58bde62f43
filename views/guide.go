package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// GuideAction returns the action that goes to the example to which the guide of a run leads,
// and keeps what the guide says for that screen to show. It is disabled for runs without a
// guide; run is the run's index.
func (s *Session) GuideAction(run func() int) widget.Action {
	guide := func() (name string, g Guide) {
		if at := run(); at < len(s.Runs) {
			name = s.Run(at).Name
		}
		return name, s.Start.Guides[name]
	}
	unguided := func() bool {
		_, g := guide()
		return g == Guide{}
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
			return s.Post(Walk{Steps: append([]Step{Do("run", name)}, steps...)})
		},
	}
}
