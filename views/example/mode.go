package example

import (
	"cmp"
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/explain"
	"faithscope/views"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// form is a form of an example.
type form uint8

const (
	recorded form = iota
	changed       // modules return something else
	reasked       // a model answers again, as the example is and with other texts
	drafted       // a sheet for what a person says of it
)

// mode is the form in which an example is shown, in the place of what was read.
type mode struct {
	s      *views.Session
	record *record
	panes  *panes
	settle func() // shows the outcome after a change was undone or redone
	form   form
	busy   string             // what is being asked of a model, "" for nothing
	number int                // of what was asked last
	stop   context.CancelFunc // ends it; nil for what is merely no longer shown
	left   map[spot]kept      // what was changed of examples that were left
}

// kept holds what was changed of an example that was left.
type kept struct {
	trial *whatif.Trial // nil for nothing
	edit  explain.Edit
}

// stopAsking stops what is being asked: its answer is no longer shown.
func (m *mode) stopAsking() {
	m.number++
	if m.busy = ""; m.stop != nil {
		m.stop()
	}
}

// fetchLast is [record.fetchShown] for what is asked of a model: it is shown unless something else
// was asked since.
func (m *mode) fetchLast(read func() (show func() tea.Cmd)) tea.Cmd {
	number := m.number
	return m.record.fetchShown(func() func() tea.Cmd {
		show := read()
		return func() tea.Cmd {
			if number != m.number {
				return nil
			}
			return show()
		}
	})
}

// saveAction saves the example that a mode made as a run of its own; none is why there is
// none.
func (m *mode) saveAction(none func() string, made func() *loaders.Example) widget.Action {
	return widget.Action{Name: "save-run", Effect: widget.Writes,
		Disabled: func() string { return cmp.Or(widget.If(m.s.Host.Save == nil, "nothing can be written here"), none()) },
		Run: func() tea.Cmd {
			run, ex := m.record.of, made()
			return func() tea.Msg {
				path, err := m.s.Host.Save(run, ex)
				if err != nil {
					return views.Flash{Text: loaders.Clean(err.Error()), Bad: true}
				}
				return views.Wrote("saved as", path, nil)
			}
		}}
}

// answered is the answer of a form of the example, or why it is not known.
type answered struct {
	answer  loaders.Answer
	unknown string
}

// inPlaceOf returns the actions of a mode and those of others that it has none for.
func inPlaceOf(others, own []widget.Action) []widget.Action {
	names := widget.Names(own)
	return append(own, loaders.Filter(others, func(o widget.Action) bool { return !slices.Contains(names, o.Name) })...)
}

// doEach returns steps of one verb, one for the words of each.
func doEach(verb string, each [][]string) []views.Step {
	return loaders.Map(each, func(words []string) views.Step { return views.Do(verb, words...) })
}

// gap stands between answers and what was changed, and before the keys.
const gap = "    "
