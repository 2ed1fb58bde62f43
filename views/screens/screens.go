// Package screens is the one list of the screens: which is first, which keys
// open one from anywhere, and the keys of them all.
package screens

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/counts"
	"faithscope/views/example"
	"faithscope/views/examples"
	"faithscope/views/figure"
	"faithscope/views/groups"
	"faithscope/views/help"
	"faithscope/views/overview"
	"faithscope/views/problems"
	"faithscope/views/sweep"
	"faithscope/views/tables"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// Global returns the actions that work on every screen. actions
// returns those of the view on top: what help and the command line offer.
func Global(s *views.Session, actions func() []widget.Action) []widget.Action {
	post := func(msg tea.Msg) func() tea.Cmd {
		return func() tea.Cmd { return s.Post(msg) }
	}
	unwritable := widget.When(func() bool { return s.Write == nil }, "nothing can be written here")
	var all []widget.Action
	all = []widget.Action{
		{Name: "help", Keys: []string{"?"}, Help: "show the keys of this screen, to search and to run", Footer: true, Run: func() tea.Cmd {
			return s.Push(help.New(s, actions(), all))
		}},
		{Name: "command", Keys: []string{":"}, Help: "run an action by its name", Footer: true, Run: func() tea.Cmd {
			return s.Push(help.NewCommand(s, actions(), all))
		}},
		{Name: "problems", Keys: []string{"!"}, Help: "show what is wrong in the files", Run: func() tea.Cmd {
			return s.Push(problems.New(s))
		}},
		{Name: "back", Keys: []string{"q"}, Help: "go back one screen; quit on the first one", Effect: widget.Leaves, Footer: true, Run: post(views.Back{})},
		{Name: "quit", Keys: []string{"Q", "ctrl+c"}, Help: "leave the program", Effect: widget.Leaves, Run: post(views.Quit{})},
		{Name: "theme", Keys: []string{"C"}, Help: "change to the next theme; `:theme NAME` picks one", Run: s.NextTheme,
			Values: func() []string { return s.Themes }, With: func(name string) tea.Cmd { return s.Post(views.Dress{Theme: name}) }},
		{Name: "mouse", Keys: []string{"m"}, Help: "turn the mouse on or off; off lets you select text", Run: post(views.ToggleMouse{})},
		{Name: "save-screen", Help: "`:save-screen FILE` writes what is on screen: .png and .svg with the pictures, .ansi as text", Effect: widget.Writes, Disabled: unwritable, With: func(path string) tea.Cmd {
			return s.Post(views.SaveScreen{Path: path})
		}},
		{Name: "notebook", Help: "`:notebook FILE` writes what you did as a text file that `faithscope replay` makes a report of; that of the last session is kept for `--last`", Effect: widget.Writes, Disabled: unwritable, With: func(path string) tea.Cmd {
			return s.Post(views.WriteNotebook{Path: path})
		}},
		{Name: "save-view", Help: "`:save-view NAME` keeps this view: runs, filter, order, example, settings; `:save-view -NAME` forgets it", Effect: widget.Says, Disabled: s.Unkept, With: s.SaveView},
		{Name: "view", Help: "`:view NAME` returns to a view that was saved", Walks: true,
			Disabled: func() string {
				if names, _ := s.Views(); len(names) == 0 {
					return "no view was saved: `:save-view NAME` does it"
				}
				return ""
			}, Values: func() []string {
				names, _ := s.Views()
				return names
			}, With: s.OpenView},
		{Name: "redraw", Keys: []string{"R", "ctrl+l"}, Help: "paint the whole screen again", Run: post(views.Redraw{})},
		{Name: "suspend", Keys: []string{"Z", "ctrl+z"}, Help: "return to the shell until `fg`", Effect: widget.Leaves, Run: post(views.Suspend{})},
	}
	return all
}

// KeySection is the key table of one screen.
type KeySection struct {
	Screen  string
	Actions []widget.Action
}

// KeyTable lists every screen's actions for the documentation. The first run
// of s must have an example.
func KeyTable(s *views.Session) []KeySection {
	list := examples.New(s, 0, examples.Filter{})
	return []KeySection{
		{"Everywhere", Global(s, func() []widget.Action { return nil })},
		{"Overview", overview.New(s).Actions()},
		{"Examples", list.Actions()},
		{"Groups", groups.New(s, list, "").Actions()},
		{"Example", example.New(s, 0, 0, list).Actions()},
		{"What if", whatif.New(s, 0, 0).Actions()},
		{"Compare", compare.New(s, 0, min(1, len(s.Runs)-1)).Actions()},
		{"Tables", tables.New(s, "", 0).Actions()},
		{"Sweep", sweep.New(s, 0).Actions()},
		{"Counts", counts.New(s, 0).Actions()},
		{"Figures", figuresOf(s).Actions()},
		{"Problems", problems.New(s).Actions()},
		{"Help", help.New(s, nil, nil).Actions()},
	}
}

// figuresOf is the screen of the first figure.
func figuresOf(s *views.Session) views.View {
	v, err := figure.New(s, 0, "")
	if err != nil {
		panic(err) // it is a figure
	}
	return v
}
