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

// photoPainter prepares a photo for an area of cells; a nil photo becomes a blank picture. It runs on a
// command's goroutine. A new protocol needs a painter and its ready.
type photoPainter func(photo *image.RGBA, p widget.Picture, cells image.Point) preparedPhoto

// preparedPhoto is a photo prepared for an area of cells.
type preparedPhoto interface {
	// Size is in bytes, roughly.
	Size() int
	// prepareMarks does the slow part of paintMarks in advance.
	prepareMarks(marks []widget.BoxMark)
	// paintMarks draws around p's holes and returns the pictures that the writer must paint over
	// the cells.
	paintMarks(f *widget.Frame, p widget.PlacedPicture, marks []widget.BoxMark) []screen.Picture
}

type marksCache[T any] struct {
	sync.Mutex
	last []markedPicture[T] // the most recent last
}

type markedPicture[T any] struct {
	marks []widget.BoxMark
	made  T
}

// drawnKept is two because a comparison shows two sets of marks at once.
const drawnKept = 2

// madeFor calls prepareMarks while holding the lock, so that the loader and the screen don't make the
// same overlay twice.
func (b *marksCache[T]) madeFor(boxMarks []widget.BoxMark, prepareMarks func() T) T {
	b.Lock()
	defer b.Unlock()
	for _, d := range b.last {
		if slices.Equal(d.marks, boxMarks) {
			return d.made
		}
	}
	if len(b.last) == drawnKept {
		b.last = slices.Delete(b.last, 0, 1)
	}
	made := prepareMarks()
	b.last = append(b.last, markedPicture[T]{slices.Clone(boxMarks), made})
	return made
}

func eachCell(area image.Rectangle, holeAreas []image.Rectangle, visitCell func(x, y int)) {
	for x, y := range widget.CellsOf(area) {
		if !isCovered(widget.LineAt(x, y, 1), holeAreas) {
			visitCell(x, y)
		}
	}
}

func isCovered(area image.Rectangle, holeAreas []image.Rectangle) bool {
	return slices.ContainsFunc(holeAreas, area.Overlaps)
}

func pngOf(pix image.Image, compression png.CompressionLevel) []byte {
	var out bytes.Buffer
	e := png.Encoder{CompressionLevel: compression}
	_ = e.Encode(&out, pix) // a buffer accepts all writes, and no picture is empty
	return out.Bytes()
}
