package boxes

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Draw implements [evidence.EvidencePart]; without photos it draws only words.
func (b *PicturePart) Draw(f *widget.Frame, look widget.Look) {
	for _, s := range b.shown {
		if b.subject.Photos == nil {
			continue
		}
		f.Place(widget.PlacedPicture{Area: s.area, Picture: b.drawnPicture(s, look)})
		b.addClicks(f, s)
		b.dragBox(f, s)
	}
	f.Lines(b.notes, widget.Style{}, b.words)
	b.drawLegend(f, look)
	if b.sum != nil {
		b.sum.drawSum(f, b.sumLine, b.countAdded(), look)
	}
}

var pictureFile = image.Rect(0, 0, 160, 80)

// Picture returns only the pictures on screen with their boxes; nil for none.
func (b *PicturePart) Picture(look widget.Look) *widget.Frame {
	shown, _ := b.shownImages()
	if len(shown) == 0 {
		return nil
	}
	shapes := loaders.Map(shown, func(i int) float64 { return b.images[i].photo.AspectRatio() })
	areas, whole := arrangePictures(shapes, pictureFile), image.Rectangle{}
	for _, area := range areas {
		whole = whole.Union(area)
	}
	f := widget.NewFrame(whole.Dx(), whole.Dy())
	for k, area := range areas {
		f.Place(widget.PlacedPicture{Area: area, Picture: b.drawnPicture(shownPicture{image: shown[k], area: area}, look)})
	}
	return f
}

// Of overlapping boxes the smallest is selected, because a larger one can be clicked elsewhere.
func (b *PicturePart) addClicks(f *widget.Frame, s shownPicture) {
	area, part := s.area, cmp.Or(s.part, loaders.Box{X1: 1, Y1: 1})
	var marks []int
	for k := range b.marks {
		m := &b.marks[k]
		if _, inside := m.inImage(); inside && m.image == s.image && b.drawsMark(m) {
			marks = append(marks, k)
		}
	}
	loaders.SortBy(marks, func(x int) float64 { return -b.marks[x].box.Area() })
	cell := func(x, from, to float64, cells int) int {
		return int(math.Floor((x - from) / (to - from) * float64(cells)))
	}
	for _, k := range marks {
		box, _ := b.marks[k].inImage()
		cells := image.Rect(cell(box.X0, part.X0, part.X1, area.Dx()), cell(box.Y0, part.Y0, part.Y1, area.Dy()),
			cell(box.X1, part.X0, part.X1, area.Dx())+1, cell(box.Y1, part.Y0, part.Y1, area.Dy())+1)
		f.Click(cells.Add(area.Min).Intersect(area), widget.Do(func() { b.choose(b.rowOf(k)) }))
	}
}

// Beyond mostLabels, boxes have only numbers, because labels would hide the picture.
const mostLabels, labelRoom = 6, 40

func (b *PicturePart) drawnPicture(s shownPicture, look widget.Look) widget.Picture {
	im := &b.images[s.image]
	key := widget.PictureKey{Run: b.subject.Run.Path, Path: im.Path}
	p := widget.Picture{Key: key, Files: b.subject.Run.Pictures, Crop: s.part, Words: []string{im.words}}
	if im.photo.Missing {
		p.Files = nil
	}
	// Others fade behind the selected mark.
	_, inside := b.selected.inImage()
	aside := inside && b.room.Focused && b.selected.image == s.image
	var last []widget.BoxMark
	for k := range b.marks {
		m := &b.marks[k]
		if m.image != s.image || !m.placed || !b.drawsMark(m) {
			continue
		}
		drawn := m.drawnMark(look)
		if drawn.Thick = m == b.selected && b.room.Focused; drawn.Thick {
			drawn.Thin = false
			last = append(last, drawn)
			continue
		}
		drawn.Fade = b.fadeOf(k, aside)
		switch {
		case m.thin:
			drawn.Label = widget.If(m.p >= leastStrength, m.label)
		case im.markCount > min(mostLabels, countCovered(s.area)/labelRoom) && m.kind < missedMark:
			drawn.Label = widget.If(m.label != "" && m.kind != belowMark && m.kind != objectMark, m.boxNumber())
		}
		p.Marks = append(p.Marks, drawn)
	}
	p.Marks = append(p.Marks, last...)
	labelOnce(p.Marks)
	return p
}

