package example

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// List is the list that an example was opened from.
type List interface {
	// At returns where an example is in the list, -1 where it is not listed,
	// and how many are.
	At(example int) (at, of int)
	// Next returns the listed example that follows one in direction d, ±1, or
	// the next failure. From one that is no longer listed it goes on from where
	// that was. ok is false at the list's end.
	Next(example, d int, failure bool) (next int, ok bool)
	// Lists reports whether the list would have an example if it were made now:
	// while another screen covers it, it stays as it was when settings move.
	Lists(example int) bool
	// Earlier names the settings that have moved since the list was made, with
	// their old values; "" for none.
	Earlier() string
	// Select selects an example, if it is listed.
	Select(example int)
	// Lead opens the list that a fact about an example of a run of the session
	// leads to, with that example selected if it is listed.
	Lead(run, example int, to Lead) tea.Cmd
	// Few opens the list of a few examples of a run of the session, ascending, under
	// a name.
	Few(run int, places []int, named string) tea.Cmd
	// Find returns the listed example with an id, or else at a place, from 1;
	// or why there is none.
	Find(text string) (example int, why string)
}

// GotoAction is `:goto` on the screens of a list, which list returns: show goes to an example.
func GotoAction(c *views.Console, list func() List, show func(example int) tea.Cmd) widget.Action {
	return widget.Action{
		Name: "goto", Help: "`:goto ID` or `:42` goes to an example of the list",
		With: func(text string) tea.Cmd {
			at, why := list().Find(text)
			if why != "" {
				return c.ShowError(why)
			}
			return show(at)
		},
	}
}
