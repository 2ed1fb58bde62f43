package evidence

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// boxesPart shows an example's pictures under the boxes that a module chose,
// and those that it should have chosen.
type boxesPart struct {
	*boxed
	of       Subject
	large    int // image shown alone, -1 for none
	lens     lens
	room     Room
	selected *boxMark // of the words' selected row, nil for none
	places   places

	// noGold and noPredicted leave boxes out, and near asks for the best few
	// proposals below the threshold.
	noGold, noPredicted, near bool
	// building: a sum is shown up to the selected box.
	building bool
	again    func()         // finds the evidence again
	choose   func(mark int) // selects a box's row of the words
}

func (b *boxesPart) Find(of *Subject) (said Said) {
	if of.fresh || of.Example == nothing {
		b.large, b.building = -1, false
	}
	if of.Example != nothing && of.Example != b.of.Example {
		b.lens = lens{}
	}
	b.of = *of
	held, m := of.reference(), of.module()
	switch b.boxed = boxesOf(of, b.near); {
	case held != nil:
		b.boxed, said.Title = boxesAgainst(of, held, b.near), Label(m)+" against "+of.Against.Name
		if of.Against.Before {
			said.Title = Label(m) + " before and after"
		}
	case m == nil && len(of.Example.Images) > 0:
		b.boxed, said.Title = wholeBoxes(of), cmp.Or(of.Named, "the picture"+widget.If(len(of.Example.Images) > 1, "s"))
	case m != nil && len(b.images) == 0 && !of.attends():
		var from string
		if b.boxed, from = substituteFor(of); len(b.marks) > 0 {
			said.Facts = []string{"no boxes of its own: those of " + from}
		}
	}
	said.Words = loaders.Map(b.images, func(im boxedImage) string { return im.words })
	if b.sum != nil {
		said.Words = append(said.Words, b.sum.words(len(b.sum.steps)))
	}
	said.Lines, said.Columns = b.lines(of.width)
	return said
}

// Layer returns a function that closes the innermost thing that is open; nil if nothing
// is.
func (b *boxesPart) Layer() (leave func()) {
	switch {
	case b.lens.power > 0:
		return func() { b.lens.power = 0 }
	case b.large >= 0:
		return func() { b.large = -1 }
	}
	return nil
}

// Wide reports whether a picture takes the whole screen.
func (b *boxesPart) Wide() bool { return b.large >= 0 }

// Scroller is the lens, which pans as long as it shows anything; nil for none.
func (b *boxesPart) Scroller() widget.Scroller {
	if b.lens.power > 0 && b.zoomed() >= 0 {
		return &b.lens
	}
	return nil
}

// Zoom gives a picture the screen, enlarges it around the selected box twice,
// and then undoes all of that. It reports whether there is a picture.
func (b *boxesPart) Zoom() bool {
	at := b.zoomed()
	switch {
	case b.of.NoPictures || b.room.WordsOnly || at < 0:
		return false
	case b.large < 0:
		b.large = at
	case b.lens.power == mostPower || b.images[b.large].Path == "":
		b.large, b.lens.power = -1, 0
	default:
		b.lens.aim(b.large, b.selected)
	}
	return true
}

// Turn goes to another picture while one has the screen.
func (b *boxesPart) Turn(d int) bool {
	for i := b.large + d; b.large >= 0 && b.lens.power == 0 && i >= 0 && i < len(b.images); i += d {
		if !b.images[i].blank() {
			b.large = i
			return true
		}
	}
	return false
}

func (b *boxesPart) Actions() []widget.Action {
	return []widget.Action{
		{Name: "gold", Disabled: b.noImages, Run: widget.Do(func() { b.noGold = !b.noGold })},
		{Name: "predicted", Disabled: b.noImages, Run: widget.Do(func() { b.noPredicted = !b.noPredicted })},
		{Name: "below", Disabled: b.noneBelow, Run: widget.Do(func() {
			b.near = !b.near
			b.again()
		})},
		{Name: "count-on", Disabled: b.noSum, Run: widget.Do(b.build), Footer: b.noSum() == ""},
	}
}

func (b *boxesPart) noImages() string {
	return cmp.Or(widget.If(b.of.NoPictures, "pictures are turned off"), widget.If(b.zoomed() < 0, "the selected module has no image to show"))
}

