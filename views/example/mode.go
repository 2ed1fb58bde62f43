package example

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/explain"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// form is a form of an example.
type form uint8

const (
	recorded  form = iota
	changed        // modules return something else
	reasked        // a model answers again, as the example is and with other texts
	drafted        // a sheet for what a person says of it
	alternate      // as something else has it: see [mode.other]
)

// recordedName, reaskedName and draftedName are the names of the layers of the run, of a model's
// answers and of what the person annotated.
const recordedName, reaskedName, draftedName = "recorded", "answered again", "annotated by you"

// layer is a form of the example that the screen can go to, by its name.
type layer struct {
	name  string
	form  form
	there bool
	open  func() tea.Cmd // nil: it only has to be shown
}

// mode is the form in which an example is shown, in the place of what was read.
type mode struct {
	*record
	panes  *panes
	settle func() // shows the outcome after a change was undone or redone
	*keptChanges
	busy  string                        // what is being asked of a model, "" for nothing
	about loadedExample                 // what it is asked about, which need not be what is shown
	stop  context.CancelFunc            // ends it; nil for what is merely no longer shown
	left  map[examplePlace]*keptChanges // what was changed of examples, also of those that were left
	other evidence.Layer                // that was gone to last, without an example before
}

// kept holds what was changed of an example, and stays with it when another is shown.
type keptChanges struct {
	trial *whatif.Trial // without an outcome before anybody asked what if
	edit  explain.Edit
	form  form
}

func (m *mode) findKept(place examplePlace) *keptChanges {
	if m.left[place] == nil {
		m.left[place] = &keptChanges{trial: &whatif.Trial{}}
	}
	return m.left[place]
}

func (k *keptChanges) countKept() int { return len(k.edit.Steps()) + len(k.trial.Now) }

func (m *mode) selectedNode() int { return m.panes.program.Node() }

func (m *mode) isAskingHere() bool { return m.busy != "" && m.about.examplePlace == m.examplePlace }

func (m *mode) stopAsking() {
	m.latest.inquiry++
	if m.busy = ""; m.stop != nil {
		m.stop()
	}
}

// fetchLast is [record.fetchShown] for what is asked of a model: it calls show unless something
// else was asked or asking was stopped since, whichever example is on screen by then.
func (m *mode) fetchLast(read func() (show func() tea.Cmd)) tea.Cmd {
	inquiry := m.latest.inquiry
	return func() tea.Msg {
		show := read()
		return fetchResult{m.record, ofAny, func() tea.Cmd {
			if inquiry != m.latest.inquiry {
				return nil
			}
			return show()
		}}
	}
}

func (m *mode) otherLayer(name string, ex *loaders.Example) layer {
	return layer{name: name, form: alternate, open: widget.Do(func() {
		m.other = evidence.Layer{Name: name, Example: ex, Score: m.scoreForm(ex)}
	})}
}

func (m *mode) scoreForm(ex *loaders.Example) *scoring.ExampleScore {
	if ex == nil {
		return nil
	}
	if score, ok := m.s.Runs[m.run].Weigh(ex).Score(m.s.Settings); ok {
		return &score
	}
	return nil
}

func startActions(like widget.Action) func(name, help string, run func() tea.Cmd) widget.Action {
	return func(name, help string, run func() tea.Cmd) widget.Action {
		a := like
		a.Name, a.Help, a.Run, a.Footer = name, help, run, a.Footer && help != ""
		return a
	}
}

// answered is the answer of a form of the example, or why it is not known. It has a name where an arrow
// from the one before would be wrong.
type shownAnswer struct {
	name    string
	answer  loaders.Answer
	unknown string
}

func inPlaceOf(others, replacements []widget.Action) []widget.Action {
	names := widget.Names(replacements)
	return append(replacements, loaders.Filter(others, func(o widget.Action) bool { return !slices.Contains(names, o.Name) })...)
}

func doEach(verb string, each [][]string) []views.Step {
	return loaders.Map(each, func(words []string) views.Step { return views.Do(verb, words...) })
}

// gap stands between answers and what was changed, and before the keys.
const gap = "    "
