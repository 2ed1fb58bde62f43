package tui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/retired"
	"faithscope/views"
	"faithscope/views/widget"
)

// isMenu reports whether v is a popup in which letters have meanings of their own: a menu, the
// settings row, or a list with letters.
func isMenu(v views.View) bool {
	over, ok := v.(*views.Modal)
	if ok {
		switch part := over.Part.(type) {
		case *widget.Letters, *widget.Dials:
			return true
		case *widget.Picker:
			return part.Letters != nil
		}
	}
	return false
}

func isLetterOf(key string) func(a widget.Action) bool {
	return func(a widget.Action) bool { return strings.HasPrefix(a.Letters, key) && a.Why() == "" }
}

// openLetters opens a menu of the actions under key that can run now. If there are none, the status
// line says why.
func (p *program) openLetters(key, what string) tea.Cmd {
	s, actions := p.session, slices.Concat(p.topActions(), p.globalActions())
	of := loaders.Filter(actions, isLetterOf(key))
	if len(of) == 0 {
		here, _ := widget.First(actions, func(a widget.Action) bool { return strings.HasPrefix(a.Letters, key) })
		verb, _ := widget.First(widget.Grammar, func(v widget.Verb) bool { return strings.HasPrefix(v.Letters, key) })
		return s.ShowText(what + ": " + cmp.Or(here.Why(), "not here; "+verb.Elsewhere()))
	}
	return s.Push(views.NewModal(&s.Console, &widget.Letters{
		Name: what, Of: of,
		Pick:    func(a widget.Action) tea.Cmd { return s.Post(views.Pick{Action: a}) },
		Retired: func(letter string) error { return retired.Error(key + letter) },
		Close: func(say string) tea.Cmd {
			s.Pop()
			return s.ShowText(say)
		},
	}))
}
