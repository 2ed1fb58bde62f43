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

func (l *zoomLens) aimAt(image int, mark *boxMark) {
	if l.power == 0 || l.image != image {
		*l = zoomLens{image: image, x: .5, y: .5}
		if box, ok := mark.inImage(); ok && mark.image == image {
			l.x, l.y = (box.X0+box.X1)/2, (box.Y0+box.Y1)/2
		}
	}
	l.power++
}

func (l *zoomLens) magnifiedBy() int { return 1 << l.power }

func (l *zoomLens) fillRoom(shape float64, room image.Rectangle) (image.Rectangle, loaders.Box) {
	if room.Empty() {
		room = fitShape(shape, room)
	} else {
		w, h := largestSize(shape, room)
		l.wide = min(1, float64(room.Dx())/(w*float64(l.magnifiedBy())))
		l.high = min(1, float64(room.Dy())/(h*float64(l.magnifiedBy())))
		room = fitShape(shape*l.wide/l.high, room)
	}
	x, y := l.middleOf()
	return room, loaders.Box{X0: x - l.wide/2, Y0: y - l.high/2, X1: x + l.wide/2, Y1: y + l.high/2}
}

func (l *zoomLens) middleOf() (x, y float64) {
	return min(max(l.x, l.wide/2), 1-l.wide/2), min(max(l.y, l.high/2), 1-l.high/2)
}

func (l *zoomLens) panBy(across, down int) {
	l.x, l.y = l.middleOf()
	l.x += float64(across) * l.wide / panSteps
	l.y += float64(down) * l.high / panSteps
	l.x, l.y = l.middleOf()
}

func (l *zoomLens) Move(rows int) { l.panBy(0, rows) }

func (l *zoomLens) Page() int { return panSteps }