// noneBelow returns why there are no proposals to show below the threshold.
func (b *boxesPart) noneBelow() string {
	score := b.of.score()
	below := score != nil && slices.ContainsFunc(score.Images, func(im scoring.ImageScore) bool { return len(im.Below) > 0 })
	return widget.If(!below && b.of.reference() == nil && !slices.ContainsFunc(b.marks, func(m boxMark) bool { return m.kind == objectMark }),
		"the selected module has no box below the threshold to compare with gold")
}

func (b *boxesPart) noSum() string {
	return widget.If(b.sum == nil || len(b.sum.steps) == 0, "the selected module's answer is not a sum of boxes")
}

// Draw implements [Part]: it places the pictures and writes under them what
// they show.
func (b *boxesPart) Draw(f *widget.Frame, look widget.Look) {
	for _, s := range b.places.shown {
		if b.of.Later {
			continue
		}
		f.Place(widget.Placement{Area: s.area, Picture: b.picture(s, look)})
		b.clicks(f, s)
		b.dragBox(f, s)
	}
	notes := b.places.notes
	for i, note := range b.places.words[:min(len(b.places.words), notes.Dy())] {
		f.Text(notes.Min.X, notes.Min.Y+i, notes.Dx(), widget.Style{}, note)
	}
	b.drawLegend(f, look)
	if b.sum != nil {
		b.sum.draw(f, b.places.sum, b.added(), look)
	}
}

// pictureFile is the room in cells that pictures have in a file of their own.
var pictureFile = image.Rect(0, 0, 160, 80)

// Picture is the pictures on screen with their boxes and nothing else; nil for
// none.
func (b *boxesPart) Picture(look widget.Look) *widget.Frame {
	shown, shapes := b.shownImages()
	if len(shown) == 0 {
		return nil
	}
	areas, whole := arrangePictures(shapes, pictureFile), image.Rectangle{}
	for _, area := range areas {
		whole = whole.Union(area)
	}
	f := widget.NewFrame(whole.Dx(), whole.Dy())
	for k, area := range areas {
		f.Place(widget.Placement{Area: area, Picture: b.picture(pictured{image: shown[k], area: area}, look)})
	}
	return f
}

// clicks lets a click on a box select it; where boxes overlap, the smallest.
func (b *boxesPart) clicks(f *widget.Frame, s pictured) {
	area, part := s.area, s.part
	if part == (loaders.Box{}) {
		part = loaders.Box{X1: 1, Y1: 1}
	}
	var marks []int
	for k := range b.marks {
		if _, inside := b.marks[k].inImage(); inside && b.marks[k].image == s.image && b.draws(&b.marks[k]) {
			marks = append(marks, k)
		}
	}
	slices.SortStableFunc(marks, func(x, y int) int { return cmp.Compare(b.marks[y].box.Area(), b.marks[x].box.Area()) })
	cell := func(x, from, to float64, cells int) int {
		return int(math.Floor((x - from) / (to - from) * float64(cells)))
	}
	for _, k := range marks {
		box, _ := b.marks[k].inImage()
		cells := image.Rect(cell(box.X0, part.X0, part.X1, area.Dx()), cell(box.Y0, part.Y0, part.Y1, area.Dy()),
			cell(box.X1, part.X0, part.X1, area.Dx())+1, cell(box.Y1, part.Y0, part.Y1, area.Dy())+1)
		if cells = cells.Add(area.Min).Intersect(area); !cells.Empty() {
			f.Click(cells, widget.Do(func() { b.choose(k) }))
		}
	}
}

// aFade is how much a line fades while another one is selected.
const aFade = .6

// mostLabels is how many labels a picture holds before they hide it: beyond
// that, misses have none.
const mostLabels = 6

