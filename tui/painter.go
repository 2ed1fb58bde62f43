package tui

import (
	"image"

	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// painter makes a photo ready for an area of cells by one protocol; a nil
// photo is a blank one. It runs on a command's goroutine. A further protocol
// is a further painter and its ready.
type painter func(photo *image.RGBA, p widget.Picture, cells image.Point) ready

// ready is a photo made ready for an area of cells.
type ready interface {
	// Size is roughly how many bytes of memory it takes.
	Size() int
	// prepare does for marks what paint would take long for.
	prepare(marks []widget.Mark)
	// paint draws into the cells of p, around its holes, and returns what the
	// writer has to paint over them.
	paint(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture
}