// Several modules may share a box; the selected one's label stays.
func labelOnce(boxMarks []widget.BoxMark) {
	for k := range boxMarks {
		m := &boxMarks[k]
		isRepeated := slices.ContainsFunc(boxMarks[k+1:], func(n widget.BoxMark) bool { return n.Box == m.Box && n.Label == m.Label })
		m.Label = widget.If(!isRepeated, m.Label)
	}
}

const aFade, farFade, mostFade = .4, .7, .8

// Missed gold never fades, except in a sum, so that it stays in view; nor does what the selected row names.
func (b *PicturePart) fadeOf(k int, isAside bool) float64 {
	m, isRow := &b.marks[k], &b.marks[b.rowOf(k)] == b.selected
	isFaded := m.kind == belowMark || m.kind == objectMark && b.displayMode != &explainedMode || isAside
	switch {
	case b.sum != nil && !m.kind.isGold():
		return mostFade * (1 - m.p)
	case m.kind == thereMark && !isRow:
		return farFade
	case m.kind != missedMark && isFaded && !isRow:
		return aFade
	}
	return 0
}

func (b *PicturePart) drawsMark(m *boxMark) bool {
	if m != b.selected && (b.isFaint(m) || b.sum != nil && !m.kind.isGold() && m.step >= b.countAdded()) {
		return false
	}
	return m.kind.isGold() && !b.noGold || !m.kind.isGold() && !b.noPredicted
}

var dashSamples = [...]string{widget.Solid: "──", widget.Dashed: "╌╌", widget.Double: "══", widget.Dotted: "┄┄"}

func (b *PicturePart) drawLegend(f *widget.Frame, look widget.Look) {
	t, pen := look.Theme, widget.NewPen(f, b.legend)
	pen.Put(t.Warn, widget.If(b.lens.power > 0 && b.large == b.lens.image, fmt.Sprintf("%d:1  ", b.lens.magnifiedBy())))
	pen.Put(t.Warn, widget.If(b.noGold, "gold boxes hidden  ")+widget.If(b.noPredicted, "predictions hidden  "))
	pen.Put(t.Faint, widget.If(b.sum != nil && len(b.marks) > 0, "bold: high score  "))
	for _, sign := range b.signs {
		sample := dashSamples[kinds[sign.kind].dash]
		isDrawn := func(m boxMark) bool { return m.kind == sign.kind && b.drawsMark(&m) }
		if m, ok := widget.First(b.marks, isDrawn); ok && pen.Fits(sample+strings.TrimRight(sign.word, " ")) {
			pen.Put(widget.Style{Fg: m.drawnMark(look).Color}, sample)
			pen.Put(t.Faint, sign.word)
		}
	}
	if b.large >= 0 && b.selected != nil {
		shown, _, _ := strings.Cut(b.images[b.large].words, ":")
		pen.Put(widget.Style{}, "  "+shown+evidence.Separator+b.selected.place+b.selected.name+" "+b.selected.goldText)
	}
}

func (b *PicturePart) dragBox(f *widget.Frame, s shownPicture) {
	if b.subject.Draft == nil || b.subject.Draft.Box == nil {
		return
	}
	part, im, take := cmp.Or(s.part, loaders.Box{X1: 1, Y1: 1}), b.images[s.image], b.subject.Draft.Box
	w, h := 1., 1.
	if im.Units == loaders.Pixels {
		w, h = float64(im.photo.Size.X), float64(im.photo.Size.Y)
	}
	f.Drag(s.area, func(from, to image.Point) tea.Cmd {
		if from == to {
			return nil
		}
		r := image.Rectangle{Min: from, Max: to}.Canon() // includes the last cell
		x := func(cell int) float64 {
			return w * (part.X0 + float64(cell-s.area.Min.X)/float64(s.area.Dx())*(part.X1-part.X0))
		}
		y := func(cell int) float64 {
			return h * (part.Y0 + float64(cell-s.area.Min.Y)/float64(s.area.Dy())*(part.Y1-part.Y0))
		}
		return take(s.image, loaders.Box{X0: x(r.Min.X), Y0: y(r.Min.Y), X1: x(r.Max.X + 1), Y1: y(r.Max.Y + 1)})
	})
}
