package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/session"
)

// exampleRead is an example that was asked for.
type exampleRead struct {
	view    *Example
	request int
	at      int
	ex      *loaders.Example
	held    session.Held
	of      *loaders.Run
	photos  []photo // of its images
}

// open returns the command that reads example at and scores it.
func (v *Example) open(at int) tea.Cmd {
	v.request++
	v.wanted = at
	request, scored := v.request, v.s.Runs[v.list.run]
	return func() tea.Msg {
		read := exampleRead{view: v, request: request, at: at, of: scored.Run, ex: scored.Run.Example(at), held: scored.Hold(at)}
		for i := range read.ex.Images {
			read.photos = append(read.photos, photoOf(scored.Run.Pictures, read.ex, i))
		}
		return read
	}
}
