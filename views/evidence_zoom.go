package views

import (
	"fmt"
	"image"
	"math"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// lens is the part of an image that is shown in place of all of it. It has
// the image's shape, so that the layout stays.
type lens struct {
	image int     // of the example
	power int     // how often it was enlarged, 0 shows all of it
	x, y  float64 // its middle, in fractions of the image
}

const (
	// zoomStep is how much one key enlarges, mostPower how often at most.
	zoomStep  = 1.5
	mostPower = 7
	// panSteps is how many keys it takes to pan by what is shown.
	panSteps = 8
)

// side is the part of the image's width and height that shows.
func (l *lens) side() float64 { return math.Pow(zoomStep, -float64(l.power)) }

// part is the box that shows, in fractions; the zero box for all.
func (l *lens) part() loaders.Box {
	if l.power == 0 {
		return loaders.Box{}
	}
	x, y := l.middle()
	half := l.side() / 2
	return loaders.Box{X0: x - half, Y0: y - half, X1: x + half, Y1: y + half}
}

// middle is the middle of what shows: x and y as far as the image goes. What
// was aimed at stays aimed at while the power grows.
func (l *lens) middle() (x, y float64) {
	half := l.side() / 2
	return min(max(l.x, half), 1-half), min(max(l.y, half), 1-half)
}

// pan moves what is shown by steps.
func (l *lens) pan(across, down int) {
	step := l.side() / panSteps
	l.x, l.y = l.middle()
	l.x += float64(across) * step
	l.y += float64(down) * step
	l.x, l.y = l.middle()
}

// Move implements [widget.Scroller]: it pans down.
func (l *lens) Move(rows int) { l.pan(0, rows) }

// First implements [widget.Scroller]: it goes to the image's top.
func (l *lens) First() { l.y = 0 }

// Last implements [widget.Scroller]: it goes to the image's bottom.
func (l *lens) Last() { l.y = 1 }

// Page implements [widget.Scroller].
func (l *lens) Page() int { return panSteps }

// zoomActions returns the keys that enlarge a picture.
func (v *Example) zoomActions() []widget.Action {
	act := func(name, help string, disabled func() string, run func(), keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Evidence", Disabled: disabled, Run: func() tea.Cmd {
			run()
			v.look()
			return nil
		}}
	}
	return []widget.Action{
		act("zoom-in", "enlarges the picture, around the selected box", v.noPhoto, func() { v.zoom(1) }, "+", "="),
		act("zoom-out", "shows more of an enlarged picture", v.notZoomed, func() { v.zoom(-1) }, "-"),
		act("zoom-off", "the whole picture again", v.notZoomed, func() { v.lens.power = 0 }, "_"),
		act("box", "shows the selected box large, j and k go on; then the picture again", v.noBox, func() { v.close = !v.close }, "v"),
	}
}

// noPhoto returns why no picture can be enlarged.
func (v *Example) noPhoto() string {
	switch {
	case v.s.NoPictures:
		return "pictures are turned off"
	case v.wordOnly:
		return "only words are shown: w shows the picture"
	case v.zoomed() < 0:
		return "the selected module has no picture to enlarge"
	}
	return ""
}

func (v *Example) notZoomed() string {
	if v.lens.power == 0 {
		return "the picture is not enlarged: + does it"
	}
	return v.noPhoto()
}

func (v *Example) noBox() string {
	if why := v.noPhoto(); why != "" {
		return why
	}
	if len(v.evidence.lines) == 0 {
		return "no box is selected"
	}
	return ""
}

// zoomed is the image that the zoom keys enlarge: the one under the lens, else
// that of the selected box, else the first that is a photo; -1 for none.
func (v *Example) zoomed() int {
	photo := func(i int) bool {
		return i >= 0 && i < len(v.evidence.images) && v.evidence.images[i].image.Path != "" && (v.large < 0 || v.large == i)
	}
	if v.lens.power > 0 && photo(v.lens.image) {
		return v.lens.image
	}
	if at, ok := v.selectedBox(); ok && photo(at.image) {
		return at.image
	}
	for i := range v.evidence.images {
		if photo(i) {
			return i
		}
	}
	return -1
}

// zoom enlarges, or takes back, by steps.
func (v *Example) zoom(steps int) {
	i := v.zoomed()
	if v.lens.power == 0 || v.lens.image != i {
		v.lens = lens{image: i, x: .5, y: .5}
		if at, ok := v.selectedBox(); ok && at.image == i {
			v.lens.x, v.lens.y = (at.box.X0+at.box.X1)/2, (at.box.Y0+at.box.Y1)/2
		}
	}
	v.lens.power = min(max(v.lens.power+steps, 0), mostPower)
}

// panning reports whether the keys that move rows move what the lens shows.
func (v *Example) panning() bool {
	return v.focus == evidencePane && v.lens.power > 0 && !v.close && v.noPhoto() == "" && v.zoomed() == v.lens.image
}

// selectedBox is the box that the words' selected row tells of.
type selectedBox struct {
	image, mark int
	box         loaders.Box // fractions, inside the image
}

