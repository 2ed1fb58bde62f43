package views

import tea "charm.land/bubbletea/v2"

// Deed is something that a person did and may undo: a mark, a tag, a filter, a
// setting, a change of what a module returned.
type Deed struct {
	Said       string // what was done, in a few words
	Undo, Redo func() tea.Cmd
}

// mostDeeds bounds how far back a timeline goes.
const mostDeeds = 1000

// Timeline holds what a person did, in order, and how much of it was undone.
type Timeline struct{ done, undone []Deed }

// Did records a deed; what was undone before is forgotten.
func (t *Timeline) Did(d Deed) {
	if len(t.done) == mostDeeds {
		t.done = t.done[1:]
	}
	t.done, t.undone = append(t.done, d), nil
}

// Record records that a person changed something from was to is, as put does it; said
// says what was done.
func Record[T any](t *Timeline, description string, was, is T, put func(T) tea.Cmd) {
	t.Did(Deed{Said: description, Undo: func() tea.Cmd { return put(was) }, Redo: func() tea.Cmd { return put(is) }})
}

// Undo undoes the last deed, and says which.
func (t *Timeline) Undo() (said string, cmd tea.Cmd) {
	d, ok := moveLast(&t.done, &t.undone)
	if !ok {
		return "there is nothing to take back", nil
	}
	return "taken back: " + d.Said, d.Undo()
}

// Redo does again what was undone last, and says what.
func (t *Timeline) Redo() (said string, cmd tea.Cmd) {
	d, ok := moveLast(&t.undone, &t.done)
	if !ok {
		return "nothing was taken back", nil
	}
	return "done again: " + d.Said, d.Redo()
}

func moveLast(from, to *[]Deed) (d Deed, ok bool) {
	n := len(*from) - 1
	if n < 0 {
		return d, false
	}
	d = (*from)[n]
	*from, *to = (*from)[:n], append(*to, d)
	return d, true
}

// Deeds returns how many deeds can be undone.
func (t *Timeline) Deeds() int { return len(t.done) }
