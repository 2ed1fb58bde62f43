package example

import (
	"image"
	"math"
)

// leastNeighbours is the least height of the list around the example: its border, titles and three rows.
const leastNeighbours = 5

// spareLines counts the empty lines at the end of a pane.
type spareLines struct {
	area  *image.Rectangle
	count int
}

// cutEmptyLines shortens the panes that end at the bottom by the lines that all of them leave empty, at most h, and
// returns how many; 0 if they are too few for a list.
func cutEmptyLines(panes []spareLines, bottom, gap, h int) int {
	spare, cut := math.MaxInt, []*image.Rectangle{}
	for _, pane := range panes {
		if !pane.area.Empty() && pane.area.Max.Y == bottom {
			spare, cut = min(spare, pane.count), append(cut, pane.area)
		}
	}
	if h = min(spare-gap, h); len(cut) == 0 || h < leastNeighbours {
		return 0
	}
	for _, area := range cut {
		area.Max.Y -= h + gap
	}
	return h
}
