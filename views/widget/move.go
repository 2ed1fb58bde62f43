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
	act := func(name string, rows func(page int) int) Action {
		return Action{Name: name, Run: Do(func() {
			t := target()
			t.Move(rows(t.Page()))
		})}
	}
	by := func(n int) func(int) int { return func(int) int { return n } }
	return []Action{
		act("down", by(1)), act("up", by(-1)),
		act("half-down", func(page int) int { return max(1, page/2) }), act("half-up", func(page int) int { return -max(1, page/2) }),
		act("page-down", func(page int) int { return page }), act("page-up", func(page int) int { return -page }),
		act("first", by(-everyRow)), act("last", by(everyRow)),
	}
}

// everyRow is more rows than anything has.
const everyRow = math.MaxInt32
