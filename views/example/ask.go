package example

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/executor/ask"
	"faithscope/scoring/executor/dfol"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// askAction asks a typed program of the example's picture.
func (v *screen) askAction() widget.Action {
	return widget.Action{
		Name: "ask", Help: "ask a question of your own about the picture: `:ask exist(find[square])`",
		Disabled: func() string {
			return cmp.Or(widget.If(v.s.Oracle == nil, "nobody knows the objects of the pictures: start with --oracle"), v.unread(),
				widget.If(v.read.ex != nil && len(v.read.ex.Images) == 0, "the example has no picture"))
		},
		Values: func() []string {
			return []string{cmp.Or(v.asked, "exist(filter[yellow](find[square]))"), "exists x: square(x) & yellow(x)"}
		},
		With: func(text string) tea.Cmd {
			asked := v.another(v.read.at)
			asked.asked, asked.source = text, v.read.ex
			return v.s.Push(asked)
		},
	}
}

// readAsked reads what was asked in place of an example of the run: it is about the
// picture of one.
func (v *screen) readAsked() tea.Cmd {
	text, about, scored := v.asked, v.source, v.s.Runs[v.run]
	return v.fetch(func() func() tea.Cmd {
		scene, err := v.s.Oracle.Scene(dfol.PictureOf(about))
		fail := func() tea.Cmd {
			v.s.Pop()
			return v.s.Post(views.Flash{Text: "this cannot be asked: " + loaders.Clean(err.Error()), Bad: true})
		}
		if err != nil {
			return fail
		}
		ex, x, err2 := ask.Ask(text, scene, v.s.Oracle.Concepts, v.s.Oracle.Settings)
		if err = err2; err != nil {
			return fail
		}
		ex.Images[0].Path = about.Images[0].Path
		return func() tea.Cmd {
			v.show(read{at: -1, of: scored.Run, ex: ex, held: scored.Weigh(ex), photos: evidence.Photos(scored.Run, ex), executor: x})
			return v.begin(func() tea.Cmd { return nil })
		}
	})
}
