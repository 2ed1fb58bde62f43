package runs

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// guideAction follows the guide of the selected run.
func (v *screen) guideAction() widget.Action {
	s := v.s
	guide := func() (name string, g views.Guide) {
		if at := v.selected(); at < len(s.Runs) {
			name = s.Run(at).Name
		}
		return name, s.Start.Guides[name]
	}
	unguided := func() bool {
		_, g := guide()
		return g == views.Guide{}
	}
	return widget.Action{
		Name: "guide", Walks: true, Disabled: widget.When(unguided, "only the demo's runs have a guide"),
		Run: func() tea.Cmd {
			name, g := guide()
			steps, err := views.ParseSteps(g.Steps)
			if err != nil {
				return s.ShowError(err.Error())
			}
			note := views.NewNote(&s.Console, name+": what to look at", [][2]string{{"", g.Says}})
			return s.Post(views.Walk{Steps: append([]views.Step{views.Do("run", name)}, steps...), Then: note})
		},
	}
}
