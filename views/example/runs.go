package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

func (v *exampleScreen) runActions() []widget.Action {
	none := func() string {
		return cmp.Or(v.whyUnread(), v.s.WhyAlone())
	}
	step := func(name string, d int) widget.Action {
		return widget.Action{Name: name, Help: "show the same example in another run, with the same module selected",
			Disabled: none, Run: func() tea.Cmd { return v.goToOtherRun(d) }}
	}
	return []widget.Action{
		v.s.RunAction(none, v.toRun),
		holdAction(v), step("next-run", 1), step("previous-run", -1),
	}
}

// holdAction pins the selected module, or the version without modules, so that others are compared
// with it; without a text it unpins.
func holdAction(v *exampleScreen) widget.Action {
	hold := func(name string) tea.Cmd {
		l := v.shownLayer()
		if l.Name = cmp.Or(l.Name, v.runName()); l.Node >= 0 {
			l.Name = l.Example.Program[l.Node].Label() + " of " + l.Name
		}
		l.Name = loaders.Clean(cmp.Or(name, l.Name))
		v.heldBy = slices.Concat(v.runStep(), versionManager{v}.formSteps(), []views.ViewStep{views.Do("hold", l.Name)})
		if v.countKept() > 0 {
			v.heldBy = append(v.heldBy, views.Do("original"))
		}
		v.against = &l
		return v.s.ShowText("pinned: " + l.Name + " · select another module, version or run to compare")
	}
	return widget.Action{Name: "hold", AnyText: true, With: hold,
		Disabled: v.whyUnread,
		Run: func() tea.Cmd {
			if v.against == nil {
				return hold("")
			}
			v.against = nil
			return v.s.ShowText("module unpinned")
		}}
}

func (v *exampleScreen) goToOtherRun(d int) tea.Cmd {
	n := len(v.s.Runs)
	for k := 1; k < n; k++ {
		run := (v.run + d*k%n + n) % n
		if namesakeOf(v.of, v.at, v.s.Run(run)) >= 0 {
			return v.toRun(run)
		}
	}
	return v.s.ShowText("no other run has this example so far")
}
