package evidence

import (
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// places are where the parts of the boxes lie.
type places struct {
	shown  []pictured
	notes  image.Rectangle // a line or more per image
	words  []string        // the notes
	legend image.Rectangle
	sum    image.Rectangle // the sum of a count so far
}

// pictured is where an image is, and which part of it shows, the zero box for
// all.
type pictured struct {
	image int
	area  image.Rectangle
	part  loaders.Box
}

// zoomed is the image that has the screen or would get it: that of the selected box, or
// else the first with anything on it; -1 for none.
func (b *boxesPart) zoomed() int {
	if b.large >= 0 && b.large < len(b.images) {
		return b.large
	}
	if _, ok := b.selected.inImage(); ok && b.selected.image < len(b.images) {
		return b.selected.image
	}
	return slices.IndexFunc(b.images, func(im boxedImage) bool { return !im.blank() })
}

// leastPicture is the height below which a picture is not worth its room.
const leastPicture = 4

// Lay implements [Part].
func (b *boxesPart) Lay(room Room) (rest image.Rectangle) {
	b.room, b.places, b.selected = room, places{}, nil
	if room.Selected >= 0 && room.Selected < len(b.marks) {
		b.selected = &b.marks[room.Selected]
	}
	rest = room.Area
	if len(b.images) == 0 {
		return rest
	}
	p := &b.places
	p.words = b.wrapWords(rest.Dx())
	if !room.WordsOnly && !b.of.NoPictures {
		b.arrange(rest, len(p.words)+1)
		for _, s := range p.shown {
			if s.area.In(rest) {
				rest.Min.Y = max(rest.Min.Y, s.area.Max.Y)
			}
		}
	}
	p.notes, rest = widget.SplitTop(rest, len(p.words))
	if len(p.shown) > 0 {
		p.legend, rest = widget.SplitTop(rest, 1)
	}
	if b.sum != nil {
		p.sum, rest = widget.SplitTop(rest, 1)
	}
	return rest
}

const (
	// wideShape is the ratio of width to height from which a picture gets the
	// full width of the screen.
	wideShape = 2.5
	// mostAbove and mostPair are the most of a screen's height that such a picture
	// gets, and two side by side.
	mostAbove = 0.45
	mostPair  = 0.5
)

// Above returns how many of h lines the pictures want above everything else, w
// cells wide: a wide picture wants the full width, and so do two that are wide
// together.
func (b *boxesPart) Above(w, h int) (used int) {
	shown, shapes := b.shownImages()
	most := mostAbove
	if len(shown) > 1 {
		most = mostPair
	}
	lines := int(most * float64(h))
	if b.of.NoPictures || b.large >= 0 || len(shown) == 0 || loaders.Sum(shapes) < wideShape || lines < leastPicture {
		return 0
	}
	for _, r := range arrangePictures(shapes, image.Rect(0, 0, w, lines)) {
		used = max(used, r.Max.Y)
	}
	return used
}

// shownImages returns the images for which there is room, and their shapes. Two pictures
// fit side by side; more would all be too small, so only the first two are shown: z shows
// the others.
func (b *boxesPart) shownImages() (shown []int, shapes []float64) {
	for i := range b.images {
		if !b.images[i].blank() && (b.large < 0 || b.large == i) && len(shown) < 2 {
			shown, shapes = append(shown, i), append(shapes, b.images[i].photo.shape())
		}
	}
	return shown, shapes
}

// wrapWords says what the images show, in lines of at most w cells that break
// between facts, and inside one only where it is longer than a line: the path
// of a file.
func (b *boxesPart) wrapWords(w int) (lines []string) {
	shown, _ := b.shownImages()
	for i := range b.images {
		// In a pair with one picture, only that one is worth a line.
		if b.images[i].blank() && len(shown) > 0 {
			continue
		}
		facts := strings.Split(b.images[i].words, separator)
		line := facts[0]
		for _, fact := range facts[1:] {
			if ansi.StringWidth(line+separator+fact) > w {
				lines, line = append(lines, line), "  "+fact
			} else {
				line += separator + fact
			}
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	return strings.Split(ansi.Wrap(strings.Join(lines, "\n"), w, ""), "\n")
}

// arrange places the pictures side by side or stacked, whichever shows them
// larger, leaving room for the lines below and for the words. Where the room
// is short they give way to the words.
func (b *boxesPart) arrange(area image.Rectangle, below int) {
	top, p := b.room.Above, &b.places
	if top.Empty() {
		words := 0
		if b.large < 0 {
			words = min(b.room.Lines+1, area.Dy()/3)
		}
		top, _ = widget.SplitTop(area, max(0, area.Dy()-below-words))
	}
	shown, shapes := b.shownImages()
	if top.Dy() < leastPicture || top.Dx() < 2*leastPicture || len(shown) == 0 {
		return
	}
	for k, area := range arrangePictures(shapes, top) {
		s := pictured{image: shown[k], area: area}
		if len(shown) == 1 {
			area = top // an enlarged image uses the room that the whole one leaves
		}
		if b.lens.power > 0 && b.lens.image == s.image {
			s.area, s.part = b.lens.fill(shapes[k], area)
		}
		p.shown = append(p.shown, s)
	}
}

// arrangePictures places pictures of one or two shapes in area: two side by side or
// stacked, whichever shows more of them.
func arrangePictures(shapes []float64, area image.Rectangle) []image.Rectangle {
	if len(shapes) == 1 {
		return []image.Rectangle{fit(shapes[0], area)}
	}
	half := (area.Dx() - 1) / 2
	left := image.Rect(area.Min.X, area.Min.Y, area.Min.X+half, area.Max.Y)
	beside := []image.Rectangle{fit(shapes[0], left), fit(shapes[1], left.Add(image.Pt(half+1, 0)))}
	beside[1] = beside[1].Sub(image.Pt(max(0, beside[1].Min.X-beside[0].Max.X-gapBeside), 0))
	upper, lower := widget.SplitTop(area, area.Dy()/2)
	upper = fit(shapes[0], upper)
	lower.Min.Y = upper.Max.Y
	if stacked := []image.Rectangle{upper, fit(shapes[1], lower)}; covered(stacked...) > covered(beside...) {
		return stacked
	}
	return beside
}

// gapBeside is the greatest gap between two pictures side by side.
const gapBeside = 3

// covered counts the cells of areas.
func covered(rs ...image.Rectangle) (n int) {
	for _, r := range rs {
		n += r.Dx() * r.Dy()
	}
	return n
}

// cellShape is the ratio of a cell's width to its height in most fonts. The
// program, which knows the real one, fits the picture into the area.
const cellShape = 0.5

// fit returns the part of room, from its top left corner, that a picture of a
// shape fills.
func fit(shape float64, room image.Rectangle) image.Rectangle {
	w, h := largest(shape, room)
	room.Max.X = room.Min.X + max(1, min(room.Dx(), int(w+0.5)))
	room.Max.Y = room.Min.Y + max(1, min(room.Dy(), int(h+0.99)))
	return room
}

// largest is the size in cells of the largest picture of a shape in room.
func largest(shape float64, room image.Rectangle) (w, h float64) {
	w = min(float64(room.Dx()), float64(room.Dy())*shape/cellShape)
	return w, w / shape * cellShape
}

// lens is the part of an image that is shown in place of all of it.
type lens struct {
	image      int     // of the example
	power      int     // how often its size was doubled, 0 for the whole image
	x, y       float64 // its middle, in fractions of the image
	wide, high float64 // how much of the image shows, in fractions
}

const (
	// mostPower is how often the size of a picture is doubled at most.
	mostPower = 2
	// panSteps is how many keys it takes to pan by the part that is shown.
	panSteps = 8
)

// aim enlarges an image once more, the first time around a box on it.
func (l *lens) aim(image int, at *boxMark) {
	if l.power == 0 || l.image != image {
		*l = lens{image: image, x: .5, y: .5}
		if box, ok := at.inImage(); ok && at.image == image {
			l.x, l.y = (box.X0+box.X1)/2, (box.Y0+box.Y1)/2
		}
	}
	l.power++
}

// times is how many times larger the part is shown than the whole image would be.
func (l *lens) times() int { return 1 << l.power }

// fill returns the area of room that the enlarged part of an image of a shape
// fills, which may be more than the whole image filled, and that part, in
// fractions.
func (l *lens) fill(shape float64, room image.Rectangle) (image.Rectangle, loaders.Box) {
	if room.Empty() {
		room = fit(shape, room)
	} else {
		w, h := largest(shape, room)
		l.wide = min(1, float64(room.Dx())/(w*float64(l.times())))
		l.high = min(1, float64(room.Dy())/(h*float64(l.times())))
		room = fit(shape*l.wide/l.high, room)
	}
	x, y := l.middle()
	return room, loaders.Box{X0: x - l.wide/2, Y0: y - l.high/2, X1: x + l.wide/2, Y1: y + l.high/2}
}

// middle is the middle of what shows, x and y within the image. The aim stays
// the same while the power grows.
func (l *lens) middle() (x, y float64) {
	return min(max(l.x, l.wide/2), 1-l.wide/2), min(max(l.y, l.high/2), 1-l.high/2)
}

func (l *lens) pan(across, down int) {
	l.x, l.y = l.middle()
	l.x += float64(across) * l.wide / panSteps
	l.y += float64(down) * l.high / panSteps
	l.x, l.y = l.middle()
}

// Move implements [widget.Scroller]: it pans down.
func (l *lens) Move(rows int) { l.pan(0, rows) }

// Page implements [widget.Scroller].
func (l *lens) Page() int { return panSteps }
