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
func withoutAlt(msg tea.KeyPressMsg, typing bool) (after tea.KeyPressMsg, ok bool) {
	if !msg.Mod.Contains(tea.ModAlt) || typing && slices.Contains([]rune{tea.KeyLeft, tea.KeyRight, tea.KeyBackspace}, msg.Code) {
		return tea.KeyPressMsg{}, false
	}
	msg.Mod &^= tea.ModAlt
	isLetter := msg.Mod&^tea.ModShift == 0 && msg.Code > tea.KeySpace && msg.Code <= unicode.MaxRune && unicode.IsPrint(msg.Code)
	if isLetter {
		r := msg.Code
		if msg.Mod.Contains(tea.ModShift) {
			r = unicode.ToUpper(r)
			if msg.ShiftedCode != 0 {
				r = msg.ShiftedCode
			}
		}
		return tea.KeyPressMsg{Code: r, Text: string(r)}, true
	}
	return msg, true
}

// runAction shows why an action can't run, or asks for its value if it needs one.
func (p *program) runAction(a widget.Action) tea.Cmd {
	name, _, _ := strings.Cut(a.Name, " ")
	p.used = slices.Insert(loaders.Filter(p.used, func(other string) bool { return other != name }), 0, name)
	if why := a.Why(); why != "" {
		return p.session.ShowText(why)
	}
	if a.Run == nil {
		return p.session.Push(views.NewLine(&p.session.Console, a))
	}
	return a.Run()
}

func (p *program) topActions() []widget.Action { return p.actionsOf(p.topView()) }

func (p *program) baseActions() []widget.Action { return p.actionsOf(p.visibleViews()[0]) }

func (p *program) actionsOf(v views.View) []widget.Action {
	if drawn, ok := p.drawn[v]; ok {
		return drawn
	}
	all := slices.Clip(widget.Bind(v.Actions(), p.session.Keys))
	if p.drawn != nil {
		p.drawn[v] = all
	}
	return all
}

// globalActions returns every screen's actions with the user's keys. Wide screens also show where q
// leads.
func (p *program) globalActions() []widget.Action {
	all := widget.Bind(screens.Global(p.session, p.topActions, p.baseActions, p.used), p.session.Keys)
	i := slices.IndexFunc(all, func(a widget.Action) bool { return a.Name == "back" })
	switch below, n := len(p.views)-2, len(p.came); {
	case p.size.X < roomy:
		for i := range all {
			all[i].Short = widget.KeyAlone
		}
	case below < 0 && n == 0:
		all[i].Short = "quit"
	case below < 0:
		all[i].Short = "back to " + p.came[n-1].String()
	default:
		all[i].Short = strings.TrimSuffix("back to "+ansi.Truncate(p.views[below].Title(), 16, "…"), " to ")
	}
	return all
}

// followStep runs the action that a step names. Steps come from outside, so actions that do more
// than look, or that start another walk, are errors. Columns that it chooses are not saved.
func (p *program) followStep(step views.Step) (tea.Cmd, error) {
	host := &p.session.Host
	defer func(save func(string, []string) error) { host.SaveColumns = save }(host.SaveColumns)
	host.SaveColumns = nil // only what the person chose here is kept
	a, err := findAction(slices.Concat(p.topView().Actions(), p.globalActions()), step.Name, step.Value())
	switch {
	case err != nil:
		return nil, err
	case a.Effect != widget.Looks:
		return nil, fmt.Errorf("the steps of a view may only look: %s %s", step.Name, a.Effect)
	case a.Walks:
		return nil, fmt.Errorf("the steps of a view may not go to another: %s", step.Name)
	case step.Value() == "":
		return p.runAction(a), nil
	}
	return a.With(step.Value()), nil
}

// findAction names the nearest action to an unknown name, and returns a disabled action with its
// reason.
func findAction(actions []widget.Action, name, value string) (widget.Action, error) {
	a, ok := widget.First(actions, func(a widget.Action) bool { return a.Name == name && (value == "" || a.With != nil) })
	if !ok {
		return a, cmp.Or(retired.Error(":"+name), fmt.Errorf("nothing here is called %s%s", name, nearest.Hint(name, widget.Names(actions))))
	}
	if why := a.Why(); why != "" {
		return a, fmt.Errorf("%s: not now: %s", name, why)
	}
	return a, nil
}
