package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"faithscope/themes"
	"faithscope/views"
)

// dressed is a theme that was asked for, or why there is none.
type dressed struct {
	set themes.Set
	err error
}

// openTheme finds the theme of a name.
func (p *program) openTheme(name string) (themes.Set, error) {
	if p.open != nil {
		return p.open(name)
	}
	set, ok := themes.Named(name)
	if !ok {
		return set, fmt.Errorf("%q is not a theme", name)
	}
	return set, nil
}

func (p *program) dressed(msg dressed) tea.Cmd {
	if msg.err != nil {
		p.flash = views.Flash{Text: msg.err.Error(), Bad: true}
		return nil
	}
	p.theme = msg.set
	p.flash = views.Flash{Text: "theme: " + msg.set.Name}
	return p.dress()
}

func (p *program) profile(profile colorprofile.Profile) tea.Cmd {
	switch profile {
	case colorprofile.TrueColor:
		p.colors = 1 << 24
	case colorprofile.ANSI256:
		p.colors = 256
	case colorprofile.ANSI:
		p.colors = 16
	default:
		p.colors = 2
	}
	return p.dress()
}

// dress gives the session the chosen theme, as this terminal can show it.
func (p *program) dress() tea.Cmd {
	p.session.Theme = p.theme.On(p.dark, p.colors)
	return p.refresh()
}
