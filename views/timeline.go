package views

import tea "charm.land/bubbletea/v2"

// Deed is an undoable act of the person.
type Deed struct {
	Said       string
	Undo, Redo func() tea.Cmd
}

const mostDeeds = 1000

// Timeline records deeds, done and undone, in order.
type Timeline struct{ done, undone []Deed }

// Did records a deed and forgets undone ones.
func (t *Timeline) Did(d Deed) {
	if len(t.done) == mostDeeds {
		t.done = t.done[1:]
	}
	t.done, t.undone = append(t.done, d), nil
}

// Record records a change from was to is, made by put.
func Record[T any](t *Timeline, description string, was, is T, put func(T) tea.Cmd) {
	t.Did(Deed{Said: description, Undo: func() tea.Cmd { return put(was) }, Redo: func() tea.Cmd { return put(is) }})
}

// Undo undoes the last deed and returns its description.
func (t *Timeline) Undo() (said string, cmd tea.Cmd) {
	d, ok := moveLast(&t.done, &t.undone)
	if !ok {
		return "there is nothing to take back", nil
	}
	return "taken back: " + d.Said, d.Undo()
}

// Redo repeats the last undone deed and returns its description.
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

// Deeds counts the deeds that can be undone.
func (t *Timeline) Deeds() int { return len(t.done) }
