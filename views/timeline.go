package views

import tea "charm.land/bubbletea/v2"

// UndoableStep is an undoable act of the person.
type UndoableStep struct {
	Said       string
	Undo, Redo func() tea.Cmd
}

const mostDeeds = 1000

// UndoHistory records deeds in order, undone ones last.
type UndoHistory struct {
	deeds []UndoableStep
	done  int
}

// Did records a deed and forgets undone ones.
func (t *UndoHistory) Did(d UndoableStep) {
	t.deeds = append(t.deeds[:t.done], d)
	t.deeds = t.deeds[max(0, len(t.deeds)-mostDeeds):]
	t.done = len(t.deeds)
}

// Record records a change from was to is, made by put.
func Record[T any](t *UndoHistory, description string, valueBefore, valueAfter T, applyValue func(T) tea.Cmd) {
	t.Did(UndoableStep{Said: description, Undo: func() tea.Cmd { return applyValue(valueBefore) },
		Redo: func() tea.Cmd { return applyValue(valueAfter) }})
}

// Undo undoes the last deed and returns its description.
func (t *UndoHistory) Undo() (text string, cmd tea.Cmd) {
	if t.done == 0 {
		return "nothing to undo", nil
	}
	t.done--
	d := t.deeds[t.done]
	return "undone: " + d.Said, d.Undo()
}

// Redo repeats the last undone deed and returns its description.
func (t *UndoHistory) Redo() (text string, cmd tea.Cmd) {
	if t.done == len(t.deeds) {
		return "nothing to redo", nil
	}
	d := t.deeds[t.done]
	t.done++
	return "redone: " + d.Said, d.Redo()
}

// Deeds counts the deeds that can be undone.
func (t *UndoHistory) Deeds() int { return t.done }
