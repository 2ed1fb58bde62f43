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

// form is a version of an example.
type form uint8

const (
	recorded  form = iota
	changed        // modules return something else
	reasked        // a model answers again
	drafted        // the person annotates it
	alternate      // see [mode.other]
)

// recordedName, reaskedName and draftedName are the names of layers.
const recordedName, reaskedName, draftedName = "recorded", "answered again", "annotated by you"

// layer is a version that the screen can show.
type layer struct {
	name  string
	form  form
	there bool
	open  func() tea.Cmd // nil if it only has to be shown
}

// mode holds what all versions of an example share.
type mode struct {
	*record
	panes  *panes
	settle func() // lays the screen out after undo or redo
	*keptChanges
	busy  string                        // what a model is being asked, "" for nothing
	about loadedExample                 // the example it is asked about, perhaps not the one on screen
	stop  context.CancelFunc            // ends asking; nil if it can't be stopped
	left  map[examplePlace]*keptChanges // by example, also those left
	other evidence.Layer                // the last alternate opened
}

// keptChanges holds the changes of an example while others are shown.
type keptChanges struct {
	trial *whatif.Trial // without an outcome before the first what-if
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

// fetchLast is [record.fetchShown] for a model: show runs whichever example is on screen, unless
// something else was asked since.
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

// shownAnswer is the answer of a version, or why it is unknown. It has a name where an arrow before
// it would mislead.
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

// gap separates answers, changes and keys.
const gap = "    "
