package views

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/marks"
)

// WhyUnkept returns why a view cannot be saved: some run has no book; otherwise "".
func (s *Session) WhyUnkept() string {
	for i := range s.Runs {
		if why := whyUnkept(s.Book(i)); why != "" {
			return why
		}
	}
	return ""
}

// SaveView saves the screen with every run, so that any of them restores it. A name after a minus
// is forgotten.
func (s *Session) SaveView(name string) tea.Cmd {
	forgotten, off := strings.CutPrefix(name, "-")
	return s.Post(Link{func(steps []Step) tea.Cmd {
		c := marks.Change{ID: forgotten, Module: marks.Whole, Kind: marks.View, Text: JoinSteps(steps), Off: off}
		said := "saved: `:view " + forgotten + "` returns here"
		if off {
			said = forgotten + " is forgotten"
		}
		books := s.Books
		return func() tea.Msg {
			var last *marks.Book
			for _, last = range books {
				if err := last.Apply(context.Background(), c); err != nil {
					return reportMarked(last, "", err)
				}
			}
			return reportMarked(last, said, nil)
		}
	}})
}

// OpenView follows a saved view's steps from the first screen, or shows an error.
func (s *Session) OpenView(name string) tea.Cmd {
	_, steps := s.Views()
	if steps[name] == "" {
		return s.ShowError("no view is called " + name)
	}
	way, err := ParseSteps(steps[name])
	if err != nil {
		return s.ShowError(name + ": " + err.Error())
	}
	return s.Post(Walk{Steps: way})
}
