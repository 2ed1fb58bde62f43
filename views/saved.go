package views

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
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
// is deleted.
func (s *Session) SaveView(viewName string) tea.Cmd {
	forgotten, off := strings.CutPrefix(viewName, "-")
	replaced := s.Views()[forgotten] != ""
	if off && !replaced {
		return s.ShowError("no view is called " + forgotten)
	}
	return s.Post(ViewStepsRequest{func(steps []ViewStep) tea.Cmd {
		c := marks.Change{ID: forgotten, Module: marks.Whole, Kind: marks.View, Text: JoinSteps(steps), Off: off}
		said := loaders.IfElse(replaced, "replaced: ", "saved: ") + "`:view " + forgotten + "` returns here"
		if off {
			said = forgotten + " deleted"
		}
		books := s.Books
		return s.SaveNow(func() tea.Msg {
			var last *marks.MarksBook
			for _, last = range books {
				if err := last.Apply(context.Background(), c); err != nil {
					return reportMarked(last, "", err)
				}
			}
			return reportMarked(last, said, nil)
		})
	}})
}

// OpenView follows a saved view's steps from the first screen, or shows an error.
func (s *Session) OpenView(viewName string) tea.Cmd {
	steps := s.Views()
	if steps[viewName] == "" {
		return s.ShowError("no view is called " + viewName)
	}
	way, err := ParseSteps(steps[viewName])
	if err != nil {
		return s.ShowError(viewName + ": " + err.Error())
	}
	return s.Post(FollowSteps{Steps: way})
}
