package views

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// CopyAction opens a menu of what can be copied of the selected example of
// runs[run()]: its id, its record as JSON, and a command that opens what is on
// screen again.
func CopyAction(s *Session, run func() int, selected func() *loaders.Example, disabled func() string) widget.Action {
	return widget.Action{Name: "copy", Keys: []string{"y"}, Help: "copy the example's id, its record as JSON, or a link to this view", Group: "Copy", Effect: widget.Leaves, Disabled: disabled,
		Values: func() []string { return copied },
		With:   func(what string) tea.Cmd { return copyOf(s, run(), selected, what) },
		Run: func() tea.Cmd {
			items := []widget.MenuItem{{Text: "id    " + selected().ID}, {Text: "json  the record, in the native format"}, {Text: "link  a command that opens this view again"}}
			return s.Menu("Copy", "enter copies · esc closes", widget.Leaves, items, func(i int) tea.Cmd { return copyOf(s, run(), selected, copied[i]) })
		}}
}

// copied are what can be copied, in the order of the menu.
var copied = []string{"id", "json", "link"}

func copyOf(s *Session, run int, selected func() *loaders.Example, what string) tea.Cmd {
	switch what {
	case "id":
		return s.Post(Copy{Text: selected().ID, What: "the id"})
	case "json":
		if s.JSON == nil {
			return s.Post(Flash{Text: "there is no record to copy", Bad: true})
		}
		text, err := s.JSON(s.Run(run), selected())
		if err != nil {
			return s.Post(Flash{Text: err.Error(), Bad: true})
		}
		return s.Post(Copy{Text: text, What: "the record"})
	case "link":
		return s.Post(Link{func(steps []Step) tea.Cmd {
			return s.Post(Copy{Text: OpenLine(s.Opened, steps), What: "a command that opens this view", Lines: true})
		}})
	}
	return s.Post(Flash{Text: what + " is not one of " + strings.Join(copied, ", "), Bad: true})
}

// OpenLine is the command that opens runs again as args did, at a view.
func OpenLine(args []string, steps []Step) string {
	return Do("faithscope", slices.Concat([]string{"open"}, args, []string{"--view", JoinSteps(steps)})...).String()
}