// picture is an image with its marks. The selected mark is thick and drawn over
// the others.
func (b *boxesPart) picture(s pictured, look widget.Look) widget.Picture {
	im := &b.images[s.image]
	key := widget.PictureKey{Run: b.of.Run.Path, Path: im.Path}
	p := widget.Picture{Key: key, Files: b.of.Run.Pictures, Crop: s.part, Words: []string{im.words}}
	if im.photo.missing {
		p.Files = nil
	}
	// The others step back behind the selected one.
	_, inside := b.selected.inImage()
	aside := inside && b.room.Focused && b.selected.image == s.image
	var last []widget.Mark
	for k := range b.marks {
		m := &b.marks[k]
		if m.image != s.image || !m.ok || !b.draws(m) {
			continue
		}
		drawn := m.drawn(look)
		if drawn.Thick = m == b.selected && b.room.Focused; drawn.Thick {
			last = append(last, drawn)
			continue
		}
		drawn.Fade = b.fade(m, aside)
		if im.marks > mostLabels && !b.showsLabel(m) {
			drawn.Label = ""
		}
		p.Marks = append(p.Marks, drawn)
	}
	p.Marks = append(p.Marks, last...)
	return p
}

// fade is how much the line of an unselected mark fades; aside says that
// another mark is selected. In a sum a line is as strong as its score's share
// of the highest.
func (b *boxed) fade(m *boxMark, aside bool) float64 {
	switch {
	case b.sum != nil && !m.kind.gold() && !(b.sum.top > 0):
		return 1
	case b.sum != nil && !m.kind.gold():
		return 1 - m.p/b.sum.top
	case m.kind != missedMark && (m.kind == belowMark || m.kind == thereMark || b.borrowed || aside):
		return aFade
	}
	return 0
}

// drawn is the picture's mark.
func (m *boxMark) drawn(look widget.Look) widget.Mark {
	kind := &kinds[m.kind]
	shade := kind.color(look.Theme)
	if m.kind == objectMark && !look.NoHeat {
		if heat, _ := look.Theme.Heat.At(m.p); heat != nil {
			shade, _ = color.RGBAModel.Convert(heat).(color.RGBA)
		}
	}
	return widget.Mark{Box: m.box, Label: m.label, Color: shade, Dash: kind.dash, Score: max(m.p, 0)}
}

func (b *boxesPart) draws(m *boxMark) bool {
	if b.sum != nil && !m.kind.gold() && m != b.selected && (m.step >= b.added() || !(m.p >= leastStrength*b.sum.top)) {
		return false // not added to the sum
	}
	return m.kind.gold() && !b.noGold || !m.kind.gold() && !b.noPredicted
}

// drawLegend explains the marks.
func (b *boxesPart) drawLegend(f *widget.Frame, look widget.Look) {
	t, pen := look.Theme, widget.NewPen(f, b.places.legend)
	pen.Put(t.Warn, widget.If(b.lens.power > 0 && b.large == b.lens.image, fmt.Sprintf("%d:1  ", b.lens.times())))
	pen.Put(t.Warn, widget.If(b.noGold, "without gold  ")+widget.If(b.noPredicted, "without predictions  "))
	if b.sum != nil && len(b.marks) > 0 {
		pen.Put(t.Faint, "stronger: higher score  ")
	}
	for _, sign := range b.signs {
		if slices.ContainsFunc(b.marks, func(m boxMark) bool { return m.kind == sign.kind && b.draws(&m) }) {
			kind := &kinds[sign.kind]
			line := [...]string{widget.Solid: "──", widget.Dashed: "╌╌", widget.Double: "══", widget.Dotted: "┄┄"}[kind.dash]
			pen.Put(widget.Style{Fg: kind.color(t)}, line)
			pen.Put(t.Faint, sign.word)
		}
	}
}

// builds reports whether the sum is shown only up to the selected box.
func (b *boxesPart) builds() bool {
	return b.selected != nil && !b.selected.kind.gold() && (b.building || b.room.Focused)
}

// added is how many boxes of the sum are drawn.
func (b *boxesPart) added() int {
	if b.builds() {
		return b.selected.step + 1
	}
	return len(b.sum.steps)
}

// build adds the next box to the sum, or starts again after the last.
func (b *boxesPart) build() {
	next := 0
	if b.builds() {
		next = b.selected.step + 1
	}
	if b.building = next < len(b.sum.steps); !b.building {
		next = 0
	}
	if k := slices.IndexFunc(b.marks, func(m boxMark) bool { return !m.kind.gold() && m.step == next }); k >= 0 {
		b.choose(k)
	}
}
