package examples

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/triage"
	"faithscope/views/widget"
)

// triageActions are the keys of the screens that say where to look among the
// examples listed.
func triageActions(v *List) []widget.Action {
	push := func(view views.View) tea.Cmd { return v.s.Push(view) }
	return []widget.Action{
		{Name: "facets", Keys: []string{"f"}, Help: "count the values of facets among the examples listed, and filter by them; `:facets EXPRESSION` counts any", Group: "Triage", Footer: true,
			Run: func() tea.Cmd { return push(triage.NewFacets(v.s, v, "")) }, With: func(of string) tea.Cmd { return push(triage.NewFacets(v.s, v, of)) }},
		{Name: "slices", Keys: []string{"L"}, Help: "find the slices whose accuracy or faithfulness differs most", Group: "Triage", Run: func() tea.Cmd { return push(triage.NewSlices(v.s, v)) }},
		{Name: "blame", Keys: []string{"M"}, Help: "say which modules are at fault, and why", Group: "Triage", Run: func() tea.Cmd { return push(triage.NewBlame(v.s, v)) }},
		{Name: "scatter", Help: "`:scatter f1.find, faithfulness` draws two numbers against each other", Group: "Triage",
			Run: func() tea.Cmd {
				return v.s.Post(views.Flash{Text: "name two numbers, as `:scatter f1.find, faithfulness`"})
			},
			With: func(of string) tea.Cmd {
				view, err := triage.NewScatter(v.s, v, of)
				if err != nil {
					return v.s.Post(views.Flash{Text: "not two numbers: " + err.Error(), Bad: true})
				}
				return push(view)
			}},
	}
}
