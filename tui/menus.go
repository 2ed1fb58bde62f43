package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/retired"
	"faithscope/views"
	"faithscope/views/widget"
)

// isMenu reports whether letters have meanings of their own in v, where the key of a menu must not
// open another.
func isMenu(v views.View) bool {
	over, ok := v.(*views.Modal)
	if ok {
		switch part := over.ModalContent.(type) {
		case *widget.LetterMenu, *widget.FocusedSettingsBar:
			return true
		case *widget.Picker:
			return part.Letters != nil
		}
	}
	return false
}

func isLetterOf(menuKey string) func(a widget.Action) bool {
	return func(a widget.Action) bool { return strings.HasPrefix(a.Letters, menuKey) && a.Why() == "" }
}

// isShutMenu reports whether key opens a menu in which no action is enabled so far.
func (p *terminalProgram) isShutMenu(key string) bool {
	return widget.Menus[key] != "" && !slices.ContainsFunc(slices.Concat(p.topActions(), p.globalActions()), isLetterOf(key))
}

// menuActions returns a letter's first action that is enabled, or else its first; enabled ones first.
func menuActions(actions []widget.Action, menuKey string) (of []widget.Action) {
	for _, isEnabled := range []bool{true, false} {
		for _, a := range actions {
			taken := slices.ContainsFunc(of, func(b widget.Action) bool { return b.Letters == a.Letters })
			if !taken && strings.HasPrefix(a.Letters, menuKey) && (a.Why() == "") == isEnabled {
				of = append(of, a)
			}
		}
	}
	return of
}

// openLetters says of an empty menu why or where it works, because a key that does nothing seems
// broken.
func (p *terminalProgram) openLetters(menuKey, menuName string) tea.Cmd {
	s, actions := p.session, slices.Concat(p.topActions(), p.globalActions())
	of := menuActions(actions, menuKey)
	switch {
	case len(of) == 0:
		verb, _ := widget.First(widget.Grammar, func(v widget.Action) bool { return strings.HasPrefix(v.Letters, menuKey) })
		return s.ShowText(menuKey + " (" + menuName + ") works " + verb.Elsewhere())
	case of[0].Why() != "":
		return s.ShowText(menuName + ": " + of[0].Why())
	}
	return s.Push(s.NewModal(&widget.LetterMenu{
		Name: menuName, Of: of,
		Pick:    func(a widget.Action) tea.Cmd { return s.Post(views.PickAction{Action: a}) },
		Retired: func(letter string) error { return retired.Error(menuKey + letter) },
		Close: func(say string) tea.Cmd {
			s.Pop()
			return s.ShowText(say)
		},
	}))
}
