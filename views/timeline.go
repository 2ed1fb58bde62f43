package views

import tea "charm.land/bubbletea/v2"

// UndoableStep is an undoable act of the person.
type UndoableStep struct {
	Said       string
	Undo, Redo func() tea.Cmd
}

const mostSteps = 1000

// UndoHistory records steps in order, undone ones last.
type UndoHistory struct {
	steps []UndoableStep
	done  int
}

// Did records a step and forgets undone ones.
func (t *UndoHistory) Did(d UndoableStep) {
	t.steps = append(t.steps[:t.done], d)
	t.steps = t.steps[max(0, len(t.steps)-mostSteps):]
	t.done = len(t.steps)
}

// Record records a change from was to is, made by put.
func Record[T any](t *UndoHistory, description string, valueBefore, valueAfter T, applyValue func(T) tea.Cmd) {
	t.Did(UndoableStep{Said: description, Undo: func() tea.Cmd { return applyValue(valueBefore) },
		Redo: func() tea.Cmd { return applyValue(valueAfter) }})
}

// Undo undoes the last step and returns its description.
func (t *UndoHistory) Undo() (text string, cmd tea.Cmd) {
	if t.done == 0 {
		return "nothing to undo", nil
	}
	t.done--
	d := t.steps[t.done]
	return "undone: " + d.Said, d.Undo()
}

// Redo repeats the last undone step and returns its description.
func (t *UndoHistory) Redo() (text string, cmd tea.Cmd) {
	if t.done == len(t.steps) {
		return "nothing to redo", nil
	}
	d := t.steps[t.done]
	t.done++
	return "redone: " + d.Said, d.Redo()
}

// Done counts the steps that can be undone.
func (t *UndoHistory) Done() int { return t.done }
