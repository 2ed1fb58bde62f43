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

func (a *modelMode) askingEffect() widget.Effect {
	if a.s.Given {
		return widget.Looks
	}
	return widget.Asks
}

// backIn and away are the ways to change a question's words.
const backIn, away = true, false

func (a *modelMode) putWords(in bool) func() tea.Cmd {
	return func() tea.Cmd {
		text, units, ok := a.panes.evidence.Aim()
		if !ok {
			return a.refuseWith("no word of a text is under the cursor: h and l move it")
		}
		next, err := a.edit.Put(text, units, in)
		return a.putEdit(next.By(a.removal), err)
	}
}

// rewriteText opens an editor on the named text of the example, "" for the one under the cursor,
// without the removed words. Typing the original text takes the change back.
func (a *modelMode) rewriteText(name string) tea.Cmd {
	text, units, ok := a.panes.evidence.Aim()
	if name != "" && name != string(text) {
		text, units, ok = loaders.ScoredText(name), loaders.Span{}, true
	}
	words, left, at := a.edit.Units(a.ex, text), "", 0
	if !ok || words == nil {
		return a.refuseWith("the example has no text there to edit")
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
		c := explain.Change{Text: &typed}
		switch typed {
		case strings.Join(explain.Edit(nil).Units(a.ex, text), " "):
			c.Text = nil
		case left:
			c = a.edit[text]
		}
		cmd := a.putEdit(a.edit.With(text, c), nil)
		a.settle()
		return cmd
	}
	title := "the " + a.ex.NameOf(text)
	return a.s.Push(views.NewModal(&a.s.Console, widget.NewEditor(title, left, at, done, a.s.Pop)))
}

func (a *modelMode) explainBy(method string) tea.Cmd {
	if !slices.Contains(explain.Explainers(), method) {
		return a.refuseWith(method + " is not an explainer: " + strings.Join(explain.Explainers(), ", "))
	}
	a.panes.focus = evidencePane
	a.methods = append(slices.DeleteFunc(a.methods, func(m string) bool { return m == method }), method)
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
		Help:  "what explainers and - do to words: delete, unk or zero",
		Shown: func() string { return "removal " + now },
		Turn: func(by int) tea.Cmd {
			next := widget.NextIn(ways, now, by)
			views.Record(&a.s.Timeline, "removal "+next, now, next, put)
			return put(next)
		}}}
}

func (a *modelMode) askingActions() []widget.Action {
	unchanged := func() string { return cmp.Or(a.whyUnasked(), widget.If(len(a.edit) == 0, "nothing is changed")) }
	act := startActions(widget.Action{Effect: a.askingEffect(), Disabled: a.whyUnasked, Footer: a.whyNobody() == ""})
	rewrite := act("edit", "edit the text under the cursor, or the one named: enter asks the model",
		func() tea.Cmd { return a.rewriteText("") })
	rewrite.With, rewrite.Values = a.rewriteText, func() []string {
		return loaders.Map(explain.Texts, func(text loaders.ScoredText) string { return string(text) })
	}
	asked := act("ask", "ask an explainer about the answer: its scores become a row", nil)
	asked.Values, asked.With = explain.Explainers, a.explainBy
	return []widget.Action{
		act("remove", "take the word or sentence under the cursor away: the answer follows", a.putWords(away)),
		act("add", "put the word or sentence under the cursor back", a.putWords(backIn)),
		rewrite, asked, act("what-if", "", a.askModel),
		{Name: "original", Effect: a.askingEffect(), Disabled: unchanged, Run: func() tea.Cmd { return a.putEdit(explain.Edit{}, nil) }},
		{Name: views.StepText, Effect: a.askingEffect(), Disabled: a.whyUnasked,
			Help: "`:set-text question without 2 5` takes words away, or unk, zero; `:set-text question text WORDS` puts others",
			With: func(words string) tea.Cmd { return a.putEdit(a.edit.Read(a.ex, strings.Fields(words))) }},
	}
}

func (a *modelMode) replaceActions(changing []widget.Action) []widget.Action {
	if a.ex == nil || !a.panes.evidence.Reads() || a.s.Model == views.Executor {
		return changing
	}
	return inPlaceOf(changing, a.askingActions())
}

func (a *modelMode) lastAnswer() *loaders.Example {
	if len(a.stages) == 0 {
		return nil
	}
	return a.stages[len(a.stages)-1].out
}
