package views

import tea "charm.land/bubbletea/v2"

// UndoableStep is an undoable act of the person.
type UndoableStep struct {
	Said       string
	Undo, Redo func() tea.Cmd
}

const mostDeeds = 1000

// UndoHistory records deeds, done and undone, in order.
type UndoHistory struct{ done, undone []UndoableStep }

// Did records a deed and forgets undone ones.
func (t *UndoHistory) Did(d UndoableStep) {
	if len(t.done) == mostDeeds {
		t.done = t.done[1:]
	}
	t.done, t.undone = append(t.done, d), nil
}

// Record records a change from was to is, made by put.
func Record[T any](t *UndoHistory, description string, valueBefore, valueAfter T, applyValue func(T) tea.Cmd) {
	t.Did(UndoableStep{Said: description, Undo: func() tea.Cmd { return applyValue(valueBefore) },
		Redo: func() tea.Cmd { return applyValue(valueAfter) }})
}

// Undo undoes the last deed and returns its description.
func (t *UndoHistory) Undo() (text string, cmd tea.Cmd) {
	d, ok := moveLast(&t.done, &t.undone)
	if !ok {
		return "nothing to undo", nil
	}
	return "undone: " + d.Said, d.Undo()
}

// Redo repeats the last undone deed and returns its description.
func (t *UndoHistory) Redo() (text string, cmd tea.Cmd) {
	d, ok := moveLast(&t.undone, &t.done)
	if !ok {
		return "nothing to redo", nil
	}
	return "redone: " + d.Said, d.Redo()
}

func moveLast(sourceSteps, targetSteps *[]UndoableStep) (d UndoableStep, ok bool) {
	n := len(*sourceSteps) - 1
	if n < 0 {
		return d, false
	}
	d = (*sourceSteps)[n]
	*sourceSteps, *targetSteps = (*sourceSteps)[:n], append(*targetSteps, d)
	return d, true
}

// Deeds counts the deeds that can be undone.
func (t *UndoHistory) Deeds() int { return len(t.done) }
