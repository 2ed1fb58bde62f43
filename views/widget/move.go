package widget

import "math"

// Scroller holds what the move actions move: a table's selection, a text.
type Scroller interface {
	// Move goes down by rows, up where rows is negative, as far as it can.
	Move(rows int)
	// Page returns how many rows are on screen, at least 1.
	Page() int
}

// MoveActions returns the keys that move what target returns at the time: a row, half a page or a
// page down and up, and to the first and the last row.
func MoveActions(target func() Scroller) []Action {
	act := func(name string, sign int, rows func(page int) int) Action {
		return Action{Name: name, Run: Do(func() {
			t := target()
			t.Move(sign * rows(t.Page()))
		})}
	}
	one := func(int) int { return 1 }
	half := func(page int) int { return max(1, page/2) }
	whole := func(page int) int { return page }
	every := func(int) int { return everyRow }
	return []Action{
		act("down", 1, one), act("up", -1, one), act("half-down", 1, half), act("half-up", -1, half),
		act("page-down", 1, whole), act("page-up", -1, whole), act("first", -1, every), act("last", 1, every),
	}
}

// SteerActions returns two actions, which call steer with 1 to the right and -1 to the left.
func SteerActions(steer func(by int)) []Action {
	act := func(name string, by int) Action {
		return Action{Name: name, Run: Do(func() { steer(by) })}
	}
	return []Action{act("move-right", 1), act("move-left", -1)}
}

// PaneActions returns next-pane, with this help and, under a short name, in the footer, and
// previous-pane: they call turn with 1 and -1. Both are disabled where disabled, if it is not nil,
// gives a reason.
func PaneActions(help, short string, disabled func() string, turn func(by int)) []Action {
	return []Action{
		{Name: "next-pane", Help: help, Footer: true, Short: short, Disabled: disabled, Run: Do(func() { turn(1) })},
		{Name: "previous-pane", Disabled: disabled, Run: Do(func() { turn(-1) })},
	}
}

// everyRow is more rows than anything has.
const everyRow = math.MaxInt32
