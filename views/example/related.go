package example

import (
	"fmt"
	"slices"
	"strings"

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

// relatedAction opens a list of the questions that the example entails and of
// those about the same picture.
func relatedAction(v *screen) widget.Action {
	return widget.Action{Name: "related", Keys: []string{"V"}, Help: "list the questions that this one entails and the others about its picture, and go to one", Group: "Example",
		Footer: len(v.read.entailed) > 0,
		Disabled: func() string {
			if why := v.unread(); why != "" {
				return why
			}
			images := v.read.ex.Images
			none := len(v.read.entailed) == 0 && (len(images) == 0 || images[0].Path == "")
			return widget.If(none, "the example entails no other question, and has no picture")
		},
		Run: func() tea.Cmd {
			at, table := v.read.at, v.s.Table(v.run)
			v.s.Post(views.Flash{Text: "looking for questions about the same picture …"})
			return v.fetch(func() func() tea.Cmd {
				siblings := siblings(table, at)
				return func() tea.Cmd { return relate(v, at, siblings) }
			})
		}}
}

// relate shows the related questions of example at.
func relate(v *screen, at int, siblings []int) tea.Cmd {
	v.s.Post(views.Flash{}) // it was found
	var places []int
	for _, at := range slices.Concat(v.read.entailed, siblings) {
		if at >= 0 && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		return v.s.Post(views.Flash{Text: "the run has no other question about this picture"})
	}
	rows := v.s.Runs[v.run].Summaries(v.s.Settings)
	var heads []string
	for _, related := range [...]struct {
		name   string
		places []int
	}{{"entails", v.read.entailed}, {"same picture", siblings}} {
		if len(related.places) > 0 {
			heads = append(heads, fmt.Sprintf("%s %d: %s", related.name, len(related.places), outcome(rows, related.places)))
		}
	}
	p := &widget.Picker{Name: "Related questions", Hint: strings.Join(heads, " · "), Width: v.area.Dx() * 9 / 10, Close: v.s.Pop, Pick: func(i int) tea.Cmd {
		v.s.Pop()
		return toRelated(v, places[i], places)
	}}
	p.Rows.Columns = []widget.Column{{Width: 7}, {Title: "answer", Width: 11}, {Title: "question", Width: 40, Grow: 1}, {Title: "id", Width: 8, Drop: 1}}
	p.Rows.Entries = func(i int) []widget.Entry {
		row, relation := v.read.of.Row(places[i]), widget.If(slices.Contains(v.read.entailed, places[i]), "follows")
		faithful := [...]string{"", " ●", " ○"}[rows.Faithful(places[i])]
		return []widget.Entry{{Text: relation, Style: widget.Ink(v.s.Theme.Faint)},
			{Text: row.Correct.Sign() + " " + row.Predicted + faithful, Style: v.s.Verdict(row.Correct)}, {Text: row.Question}, {Text: row.ID, Style: widget.Ink(v.s.Theme.Faint)}}
	}
	p.Rows.SetCount(len(places))
	return v.s.Push(views.NewModal(v.s, p.Open()))
}

// toRelated goes to one of a few related examples, those that were found.
func toRelated(v *screen, at int, places []int) tea.Cmd {
	places = slices.DeleteFunc(slices.Clone(places), func(at int) bool { return at < 0 })
	return v.s.Push(New(v.s, v.run, at, few{v.list, v.s, v.run, places}))
}
