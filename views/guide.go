package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// GuideAction follows the guide of the selected run.
func GuideAction(s *Session, selected func() int) widget.Action {
	guide := func() (name string, g Guide) {
		if at := selected(); at < len(s.Runs) {
			name = s.Run(at).Name
		}
		return name, s.Guides[name]
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
				return s.Post(Flash{Text: err.Error(), Bad: true})
			}
			note := NewNote(s, name+": what to look at", [][2]string{{"", g.Says}})
			return s.Post(Walk{Steps: append([]Step{Do("run", name)}, steps...), Then: note})
		},
	}
}
