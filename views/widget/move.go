package widget

import "math"

// Scroller is moved by the move actions.
type Scroller interface {
	// Move goes down, up if negative, as far as possible.
	Move(rows int)
	// Page returns the visible rows, at least 1.
	Page() int
}

// MoveActions move the current scroller by a row, half a page, a page, and to both ends.
func MoveActions(currentScroller func() Scroller) []Action {
	act := func(name string, rows, halfPages int) Action {
		return Action{Name: name, Run: Do(func() {
			t := currentScroller()
			t.Move(rows + (t.Page()*halfPages+halfPages%2)/2) // rounded up
		})}
	}
	return []Action{
		act("down", 1, 0), act("up", -1, 0), act("half-down", 0, 1), act("half-up", 0, -1),
		act("page-down", 0, 2), act("page-up", 0, -2), act("first", -everyRow, 0), act("last", everyRow, 0),
	}
}

// SteerActions returns move-right and move-left, which call moveBy(1) and moveBy(-1).
func SteerActions(moveBy func(by int)) []Action {
	return []Action{{Name: "move-right", Run: Do(func() { moveBy(1) })}, {Name: "move-left", Run: Do(func() { moveBy(-1) })}}
}

// PaneActions returns next-pane and previous-pane, which call changePane(1) and changePane(-1). Only
// next-pane has help and is in the footer. disabledReason may be nil.
func PaneActions(help, shortHelp string, disabledReason func() string, changePane func(by int)) []Action {
	return []Action{
		{Name: "next-pane", Help: help, Footer: true, Short: shortHelp, Disabled: disabledReason, Run: Do(func() { changePane(1) })},
		{Name: "previous-pane", Disabled: disabledReason, Run: Do(func() { changePane(-1) })},
	}
}

const everyRow = math.MaxInt32
