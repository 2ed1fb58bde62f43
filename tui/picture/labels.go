package picture

import (
	"image"
	"math"
	"slices"

	"faithscope/views/widget"
)

// labelRoom is where labels can be, in pixels or cells.
type labelRoom struct {
	within        image.Rectangle // nothing is drawn outside
	boxes, labels []image.Rectangle
}

// placeLabel returns only the mark's number if the label would cover too much, and nothing if every place is taken.
func (l *labelRoom) placeLabel(
	r image.Rectangle, m widget.BoxMark, sizeOf func(text string) image.Point,
) (text string, plate image.Rectangle) {
	for _, text := range [...]string{m.Label, m.Number} {
		if text == "" {
			continue
		}
		plate, harm := l.bestPlace(r, sizeOf(text))
		if !plate.Empty() && (harm <= mostHarm || text == m.Number || m.Number == "") {
			l.labels = append(l.labels, plate)
			return text, plate
		}
	}
	return "", plate
}

// harmOfCover is the harm of covering all of a box, where that of a place one letter's height away is 1.
const harmOfCover, mostHarm = 8, 1.5

// bestPlace tries places beside r and then a grid around it. It returns the one that does the least harm: it
// covers little of the boxes, no label, and is near; empty if there is none.
func (l *labelRoom) bestPlace(r image.Rectangle, size image.Point) (best image.Rectangle, least float64) {
	before := r.Min.Sub(size)
	places := []image.Point{{r.Min.X, before.Y}, {r.Min.X, r.Max.Y}, {r.Max.X, r.Min.Y}, {before.X, r.Min.Y}, r.Min}
	around := image.Rectangle{r.Min.Sub(size.Mul(3)), r.Max.Add(size.Mul(2))}.Intersect(l.within)
	for y := around.Min.Y; y < around.Max.Y; y += max(1, size.Y/2) {
		for x := around.Min.X; x < around.Max.X; x += max(1, size.X/4) {
			places = append(places, image.Pt(x, y))
		}
	}
	least = math.Inf(1)
	for _, at := range places {
		plate := image.Rectangle{at, at.Add(size)}
		if !plate.In(l.within) || slices.ContainsFunc(l.labels, plate.Overlaps) {
			continue
		}
		from, to := nearestPoints(plate, r)
		harm := max(0, math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y))-1) / float64(size.Y)
		for _, box := range l.boxes {
			harm += harmOfCover * areaOf(box.Intersect(plate)) / areaOf(box)
		}
		if harm < least {
			best, least = plate, harm
		}
		if least == 0 {
			break
		}
	}
	return best, least
}

func areaOf(r image.Rectangle) float64 { return float64(r.Dx()) * float64(r.Dy()) }

func nearestPoints(plate, box image.Rectangle) (onPlate, onBox image.Point) {
	clamp := func(at image.Point, r image.Rectangle) image.Point {
		return image.Pt(min(max(at.X, r.Min.X), r.Max.X-1), min(max(at.Y, r.Min.Y), r.Max.Y-1))
	}
	onBox = clamp(plate.Min.Add(plate.Max).Div(2), box)
	return clamp(onBox, plate), onBox
}
