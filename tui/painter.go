package tui

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"sync"

	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// painter prepares a photo for an area of cells; a nil photo becomes a blank picture. It runs on a
// command's goroutine. A new protocol needs a painter and its ready.
type painter func(photo *image.RGBA, p widget.Picture, cells image.Point) ready

// ready is a photo prepared for an area of cells.
type ready interface {
	// Size is in bytes, roughly.
	Size() int
	// prepareMarks does the slow part of paintMarks in advance.
	prepareMarks(marks []widget.Mark)
	// paintMarks draws around p's holes and returns the pictures that the writer must paint over
	// the cells.
	paintMarks(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture
}

type byMarks[T any] struct {
	sync.Mutex
	last []marked[T] // the most recent last
}

type marked[T any] struct {
	marks []widget.Mark
	made  T
}

// drawnKept is two because a comparison shows two sets of marks at once.
const drawnKept = 2

// madeFor calls make while holding the lock.
func (b *byMarks[T]) madeFor(marks []widget.Mark, make func() T) T {
	b.Lock()
	defer b.Unlock()
	for _, d := range b.last {
		if slices.Equal(d.marks, marks) {
			return d.made
		}
	}
	if len(b.last) == drawnKept {
		b.last = slices.Delete(b.last, 0, 1)
	}
	made := make()
	b.last = append(b.last, marked[T]{slices.Clone(marks), made})
	return made
}

func eachCell(area image.Rectangle, holes []image.Rectangle, visit func(x, y int)) {
	for x, y := range widget.CellsOf(area) {
		if !isCovered(widget.LineAt(x, y, 1), holes) {
			visit(x, y)
		}
	}
}

func isCovered(area image.Rectangle, holes []image.Rectangle) bool {
	return slices.ContainsFunc(holes, area.Overlaps)
}

func pngOf(pix image.Image, level png.CompressionLevel) []byte {
	var out bytes.Buffer
	e := png.Encoder{CompressionLevel: level}
	_ = e.Encode(&out, pix) // a buffer accepts all writes, and no picture is empty
	return out.Bytes()
}