func (v *Example) selectedBox() (at selectedBox, ok bool) {
	if v.words.Selected() >= len(v.evidence.lines) {
		return at, false
	}
	line := v.evidence.lines[v.words.Selected()]
	if line.mark < 0 || line.image >= len(v.evidence.images) {
		return at, false
	}
	m := &v.evidence.images[line.image].marks[line.mark]
	at = selectedBox{line.image, line.mark, m.box}
	at.box.X0, at.box.Y0 = max(m.box.X0, 0), max(m.box.Y0, 0)
	at.box.X1, at.box.Y1 = min(m.box.X1, 1), min(m.box.Y1, 1)
	return at, m.ok && at.box.X0 < at.box.X1 && at.box.Y0 < at.box.Y1
}

const (
	// margin is what shows around a magnified box, by its width and height.
	margin = 0.25
	// leastPart is the least part of an image's width and height that is
	// magnified: less would be a few pixels.
	leastPart = 1.0 / 24
	// mostPart is the part of an image from which on it is not magnified.
	mostPart = 0.6
)

// magnify returns the part of the image around the box that fills room, and
// the area that it fills.
func (v *Example) magnify(at selectedBox, room image.Rectangle) (loaders.Box, image.Rectangle) {
	shape := v.shape(at.image)
	// In units of the image's height.
	w := max((at.box.X1-at.box.X0)*(1+2*margin), leastPart) * shape
	h := max((at.box.Y1-at.box.Y0)*(1+2*margin), leastPart)
	if want := float64(room.Dx()) * cellShape / float64(room.Dy()); w < h*want {
		w = h * want
	} else {
		h = w / want
	}
	w, h = min(w, shape), min(h, 1)
	x0, x1 := around(at.box.X0, at.box.X1, w/shape)
	y0, y1 := around(at.box.Y0, at.box.Y1, h)
	return loaders.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, fit(w/h, room)
}

// around returns an interval of that size around the middle of a and b, inside
// 0..1.
func around(a, b, size float64) (lo, hi float64) {
	lo = min(max((a+b)/2-size/2, 0), 1-size)
	return lo, lo + size
}

// Below leastInset a magnified box is not worth its room.
const (
	leastInsetWidth  = 14
	leastInsetHeight = 5
)

// inset finds room for the selected box, magnified: right of the pictures or
// right of the words, wherever it becomes larger.
func (v *Example) inset(l *evidenceLayout, area image.Rectangle) {
	at, ok := v.selectedBox()
	if !ok || v.close || v.focus != evidencePane || len(l.pictures) == 0 || v.evidence.images[at.image].ground(v.evidence.whole) {
		return
	}
	beside := image.Rectangle{Min: l.pictures[0].Min, Max: image.Pt(area.Max.X, 0)}
	for _, p := range l.pictures {
		beside.Min.X, beside.Max.Y = max(beside.Min.X, p.Max.X+1), max(beside.Max.Y, p.Max.Y)
	}
	words := l.words
	words.Min.X += v.wordsWidth() + widget.ColumnGap
	for _, room := range []image.Rectangle{beside, words} {
		if room.Dx() < leastInsetWidth || room.Dy() < leastInsetHeight {
			continue
		}
		part, r := v.magnify(at, room)
		if (part.X1-part.X0)*(part.Y1-part.Y0) > mostPart || r.Dx() < leastInsetWidth || r.Dy() < leastInsetHeight {
			continue
		}
		if r.Dx()*r.Dy() > l.inset.Dx()*l.inset.Dy() {
			l.inset, l.insetPart = r, part
		}
	}
	if l.inset.Overlaps(l.words) {
		l.inset = l.inset.Add(image.Pt(area.Max.X-l.inset.Max.X, 0))
		l.words.Max.X = l.inset.Min.X - 1
	}
}

// wordsWidth is what the widest row of the words takes.
func (v *Example) wordsWidth() int {
	w := 0
	for i := range v.evidence.lines[:min(len(v.evidence.lines), 200)] {
		w = max(w, ansi.StringWidth(loaders.Clean(v.wordEntries(i)[0].Text)))
	}
	return widget.Gutter + w
}

// drawInset places the magnified box, with only its own label.
func (v *Example) drawInset(f *widget.Frame, l evidenceLayout) {
	at, ok := v.selectedBox()
	if l.inset.Empty() || !ok {
		return
	}
	p := v.picture(&v.evidence.images[at.image])
	p.Crop, p.Words = l.insetPart, nil
	for i := range p.Marks {
		if !p.Marks[i].Thick {
			p.Marks[i].Label = ""
		}
	}
	f.Place(widget.Placement{Area: l.inset, Picture: p})
}

// zoomText says how much is enlarged, "" for nothing.
func (v *Example) zoomText() string {
	switch {
	case v.close:
		return "the selected box, v for the picture  "
	case v.lens.power > 0 && v.zoomed() == v.lens.image:
		return fmt.Sprintf("×%.1f  ", 1/v.lens.side())
	}
	return ""
}
