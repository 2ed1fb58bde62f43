package results

import (
	"image"

	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// canvas is where a panel is drawn in characters.
type canvas struct {
	f     *widget.Frame
	area  image.Rectangle
	panel *figure.Panel
	look  widget.Look
}
