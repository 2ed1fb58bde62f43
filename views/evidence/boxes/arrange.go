package boxes

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

type pictureLayout struct {
	shown  []shownPicture
	notes  image.Rectangle // a line or more per image
	words  []string
	legend image.Rectangle
	sum    image.Rectangle
}

type shownPicture struct {
	image int
	area  image.Rectangle
	part  loaders.Box
}

// Side by side or stacked, whichever covers more cells.
func arrangePictures(shapes []float64, area image.Rectangle) []image.Rectangle {
	if len(shapes) == 1 {
		return []image.Rectangle{fitShape(shapes[0], area)}
	}
	half := (area.Dx() - 1) / 2
	left := image.Rect(area.Min.X, area.Min.Y, area.Min.X+half, area.Max.Y)
	beside := []image.Rectangle{fitShape(shapes[0], left), fitShape(shapes[1], left.Add(image.Pt(half+1, 0)))}
	beside[1] = beside[1].Sub(image.Pt(max(0, beside[1].Min.X-beside[0].Max.X-gapBeside), 0))
	upper, lower := widget.SplitTop(area, area.Dy()/2)
	upper = fitShape(shapes[0], upper)
	lower.Min.Y = upper.Max.Y
	if stacked := []image.Rectangle{upper, fitShape(shapes[1], lower)}; countCovered(stacked...) > countCovered(beside...) {
		return stacked
	}
	return beside
}

const gapBeside = 3

func countCovered(rs ...image.Rectangle) (n int) {
	for _, r := range rs {
		n += r.Dx() * r.Dy()
	}
	return n
}

// cellShape is a cell's aspect ratio in most fonts. The program fits the picture by the real one.
const cellShape = 0.5

func fitShape(shape float64, room image.Rectangle) image.Rectangle {
	w, h := largestSize(shape, room)
	room.Max.X = room.Min.X + max(1, min(room.Dx(), int(w+0.5)))
	room.Max.Y = room.Min.Y + max(1, min(room.Dy(), int(h+0.99)))
	return room
}

func largestSize(shape float64, room image.Rectangle) (w, h float64) {
	w = min(float64(room.Dx()), float64(room.Dy())*shape/cellShape)
	return w, w / shape * cellShape
}
