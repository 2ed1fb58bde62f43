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

// painter prepares a photo for an area of cells by one protocol; a nil photo
// gives a blank picture. It runs on a command's goroutine. Adding a protocol
// takes another painter and its ready.
type painter func(photo *image.RGBA, p widget.Picture, cells image.Point) ready

// ready is a photo prepared for an area of cells.
type ready interface {
	// Size returns roughly how many bytes of memory it takes.
	Size() int
	// prepare does the slow part of painting marks in advance.
	prepareMarks(marks []widget.Mark)
	// paint draws into the cells of p, around its holes, and returns the pictures
	// that the writer must paint over them.
	paintMarks(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture
}

// byMarks caches what was made for the marks drawn most recently.
type byMarks[T any] struct {
	sync.Mutex
	last []marked[T] // the most recent last
}

type marked[T any] struct {
	marks []widget.Mark
	made  T
}

// drawnKept is the number of sets of marks cached for a photo: a comparison
// shows two at once.
const drawnKept = 2

// madeFor returns what was made for marks: from the cache, which keeps the last two, or else by
// make, which it calls while holding the lock.
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
