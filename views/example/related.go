package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/facts"
	"faithscope/views"
	"faithscope/views/widget"
)

// siblings returns where the other examples are that were read and have the first
// picture of an example. It reads records.
func siblings(table *facts.Table, at int) []int {
	picture := table.Column("image")
	own := picture.At(at)
	if own == "" {
		return nil
	}
	var places []int
	for _, i := range table.All() {
		if i != at && picture.At(i) == own {
			places = append(places, i)
		}
	}
	return places
}

// relatedActions list the questions that the example entails, and those about the same
// picture.
func relatedActions(v *screen) []widget.Action {
	return []widget.Action{
		{Name: "entailed", Footer: len(v.read.entailed) > 0, Run: func() tea.Cmd { return relate(v, "entailed by "+v.read.ex.ID, v.read.entailed) },
			Disabled: func() string {
				return cmp.Or(v.unread(), widget.If(len(v.read.entailed) == 0, "the example entails no other question"))
			}},
		{Name: "same-picture", Run: func() tea.Cmd {
			at, table := v.read.at, v.s.Table(v.run)
			v.s.Post(views.Flash{Text: "looking for questions about the same picture …"})
			return v.fetch(func() func() tea.Cmd {
				siblings := siblings(table, at)
				return func() tea.Cmd { return relate(v, "same picture as "+v.read.ex.ID, siblings) }
			})
		}, Disabled: func() string {
			return cmp.Or(v.unread(), widget.If(v.read.ex != nil && (len(v.read.ex.Images) == 0 || v.read.ex.Images[0].Path == ""), "the example has no picture"))
		}},
	}
}

// relate lists related questions, those that were found.
func relate(v *screen, name string, all []int) tea.Cmd {
	v.s.Post(views.Flash{}) // it was found
	places := slices.DeleteFunc(slices.Clone(all), func(at int) bool { return at < 0 })
	if len(places) == 0 {
		return v.s.Post(views.Flash{Text: "the run has no such question"})
	}
	slices.Sort(places)
	return v.list.Few(v.run, slices.Compact(places), name)
}
