package boxes

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type pictureLayout struct {
	shown   []shownPicture
	notes   image.Rectangle // a line or more per image
	words   []string
	legend  image.Rectangle
	sumLine image.Rectangle
}

type shownPicture struct {
	image int
	area  image.Rectangle
	part  loaders.Box
}

// arrangePictures puts pictures side by side or one above the other, whichever shows them larger.
func arrangePictures(aspectRatios []float64, area image.Rectangle) []image.Rectangle {
	if len(aspectRatios) == 1 {
		return []image.Rectangle{fitShape(aspectRatios[0], area)}
	}
	half := (area.Dx() - 1) / 2
	left := image.Rect(area.Min.X, area.Min.Y, area.Min.X+half, area.Max.Y)
	beside := []image.Rectangle{fitShape(aspectRatios[0], left), fitShape(aspectRatios[1], left.Add(image.Pt(half+1, 0)))}
	beside[1] = beside[1].Sub(image.Pt(max(0, beside[1].Min.X-beside[0].Max.X-gapBeside), 0))
	upper, lower := widget.SplitTop(area, area.Dy()/2)
	upper = fitShape(aspectRatios[0], upper)
	lower.Min.Y = upper.Max.Y
	if stacked := []image.Rectangle{upper, fitShape(aspectRatios[1], lower)}; countCovered(stacked...) > countCovered(beside...) {
		return stacked
	}
	return beside
}

const gapBeside = 3

func countCovered(rectangles ...image.Rectangle) (n int) {
	for _, r := range rectangles {
		n += r.Dx() * r.Dy()
	}
	return n
}

// cellShape is a cell's aspect ratio in most fonts.
const cellShape = 0.5

// shapeOf returns the aspect ratio at which a photo fills cells of [cellShape] as it fills the terminal's.
func shapeOf(photo evidence.Photo, cellSize image.Point) float64 {
	if cellSize.X <= 0 || cellSize.Y <= 0 {
		return photo.AspectRatio()
	}
	return photo.AspectRatio() * cellShape * float64(cellSize.Y) / float64(cellSize.X)
}

func fitShape(aspectRatio float64, roomArea image.Rectangle) image.Rectangle {
	w, h := largestSize(aspectRatio, roomArea)
	roomArea.Max.X = roomArea.Min.X + max(1, min(roomArea.Dx(), int(w+0.5)))
	roomArea.Max.Y = roomArea.Min.Y + max(1, min(roomArea.Dy(), int(h+0.99)))
	return roomArea
}

func largestSize(aspectRatio float64, roomArea image.Rectangle) (w, h float64) {
	w = min(float64(roomArea.Dx()), float64(roomArea.Dy())*aspectRatio/cellShape)
	return w, w / aspectRatio * cellShape
}
