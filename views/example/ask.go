package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/explain"
	"faithscope/views"
	"faithscope/views/widget"
)

func (v *exampleScreen) askAction() widget.Action {
	return widget.Action{
		Name: "ask", Help: "ask your own question, formula or program about the picture: `:ask are there any yellow squares?`; " +
			"with `:model executor`, also run explainers over objects",
		Disabled: func() string {
			unknown := v.oracle == nil && v.s.Model != views.Executor
			return cmp.Or(v.whyUnread(), widget.If(v.ex != nil && len(v.ex.Images) == 0, "the example has no picture"),
				widget.If(unknown, "no --oracle covers this picture's objects"))
		},
		AnyText: true, Values: func() (values []string) {
			if v.s.Model == views.Executor {
				values = explain.Explainers()
			}
			own := v.asked
			if own == "" {
				own, _ = dfol.Formula(v.ex.Program, nil) // where it cannot be written there is none
			}
			found, _ := widget.First(v.ex.Program, func(m loaders.Module) bool { return m.Op == "find" && m.Text != "" })
			noun := cmp.Or(found.Text, "square")
			return append(values, cmp.Or(own, "exist(find["+noun+"])"), "exists x: "+noun+"(x)", "is there any "+noun+"?")
		},
		With: func(text string) tea.Cmd {
			switch isExplained := v.s.Model == views.Executor && slices.Contains(explain.Explainers(), text); {
			case isExplained && len(v.trial.Now) > 0:
				return v.refuseWith("explainers take the recorded picture: w b discards the changes")
			case isExplained:
				return v.model.explainBy(text)
			}
			if v.oracle == nil {
				return v.refuseWith("asking needs an --oracle that covers this picture")
			}
			asked := v.anotherExample(v.at)
			asked.asked, asked.latest.source, asked.oracle = text, v.ex, v.oracle
			return v.s.Push(asked)
		},
	}
}
