package example

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/explain"
	"faithscope/views"
	"faithscope/views/widget"
)

func (a *modelMode) askingEffect() widget.SideEffectKind {
	if a.s.Given {
		return widget.Looks
	}
	return widget.Asks
}

// backIn and away are the ways to change a question's words.
const backIn, away = true, false

func (a *modelMode) putWords(putBack bool) func() tea.Cmd {
	return func() tea.Cmd {
		text, units, ok := a.panes.evidence.Aim()
		if !ok {
			return a.refuseWith("no word is selected: move the cursor with h and l")
		}
		next, err := a.edit.Put(text, units, putBack)
		return a.putEdit(next.By(a.removal), err)
	}
}

// rewriteText opens an editor on the named text of the example, "" for the one under the cursor,
// without the removed words. Typing the original text takes the change back.
func (a *modelMode) rewriteText(textName string) tea.Cmd {
	text, units, ok := a.panes.evidence.Aim()
	if textName != "" && textName != string(text) {
		text, units, ok = loaders.ScoredText(textName), loaders.Span{}, true
	}
	words, left, at := a.edit.Units(a.ex, text), "", 0
	if !ok || words == nil {
		return a.refuseWith("no text to edit: select a word or name a text")
	}
	for i, word := range words {
		if i == units.Start {
			at = len(left)
		}
		if !slices.Contains(a.edit[text].Away, i) {
			left += word + " "
		}
	}
	left = strings.TrimSpace(left)
	done := func(typed string) tea.Cmd {
		c := explain.TextChange{Text: &typed}
		switch typed {
		case strings.Join(explain.TextEdits(nil).Units(a.ex, text), " "):
			c.Text = nil
		case left:
			c = a.edit[text]
		}
		cmd := a.putEdit(a.edit.With(text, c), nil)
		a.settle()
		return cmd
	}
	title := "the " + a.ex.NameOf(text)
	return a.s.Push(a.s.NewModal(widget.NewEditor(title, left, at, done, a.s.Pop)))
}

func (a *modelMode) explainBy(methodName string) tea.Cmd {
	if !slices.Contains(explain.Explainers(), methodName) {
		return a.refuseWith(methodName + " is not an explainer; try " + strings.Join(explain.Explainers(), ", "))
	}
	a.panes.focus = evidencePane
	a.methods = append(slices.DeleteFunc(a.methods, func(m string) bool { return m == methodName }), methodName)
	return a.askModel()
}

// explainerDials returns the setting of how words are removed; nil under the executor, because it
// removes objects.
func (a *modelMode) explainerDials() []widget.Action {
	if a.form != reasked || a.model == nil || a.s.Model == views.Executor {
		return nil
	}
	ways, now := []string{explain.Delete, explain.Unk}, cmp.Or(a.removal, explain.Delete)
	if quickestExplainer(a.model) != "occlusion" {
		ways = append(ways, explain.Zero)
	}
	put := func(removal string) tea.Cmd {
		a.removal, a.edit = removal, a.edit.By(removal)
		return a.askModel()
	}
	return []widget.Action{{Name: "removal", Effect: a.askingEffect(),
		Help:  "how `-` and explainers remove words: delete, unk or zero",
		Shown: func() string { return "removal " + now },
		Turn: func(by int) tea.Cmd {
			next := widget.NextIn(ways, now, by)
			views.Record(&a.s.Timeline, "removal "+next, now, next, put)
			return put(next)
		}}}
}

func (a *modelMode) askingActions() []widget.Action {
	unchanged := func() string { return cmp.Or(a.whyUnasked(), widget.If(len(a.edit) == 0, "no changes to discard")) }
	act := startActions(widget.Action{Effect: a.askingEffect(), Disabled: a.whyUnasked, Footer: a.whyNobody() == ""})
	rewrite := act("edit", "edit the selected or named text; enter asks the model",
		func() tea.Cmd { return a.rewriteText("") })
	rewrite.With, rewrite.Values = a.rewriteText, func() []string {
		return loaders.Map(explain.Texts, func(text loaders.ScoredText) string { return string(text) })
	}
	asked := act("ask", "run an explainer on this answer; its scores become a row", nil)
	asked.Values, asked.With = explain.Explainers, a.explainBy
	return []widget.Action{
		act("remove", "remove the selected word or sentence and see how the answer changes", a.putWords(away)),
		act("add", "restore the selected word or sentence", a.putWords(backIn)),
		rewrite, asked, act("what-if", "", a.askModel),
		{Name: "original", Effect: a.askingEffect(), Disabled: unchanged, Run: func() tea.Cmd { return a.putEdit(explain.TextEdits{}, nil) }},
		{Name: views.StepText, Effect: a.askingEffect(), Disabled: a.whyUnasked,
			Help: "`:set-text question without 2 5` removes words 2 and 5 (`unk` or `zero` masks them); " +
				"`:set-text question text WORDS` replaces the text",
			With: func(words string) tea.Cmd { return a.putEdit(a.edit.Read(a.ex, strings.Fields(words))) }},
	}
}

func (a *modelMode) replaceActions(changingActions []widget.Action) []widget.Action {
	if a.ex == nil || !a.panes.evidence.Reads() || a.s.Model == views.Executor {
		return changingActions
	}
	return inPlaceOf(changingActions, a.askingActions())
}

func (a *modelMode) lastAnswer() *loaders.Example {
	if len(a.stages) == 0 {
		return nil
	}
	return a.stages[len(a.stages)-1].out
}
