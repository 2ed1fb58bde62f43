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

// versionForm is a version of an example.
type versionForm uint8

const (
	recorded  versionForm = iota
	changed               // modules return something else
	reasked               // a model answers again
	drafted               // the person annotates it
	alternate             // see [mode.other]
)

// recordedName, reaskedName and draftedName are the names of layers.
const recordedName, reaskedName, draftedName = evidence.RecordedVersion, "asked again", "annotated by you"

// shownVersion is a version that the screen can show.
type shownVersion struct {
	name  string
	form  versionForm
	there bool
	open  func() tea.Cmd // nil if it only has to be shown
}

// versionMode holds what all versions of an example share.
type versionMode struct {
	*scoredExample
	panes  *panes
	settle func() // lays the screen out after undo or redo
	*exampleChanges
	busy  string                           // what a model is being asked, "" for nothing
	about loadedExample                    // the example it is asked about, perhaps not the one on screen
	stop  context.CancelFunc               // ends asking; nil if it can't be stopped
	left  map[examplePlace]*exampleChanges // by example, also those left
	other evidence.ExampleVersion          // the last alternate opened
}

// exampleChanges holds the changes of an example while others are shown.
type exampleChanges struct {
	trial *whatif.ChangedExample // without an outcome before the first what-if
	edit  explain.TextEdits
	form  versionForm
}

func (m *versionMode) findKept(soughtPlace examplePlace) *exampleChanges {
	if m.left[soughtPlace] == nil {
		m.left[soughtPlace] = &exampleChanges{trial: &whatif.ChangedExample{}}
	}
	return m.left[soughtPlace]
}

func (k *exampleChanges) countKept() int { return len(k.edit.Steps()) + len(k.trial.Now) }

func (m *versionMode) selectedNode() int { return m.panes.program.Node() }

func (m *versionMode) isAskingHere() bool {
	return m.busy != "" && m.about.examplePlace == m.examplePlace
}

func (m *versionMode) stopAsking() {
	m.latest.inquiry++
	if m.busy = ""; m.stop != nil {
		m.stop()
	}
}

// fetchLast is [scoredExample.fetchShown] for a model: show runs whichever example is on screen, unless
// something else was asked since.
func (m *versionMode) fetchLast(readInBackground func() (show func() tea.Cmd)) tea.Cmd {
	inquiry := m.latest.inquiry
	return func() tea.Msg {
		show := readInBackground()
		return fetchResult{m.scoredExample, ofAny, func() tea.Cmd {
			if inquiry != m.latest.inquiry {
				return nil
			}
			return show()
		}}
	}
}

func (m *versionMode) otherLayer(versionName string, ex *loaders.Example) shownVersion {
	return shownVersion{name: versionName, form: alternate, open: widget.Do(func() {
		m.other = evidence.ExampleVersion{Name: versionName, Example: ex, Score: m.scoreForm(ex)}
	})}
}

func (m *versionMode) scoreForm(ex *loaders.Example) *scoring.ExampleScore {
	if ex == nil {
		return nil
	}
	return m.scoredRun().Weigh(ex).Score(m.s.Settings)
}

func startActions(actionTemplate widget.Action) func(name, help string, run func() tea.Cmd) widget.Action {
	return func(name, help string, run func() tea.Cmd) widget.Action {
		a := actionTemplate
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

func inPlaceOf(otherActions, replacements []widget.Action) []widget.Action {
	names := widget.Names(replacements)
	return append(replacements, loaders.Filter(otherActions, func(o widget.Action) bool { return !slices.Contains(names, o.Name) })...)
}

func doEach(stepVerb string, stepArguments [][]string) []views.ViewStep {
	return loaders.Map(stepArguments, func(words []string) views.ViewStep { return views.Do(stepVerb, words...) })
}

// gap separates answers, changes and keys.
const gap = "    "
