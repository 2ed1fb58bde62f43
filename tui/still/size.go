package still

import "image"

// A cell in pixels, and letters that fill it: DejaVu Sans Mono's are .602 em wide and 1.164 em
// high.
const (
	cellWidth, cellHeight = 10, 20
	letterSize            = 16.6
	baseline              = 16
)

// Cell returns the size of a cell in pixels.
func Cell() image.Point { return image.Pt(cellWidth, cellHeight) }
