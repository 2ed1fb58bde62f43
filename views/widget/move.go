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
	act := func(name string, sign int, rows func(page int) int) Action {
		return Action{Name: name, Run: Do(func() {
			t := currentScroller()
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

// SteerActions returns move-right and move-left, which call moveBy(1) and moveBy(-1).
func SteerActions(moveBy func(by int)) []Action {
	act := func(name string, by int) Action {
		return Action{Name: name, Run: Do(func() { moveBy(by) })}
	}
	return []Action{act("move-right", 1), act("move-left", -1)}
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
