package views

import (
	"context"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

// Stepped is a view that can be returned to.
type Stepped interface {
	// Steps returns those that lead from the screen below to this view as it is.
	Steps() []Step
}

// Rooted is a view whose steps may begin at the first screen, whatever screen it
// was opened from.
type Rooted interface {
	Stepped
	Rooted() bool
}

// StepsTo returns the commands that lead from the first screen of a program
// just opened to the view on top of a stack, under the session's settings; as
// far as the views say how.
func StepsTo(s *Session, stack []View) []Step {
	steps := settingSteps(s.Settings)
	for _, v := range stack {
		if _, over := v.(*Modal); over {
			continue
		}
		stepped, ok := v.(Stepped)
		if !ok {
			break
		}
		if rooted, ok := v.(Rooted); ok && rooted.Rooted() {
			steps = settingSteps(s.Settings)
		}
		steps = append(steps, stepped.Steps()...)
	}
	return steps
}

// settingSteps are the settings that are not as the papers have them.
func settingSteps(x scoring.Settings) []Step {
	steps := []Step{Do("paper-settings")}
	d := scoring.Defaults()
	for _, setting := range scoring.AllSettings() {
		if now := setting.In(&x).String(); now != setting.In(&d).String() {
			steps = append(steps, Do("set", setting.Flag(), now))
		}
	}
	return steps
}

// Link asks the program for the commands that lead to what is on screen, and
// gives them to Then.
type Link struct{ Then func(steps []Step) tea.Cmd }

// SaveScreen has the program write a frame, nil for what is on screen, to a file, by
// the end of its name: .png, .svg or .ansi.
type SaveScreen struct {
	Path  string
	Frame *widget.Frame
}

// Unkept says why nothing can be kept with any run, "" where it can.
func (s *Session) Unkept() string {
	for i := range s.Runs {
		if why := unkept(s, i); why != "" {
			return why
		}
	}
	return ""
}

// Views returns the names of the views that were saved with any of the runs,
// sorted, and by name the commands that lead to each.
func (s *Data) Views() (names []string, steps map[string]string) {
	steps = map[string]string{}
	for i := range s.Runs {
		_, of := s.Book(i).Views()
		maps.Copy(steps, of)
	}
	return slices.Sorted(maps.Keys(steps)), steps
}

// SaveView keeps the view on screen under a name, with every run: it is found
// again with whichever of them is opened. A name behind a minus is forgotten.
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
					return marked(last, "", err)
				}
			}
			return marked(last, said, nil)
		}
	}})
}

// OpenView goes to a view that was saved.
func (s *Session) OpenView(name string) tea.Cmd {
	_, steps := s.Views()
	if steps[name] == "" {
		return s.Post(Flash{Text: "no view is called " + name, Bad: true})
	}
	way, err := ParseSteps(steps[name])
	if err != nil {
		return s.Post(Flash{Text: name + ": " + err.Error(), Bad: true})
	}
	return s.Post(Walk{Steps: way})
}

// Walk has the program leave all screens but the first and follow steps, one
// after the other, once every run has been read, and then open a view on top,
// nil for none.
type Walk struct {
	Steps []Step
	Then  View
}

// RunAction goes to a run of the session by its name.
func RunAction(s *Session, help string, disabled func() string, to func(run int) tea.Cmd) widget.Action {
	return widget.Action{Name: "run", Help: help, Disabled: disabled, Values: s.Names,
		With: func(name string) tea.Cmd {
			run := slices.Index(s.Names(), name)
			if run < 0 {
				return s.Post(Flash{Text: "no run is called " + name, Bad: true})
			}
			return to(run)
		}}
}
