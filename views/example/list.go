package example

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// ExampleList is the list that an example was opened from.
type ExampleList interface {
	// At returns the index of an example in the list, -1 if it isn't listed, and how many are.
	At(example int) (at, of int)
	// Next returns the next listed example, or the next failure, in direction d, ±1. From an
	// unlisted one it continues where that was. ok is false at the end.
	Next(example, d int, failure bool) (next int, ok bool)
	// Lists reports whether the list would contain an example if it were made now: while it is
	// covered, settings don't change it.
	Lists(example int) bool
	// Earlier names the settings changed since the list was made, with their old values; "" for
	// none.
	Earlier() string
	// DrawAround draws the rows around the selected example below a title; a click calls openExample.
	DrawAround(f *widget.Frame, area image.Rectangle, openExample func(example int) tea.Cmd)
	// Select selects an example, if it is listed.
	Select(example int)
	// Lead opens the list that a fact about an example links to, with that example selected if
	// listed.
	Lead(run, example int, to FactLink) tea.Cmd
	// Few opens the list of these places of a run, ascending, under a name.
	Few(run int, places []int, named string) tea.Cmd
	// Find returns the listed example with an id, or else at a place, from 1; or why there is none.
	Find(text string) (example int, why string)
}

// GotoAction returns `:goto` for the list that currentList returns: showExample opens an example.
func GotoAction(c *views.Console, currentList func() ExampleList, showExample func(example int) tea.Cmd) widget.Action {
	return widget.Action{
		Name: "goto", Help: "`:goto ID` or `:42` goes to an example in the list",
		With: func(text string) tea.Cmd {
			at, why := currentList().Find(text)
			if why != "" {
				return c.ShowError(why)
			}
			return showExample(at)
		},
	}
}
