package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/explain"
	"faithscope/views"
	"faithscope/views/widget"
)

func (v *screen) askAction() widget.Action {
	return widget.Action{
		Name: "ask", Help: "ask a question of your own about the picture: `:ask exist(find[square])`; " +
			"under `:model executor` also an explainer, which scores its objects",
		Disabled: func() string {
			unknown := v.oracle == nil && v.s.Model != views.Executor
			return cmp.Or(v.whyUnread(), widget.If(v.ex != nil && len(v.ex.Images) == 0, "the example has no picture"),
				widget.If(unknown, "no --oracle knows the objects of this picture"))
		},
		AnyText: true, Values: func() (values []string) {
			if v.s.Model == views.Executor {
				values = explain.Explainers()
			}
			own := v.asked
			if v.ex != nil && own == "" {
				own, _ = dfol.Formula(v.ex.Program, nil) // where it cannot be written there is none
			}
			return append(values, cmp.Or(own, "exist(filter[yellow](find[square]))"), "exists x: square(x) & yellow(x)")
		},
		With: func(text string) tea.Cmd {
			if v.s.Model == views.Executor && slices.Contains(explain.Explainers(), text) {
				return v.model.explainBy(text)
			}
			if v.oracle == nil {
				return v.refuseWith("questions of your own need an --oracle that knows this picture")
			}
			asked := v.anotherExample(v.at)
			asked.asked, asked.latest.source, asked.oracle = text, v.ex, v.oracle
			return v.s.Push(asked)
		},
	}
}
