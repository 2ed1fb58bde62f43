package example

import (
	"cmp"
	"fmt"
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
// picture, and go to one.
func relatedActions(v *screen) []widget.Action {
	return []widget.Action{
		{Name: "entailed", Footer: len(v.read.entailed) > 0, Run: func() tea.Cmd { return relate(v, "entails", v.read.entailed) },
			Disabled: func() string {
				return cmp.Or(v.unread(), widget.If(len(v.read.entailed) == 0, "the example entails no other question"))
			}},
		{Name: "same-picture", Run: func() tea.Cmd {
			at, table := v.read.at, v.s.Table(v.run)
			v.s.Post(views.Flash{Text: "looking for questions about the same picture …"})
			return v.fetch(func() func() tea.Cmd {
				siblings := siblings(table, at)
				return func() tea.Cmd { return relate(v, "same picture", siblings) }
			})
		}, Disabled: func() string {
			return cmp.Or(v.unread(), widget.If(v.read.ex != nil && (len(v.read.ex.Images) == 0 || v.read.ex.Images[0].Path == ""), "the example has no picture"))
		}},
	}
}

// relate shows related questions, those that were found.
func relate(v *screen, name string, all []int) tea.Cmd {
	v.s.Post(views.Flash{}) // it was found
	places := slices.DeleteFunc(slices.Clone(all), func(at int) bool { return at < 0 })
	if len(places) == 0 {
		return v.s.Post(views.Flash{Text: "the run has no such question"})
	}
	rows := v.s.Runs[v.run].Summaries(v.s.Settings)
	p := &widget.Picker{Name: "Related questions", Hint: fmt.Sprintf("%s %d: %s", name, len(all), outcome(rows, all)), Width: v.area.Dx() * 9 / 10, Close: v.s.Pop, Pick: func(i int) tea.Cmd {
		v.s.Pop()
		return toRelated(v, places[i], places)
	}}
	p.Rows.Columns = []widget.Column{{Title: "answer", Width: 11}, {Title: "question", Width: 40, Grow: 1}, {Title: "id", Width: 8, Drop: 1}}
	p.Rows.Entries = func(i int) []widget.Entry {
		row := v.read.of.Row(places[i])
		faithful := [...]string{"", " ●", " ○"}[rows.Faithful(places[i])]
		return []widget.Entry{{Text: row.Correct.Sign() + " " + row.Predicted + faithful, Style: v.s.Verdict(row.Correct)}, {Text: row.Question}, {Text: row.ID, Style: widget.Ink(v.s.Theme.Faint)}}
	}
	p.Rows.SetCount(len(places))
	return v.s.Push(views.NewModal(v.s, p.Open()))
}

// toRelated goes to one of a few related examples, those that were found.
func toRelated(v *screen, at int, places []int) tea.Cmd {
	places = slices.DeleteFunc(slices.Clone(places), func(at int) bool { return at < 0 })
	return v.s.Push(New(v.s, v.run, at, few{v.list, v.s, v.run, places}))
}
