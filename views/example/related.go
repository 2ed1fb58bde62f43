package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

func relatedActions(v *exampleScreen) []widget.Action {
	picture := func() FactLink {
		if v.ex == nil || len(v.ex.Images) == 0 {
			return FactLink{}
		}
		return alikePart("image", v.ex.Images[0].Path).FactLink
	}
	return []widget.Action{
		{Name: "entailed", Footer: len(v.entailed) > 0,
			Run: func() tea.Cmd {
				places := loaders.Filter(v.entailed, func(place int) bool { return place >= 0 })
				if len(places) == 0 {
					return v.s.ShowText("the run has none of the entailed questions")
				}
				slices.Sort(places)
				return v.route.list.Few(v.run, slices.Compact(places), "entailed by "+v.ex.ID)
			},
			Disabled: func() string {
				return cmp.Or(v.whyUnread(), widget.If(len(v.entailed) == 0, "this question entails no other question"))
			}},
		{Name: "same-picture", Run: func() tea.Cmd { return v.route.list.Lead(v.run, v.at, picture()) },
			Disabled: func() string {
				return cmp.Or(v.whyUnread(), widget.If(picture() == (FactLink{}), "the example has no picture"))
			}},
	}
}
