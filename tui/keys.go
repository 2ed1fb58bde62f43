package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/loaders/retired"
	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

// roomy is the width from which the footer shows where q leads.
const roomy = 100

// withoutAlt splits alt and a key into esc and the key, because no action uses alt and tmux and
// slow links merge the two. While typing, ok is false for arrows and backspace, which act on words.
func withoutAlt(keyPress tea.KeyPressMsg, isTyping bool) (after tea.KeyPressMsg, ok bool) {
	if !keyPress.Mod.Contains(tea.ModAlt) || isTyping && slices.Contains([]rune{tea.KeyLeft, tea.KeyRight, tea.KeyBackspace}, keyPress.Code) {
		return tea.KeyPressMsg{}, false
	}
	keyPress.Mod &^= tea.ModAlt
	isLetter := keyPress.Mod&^tea.ModShift == 0 && keyPress.Code > tea.KeySpace && unicode.IsPrint(keyPress.Code)
	if isLetter {
		r := keyPress.Code
		if keyPress.Mod.Contains(tea.ModShift) {
			r = unicode.ToUpper(r)
			if keyPress.ShiftedCode != 0 {
				r = keyPress.ShiftedCode
			}
		}
		return tea.KeyPressMsg{Code: r, Text: string(r)}, true
	}
	return keyPress, true
}

func (p *terminalProgram) runAction(a widget.Action) tea.Cmd {
	name, _, _ := strings.Cut(a.Name, " ")
	p.used = slices.Insert(loaders.Filter(p.used, func(other string) bool { return other != name }), 0, name)
	if why := a.Why(); why != "" {
		return p.session.ShowText(why)
	}
	if a.Run == nil {
		return p.session.Push(p.session.NewLine(a))
	}
	return a.Run()
}

func (p *terminalProgram) topActions() []widget.Action { return p.actionsOf(p.topView()) }

func (p *terminalProgram) baseActions() []widget.Action { return p.actionsOf(p.visibleViews()[0]) }

func (p *terminalProgram) actionsOf(v views.View) []widget.Action {
	if drawn, ok := p.drawn[v]; ok {
		return drawn
	}
	all := slices.Clip(widget.Bind(v.Actions(), p.session.Keys))
	if p.drawn != nil {
		p.drawn[v] = all
	}
	return all
}

func (p *terminalProgram) globalActions() []widget.Action {
	all := widget.Bind(screens.Global(p.session, p.topActions, p.baseActions, p.used), p.session.Keys)
	i := slices.IndexFunc(all, func(a widget.Action) bool { return a.Name == "back" })
	switch below, n := len(p.views)-2, len(p.came); {
	case below < 0 && n == 0:
		all[i].Short = "quit"
	case p.size.X < roomy: // "back"
	case below < 0:
		all[i].Short = "back to " + p.came[n-1].String()
	default:
		all[i].Short = strings.TrimSuffix("back to "+ansi.Truncate(p.views[below].Title(), 16, "…"), " to ")
	}
	return all
}

// followStep allows only actions that look, because steps come from outside, like a link, and none
// that starts another walk, which could never end. Columns that it chooses are not saved.
func (p *terminalProgram) followStep(viewStep views.ViewStep) (tea.Cmd, error) {
	host := &p.session.Host
	defer func(save func(string, []string) error) { host.SaveColumns = save }(host.SaveColumns)
	host.SaveColumns = nil // only what the person chose here is kept
	a, err := findAction(slices.Concat(p.topView().Actions(), p.globalActions()), viewStep.Name, viewStep.Value())
	switch {
	case err != nil:
		return nil, err
	case a.Effect != widget.Looks:
		return nil, fmt.Errorf("the steps of a view must be read-only, but %s %s", viewStep.Name, a.Effect)
	case a.Walks:
		return nil, fmt.Errorf("the steps of a view can't open another view, but %s does", viewStep.Name)
	case viewStep.Value() == "":
		return p.runAction(a), nil
	}
	return a.With(viewStep.Value()), nil
}

func findAction(actions []widget.Action, actionName, actionValue string) (widget.Action, error) {
	a, ok := widget.First(actions, func(a widget.Action) bool { return a.Name == actionName && (actionValue == "" || a.With != nil) })
	if !ok {
		return a, cmp.Or(retired.Error(":"+actionName), fmt.Errorf("no action here is called %s%s", actionName, nearest.Hint(actionName,
			widget.Names(actions))))
	}
	if why := a.Why(); why != "" {
		return a, fmt.Errorf("%s isn't available now: %s", actionName, why)
	}
	return a, nil
}
