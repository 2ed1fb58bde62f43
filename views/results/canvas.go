package results

import (
	"image"

	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// textCanvas is where a panel is drawn in characters.
type textCanvas struct {
	f     *widget.Frame
	area  image.Rectangle
	panel *figure.Panel
	look  widget.Look
	// isLettered names lines by the letters of their keys.
	isLettered bool
}
