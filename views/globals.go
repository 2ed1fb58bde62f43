package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// GlobalActions returns the actions that work on every screen. actions
// returns those of the view on top: what help and the command line offer.
func GlobalActions(s *Session, actions func() []widget.Action) []widget.Action {
	post := func(msg tea.Msg) func() tea.Cmd {
		return func() tea.Cmd { return s.Post(msg) }
	}
	return []widget.Action{
		{Name: "help", Keys: []string{"?"}, Help: "the keys of this screen, to search and to run", Footer: true, Run: func() tea.Cmd {
			return s.Push(NewHelp(s, actions()))
		}},
		{Name: "command", Keys: []string{":"}, Help: "run an action by its name", Footer: true, Run: func() tea.Cmd {
			return s.Push(NewCommand(s, actions()))
		}},
		{Name: "problems", Keys: []string{"!"}, Help: "what is wrong in the files", Run: func() tea.Cmd {
			return s.Push(NewProblems(s))
		}},
		{Name: "back", Keys: []string{"q"}, Help: "to the screen before; on the first one quit", Footer: true, Run: post(Back{})},
		{Name: "quit", Keys: []string{"Q", "ctrl+c"}, Help: "leave the program", Run: post(Quit{})},
		{Name: "mouse", Keys: []string{"m"}, Help: "mouse on or off; off to select text", Run: post(ToggleMouse{})},
		{Name: "redraw", Keys: []string{"R", "ctrl+l"}, Help: "paint the whole screen anew", Run: post(Redraw{})},
		{Name: "suspend", Keys: []string{"Z", "ctrl+z"}, Help: "back to the shell until `fg`", Run: post(Suspend{})},
	}
}

// KeySection is the key table of one screen.
type KeySection struct {
	Screen  string
	Actions []widget.Action
}

// KeyTable lists every screen's actions for the documentation. The first run
// of s must have an example.
func KeyTable(s *Session) []KeySection {
	list := NewExamples(s, 0, ExampleFilter{}).(*Examples)
	return []KeySection{
		{"Everywhere", GlobalActions(s, func() []widget.Action { return nil })},
		{"Overview", NewOverview(s).Actions()},
		{"Examples", list.Actions()},
		{"Example", NewExample(list, 0).Actions()},
		{"Problems", NewProblems(s).Actions()},
		{"Help", NewHelp(s, nil).Actions()},
	}
}
