package boxes

import (
	"image"

	"faithscope/loaders"
)

type zoomLens struct {
	image      int
	power      int     // doublings, 0 for the whole image
	x, y       float64 // centre, in fractions of the image
	wide, high float64 // visible fractions of the image
}

const (
	mostPower = 2
	panSteps  = 8
)

func (l *zoomLens) aimAt(imageIndex int, aimedMark *boxMark) {
	if l.power == 0 || l.image != imageIndex {
		*l = zoomLens{image: imageIndex, x: .5, y: .5}
		if box, ok := aimedMark.inImage(); ok && aimedMark.image == imageIndex {
			l.x, l.y = (box.X0+box.X1)/2, (box.Y0+box.Y1)/2
		}
	}
	l.power++
}

func (l *zoomLens) magnifiedBy() int { return 1 << l.power }

func (l *zoomLens) fillRoom(aspectRatio float64, roomArea image.Rectangle) (image.Rectangle, loaders.Box) {
	w, h := largestSize(aspectRatio, roomArea)
	l.wide = min(1, float64(roomArea.Dx())/(w*float64(l.magnifiedBy())))
	l.high = min(1, float64(roomArea.Dy())/(h*float64(l.magnifiedBy())))
	x, y := l.middleOf()
	return fitShape(aspectRatio*l.wide/l.high, roomArea), loaders.Box{X0: x - l.wide/2, Y0: y - l.high/2, X1: x + l.wide/2, Y1: y + l.high/2}
}

func (l *zoomLens) middleOf() (x, y float64) {
	return min(max(l.x, l.wide/2), 1-l.wide/2), min(max(l.y, l.high/2), 1-l.high/2)
}

func (l *zoomLens) panBy(columnOffset, rowOffset int) {
	l.x, l.y = l.middleOf()
	l.x += float64(columnOffset) * l.wide / panSteps
	l.y += float64(rowOffset) * l.high / panSteps
	l.x, l.y = l.middleOf()
}

func (l *zoomLens) Move(rowOffset int) { l.panBy(0, rowOffset) }

func (l *zoomLens) Page() int { return panSteps }
