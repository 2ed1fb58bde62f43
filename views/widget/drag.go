package widget

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// Drag makes area react to a mouse drag. Later areas lie on top.
func (f *Frame) Drag(area image.Rectangle, onDrag func(from, to image.Point) tea.Cmd) {
	f.Drags = append(f.Drags, DragArea{area, onDrag})
}

// Dragged runs a drag; its end is clamped to the area of its start.
func (f *Frame) Dragged(startPoint, endPoint image.Point) tea.Cmd {
	for _, d := range slices.Backward(f.Drags) {
		if a := d.Area; startPoint.In(a) {
			endPoint = image.Pt(max(a.Min.X, min(endPoint.X, a.Max.X-1)), max(a.Min.Y, min(endPoint.Y, a.Max.Y-1)))
			return d.Run(startPoint, endPoint)
		}
	}
	return nil
}
