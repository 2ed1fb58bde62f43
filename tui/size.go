package tui

import (
	"fmt"
	"image"

	tea "charm.land/bubbletea/v2"
)

// largestScreen bounds the screen in cells: several copies of it are kept, and
// a terminal may claim any size. A wall of 8K with the smallest font has less
// than a person at the machine may have, a screen of 4K less than a guest.
func largestScreen(guest bool) image.Point {
	if guest {
		return image.Pt(640, 240)
	}
	return image.Pt(2000, 500)
}

// usable refuses to start on a terminal that claims to be larger than largest.
func usable(cells, largest image.Point) error {
	if cells.X > largest.X || cells.Y > largest.Y {
		return fmt.Errorf("the terminal says that it has %d columns and %d rows; at most %d and %d can be drawn",
			cells.X, cells.Y, largest.X, largest.Y)
	}
	return nil
}

// trueSize returns a filter of messages that puts the size which the driver of
// the terminal knows in the place of one that the terminal claims in its
// input, and keeps either within largest, before the renderer sees it. driver
// returns zero where it knows none.
func trueSize(driver func() image.Point, largest image.Point) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		size, ok := msg.(tea.WindowSizeMsg)
		if !ok {
			return msg
		}
		cells := driver()
		if cells.X <= 0 || cells.Y <= 0 {
			cells = image.Pt(size.Width, size.Height)
		}
		size.Width = min(max(cells.X, 0), largest.X)
		size.Height = min(max(cells.Y, 0), largest.Y)
		return size
	}
}
