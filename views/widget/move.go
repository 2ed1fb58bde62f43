package widget

import "math"

// Scroller is what the move actions move: a table's selection, a text.
type Scroller interface {
	// Move goes down by rows, up where rows is negative, as far as it can.
	Move(rows int)
	// Page returns how many rows are on screen, at least 1.
	Page() int
}

// MoveActions returns the keys that move what target returns at the time:
// the focused pane's rows.
func MoveActions(target func() Scroller) []Action {
	act := func(name, help string, move func(Scroller), keys ...string) Action {
		return Action{Name: name, Keys: keys, Help: help, Group: "Move", Run: Do(func() { move(target()) })}
	}
	return []Action{
		act("down", "move to the next row", func(t Scroller) { t.Move(1) }, "j", "down"),
		act("up", "move to the previous row", func(t Scroller) { t.Move(-1) }, "k", "up"),
		act("half-down", "move half a screen down", func(t Scroller) { t.Move(max(1, t.Page()/2)) }, "J", "ctrl+d"),
		act("half-up", "move half a screen up", func(t Scroller) { t.Move(-max(1, t.Page()/2)) }, "K", "ctrl+u"),
		act("page-down", "move a screen down", func(t Scroller) { t.Move(t.Page()) }, "pgdown", "ctrl+f"),
		act("page-up", "move a screen up", func(t Scroller) { t.Move(-t.Page()) }, "pgup", "ctrl+b"),
		act("first", "go to the first row", func(t Scroller) { t.Move(-everyRow) }, "g", "home"),
		act("last", "go to the last row", func(t Scroller) { t.Move(everyRow) }, "G", "end"),
	}
}

// everyRow is more rows than anything has.
const everyRow = math.MaxInt32
