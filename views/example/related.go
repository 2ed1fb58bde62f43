package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// relatedActions list the questions that the example entails, and those about the same
// picture.
func relatedActions(v *screen) []widget.Action {
	picture := func() Lead {
		if v.record.ex == nil || len(v.record.ex.Images) == 0 {
			return Lead{}
		}
		return alikePart("image", v.record.ex.Images[0].Path).Lead
	}
	return []widget.Action{
		{Name: "entailed", Footer: len(v.record.entailed) > 0,
			Run: func() tea.Cmd { return listRelated(v, "entailed by "+v.record.ex.ID, v.record.entailed) },
			Disabled: func() string {
				return cmp.Or(v.record.whyUnread(), widget.If(len(v.record.entailed) == 0, "the example entails no other question"))
			}},
		{Name: "same-picture", Run: func() tea.Cmd { return v.route.followLead(picture()) },
			Disabled: func() string {
				return cmp.Or(v.record.whyUnread(), widget.If(picture() == (Lead{}), "the example has no picture"))
			}},
	}
}

// listRelated lists related questions, those that were found.
func listRelated(v *screen, name string, all []int) tea.Cmd {
	places := slices.DeleteFunc(slices.Clone(all), func(at int) bool { return at < 0 })
	if len(places) == 0 {
		return v.s.ShowText("the run has no such question")
	}
	slices.Sort(places)
	return v.route.list.Few(v.record.run, slices.Compact(places), name)
}
