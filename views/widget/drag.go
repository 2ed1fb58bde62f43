package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
)

// Drag makes area react to the mouse being dragged over it. Later areas lie on top.
func (f *Frame) Drag(area image.Rectangle, run func(from, to image.Point) tea.Cmd) {
	f.Drags = append(f.Drags, Drag{area, run})
}

// Dragged runs what a drag that began at a cell and ended at another does; the end is taken
// inside the area in which it began.
func (f *Frame) Dragged(from, to image.Point) tea.Cmd {
	for i := len(f.Drags) - 1; i >= 0; i-- {
		if a := f.Drags[i].Area; from.In(a) {
			to = image.Pt(max(a.Min.X, min(to.X, a.Max.X-1)), max(a.Min.Y, min(to.Y, a.Max.Y-1)))
			return f.Drags[i].Run(from, to)
		}
	}
	return nil
}
