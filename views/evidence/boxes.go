package evidence

import (
	"fmt"
	"image/color"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// boxes shows an example's pictures under the boxes that a module chose, and
// those that it should have chosen.
type boxes struct {
	*boxed
	say      func(text string) tea.Cmd
	of       Subject
	overlay  overlay
	large    int // image shown alone, -1 for none
	lens     lens
	close    bool // the selected box is shown in place of the images
	room     Room
	selected *mark // that the words' selected row tells of, nil for none
	places   places
}

func newBoxes(say func(text string) tea.Cmd) *boxes {
	return &boxes{boxed: &boxed{}, large: -1, say: say}
}

func (b *boxes) Find(of *Subject) Said {
	if of.fresh || of.Example == nil {
		b.large, b.close = -1, false
	}
	if of.Example != nil && of.Example != b.of.Example {
		b.lens = lens{}
	}
	b.of = *of
	b.boxed = boxesOf(of)
	m := of.module()
	var said Said
	switch {
	case m == nil && len(of.images()) > 0:
		b.boxed = wholeOf(of)
		said.Title = "the picture"
		if len(b.images) > 1 {
			said.Title = "the pictures"
		}
	case m != nil && len(b.images) == 0 && !attends(m) && ofWhole(of):
		if b.boxed = wholeOf(of); len(b.lines) > 0 {
			said.Facts = []string{"no boxes of its own: those of the whole question are shown"}
		}
	}
	for i := range b.images {
		said.Words = append(said.Words, b.images[i].words)
	}
	said.Lines = b.lines
	return said
}

// inside is the part of a mark's box that lies in the image; ok is false where
// there is none.
func (m *mark) inside() (box loaders.Box, ok bool) {
	if m == nil || !m.ok {
		return box, false
	}
	box = loaders.Box{X0: max(m.box.X0, 0), Y0: max(m.box.Y0, 0), X1: min(m.box.X1, 1), Y1: min(m.box.Y1, 1)}
	return box, box.X0 < box.X1 && box.Y0 < box.Y1
}

// Layer implements [Part].
func (b *boxes) Layer() (leave func()) {
	switch {
	case b.close:
		return func() { b.close = false }
	case b.lens.power > 0:
		return func() { b.lens.power = 0 }
	case b.large >= 0:
		return func() { b.large = -1 }
	}
	return nil
}

// Wide implements [Part].
func (b *boxes) Wide() bool { return b.large >= 0 }

// Scroller implements [Part]: the lens pans, as long as it shows anything.
func (b *boxes) Scroller() widget.Scroller {
	if b.lens.power > 0 && !b.close && b.noPhoto() == "" && b.zoomed() == b.lens.image {
		return &b.lens
	}
	return nil
}

func (b *boxes) Actions() []widget.Action {
	act := func(name, help string, disabled func() string, run func(), keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Evidence", Disabled: disabled, Run: func() tea.Cmd {
			run()
			return nil
		}}
	}
	overlays := act("overlays", "draws all, gold, predicted or no boxes", b.noImages, nil, "o")
	overlays.Run = func() tea.Cmd {
		b.overlay = (b.overlay + 1) % (noMarks + 1)
		return b.say("drawn: " + b.overlay.String())
	}
	actions := []widget.Action{
		overlays,
		act("large", "shows one image large, the next, then all", b.noImages, func() { b.large = b.nextLarge() }, "z"),
		act("zoom-in", "enlarges the picture, around the selected box", b.noPhoto, func() { b.zoom(1) }, "+", "="),
		act("zoom-out", "shows more of an enlarged picture", b.notZoomed, func() { b.zoom(-1) }, "-"),
		act("zoom-off", "the whole picture again", b.notZoomed, func() { b.lens.power = 0 }, "_"),
		act("box", "shows the selected box large, j and k go on; then the picture again", b.noBox, func() { b.close = !b.close }, "v"),
	}
	actions[0].Footer, actions[1].Footer = true, true
	return actions
}

func (b *boxes) noImages() string {
	switch {
	case b.of.NoPictures:
		return "pictures are turned off"
	case b.nextLarge() < 0 && b.large < 0:
		return "the selected module has no image to show"
	}
	return ""
}

// noPhoto returns why no picture can be enlarged.
func (b *boxes) noPhoto() string {
	switch {
	case b.of.NoPictures:
		return "pictures are turned off"
	case b.room.WordsOnly:
		return "only words are shown: w shows the picture"
	case b.zoomed() < 0:
		return "the selected module has no picture to enlarge"
	}
	return ""
}

func (b *boxes) notZoomed() string {
	if b.lens.power == 0 {
		return "the picture is not enlarged: + does it"
	}
	return b.noPhoto()
}

func (b *boxes) noBox() string {
	if why := b.noPhoto(); why != "" || b.room.Lines > 0 {
		return why
	}
	return "no box is selected"
}

// nextLarge is the image after the one that is shown large, -1 after the
// last.
func (b *boxes) nextLarge() int {
	for i := b.large + 1; i < len(b.images); i++ {
		if !b.images[i].blank() {
			return i
		}
	}
	return -1
}

// zoomed is the image that the zoom keys enlarge: the one under the lens, else
// that of the selected box, else the first that is a photo; -1 for none.
func (b *boxes) zoomed() int {
	photo := func(i int) bool {
		return i >= 0 && i < len(b.images) && b.images[i].Path != "" && (b.large < 0 || b.large == i)
	}
	if b.lens.power > 0 && photo(b.lens.image) {
		return b.lens.image
	}
	if _, ok := b.selected.inside(); ok && photo(b.selected.image) {
		return b.selected.image
	}
	for i := range b.images {
		if photo(i) {
			return i
		}
	}
	return -1
}

// zoom enlarges, or takes back, by steps.
func (b *boxes) zoom(steps int) {
	i := b.zoomed()
	if b.lens.power == 0 || b.lens.image != i {
		b.lens = lens{image: i, x: .5, y: .5}
		if box, ok := b.selected.inside(); ok && b.selected.image == i {
			b.lens.x, b.lens.y = (box.X0+box.X1)/2, (box.Y0+box.Y1)/2
		}
	}
	b.lens.power = min(max(b.lens.power+steps, 0), mostPower)
}

// Draw implements [Part]: it places the pictures and says under them what
// they show.
func (b *boxes) Draw(f *widget.Frame, look widget.Look) {
	for k, area := range b.places.pictures {
		p := b.picture(b.places.shown[k], look)
		p.Crop = b.places.parts[k]
		f.Place(widget.Placement{Area: area, Picture: p})
	}
	if !b.places.inset.Empty() {
		p := b.picture(b.selected.image, look)
		p.Crop, p.Words = b.places.insetPart, nil
		for i := range p.Marks {
			if !p.Marks[i].Thick {
				p.Marks[i].Label = "" // only the box's own
			}
		}
		f.Place(widget.Placement{Area: b.places.inset, Picture: p})
	}
	notes := b.places.notes
	for i, note := range b.places.words[:min(len(b.places.words), notes.Dy())] {
		f.Text(notes.Min.X, notes.Min.Y+i, notes.Dx(), widget.Style{}, note)
	}
	b.drawLegend(f, look)
}

// mostLabels is how many labels a picture takes before they hide it: beyond,
// misses go without.
const mostLabels = 6

// picture is image i with its marks. The selected one is thick and lies over
// the others.
func (b *boxes) picture(i int, look widget.Look) widget.Picture {
	im := &b.images[i]
	p := widget.Picture{Key: b.of.Run.Path + "\x00" + im.Path, Files: b.of.Run.Pictures, Path: im.Path, Words: []string{im.words}}
	if im.Path == "" || im.photo.missing {
		p.Files = nil
	}
	crowded := im.marks > mostLabels
	// Among dozens of its kind a thick line is not found: then the others step
	// back.
	_, inside := b.selected.inside()
	aside := crowded && inside && b.whole && b.room.Focused && b.selected.image == i
	var last []widget.Mark
	for k := range b.marks {
		m := &b.marks[k]
		if m.image != i || !m.ok || !b.overlay.shows(m.kind) {
			continue
		}
		drawn := m.drawn(look)
		if m == b.selected && b.room.Focused {
			drawn.Thick = true
			last = append(last, drawn)
			continue
		}
		if aside {
			drawn.Color = color.RGBA{R: drawn.Color.R / 2, G: drawn.Color.G / 2, B: drawn.Color.B / 2, A: drawn.Color.A}
		}
		if crowded && m.kind != hitMark && m.kind != missedMark {
			drawn.Label = ""
		}
		p.Marks = append(p.Marks, drawn)
	}
	p.Marks = append(p.Marks, last...)
	return p
}

// drawn is the picture's mark.
func (m *mark) drawn(look widget.Look) widget.Mark {
	drawn := widget.Mark{Box: m.box, Label: m.label, Color: look.Theme.Hit}
	switch m.kind {
	case plainMark:
		drawn.Color = look.Theme.Plain
	case missMark:
		drawn.Color, drawn.Dash = look.Theme.Miss, widget.Dashed
	case goldMark:
		drawn.Color, drawn.Dash = look.Theme.Gold, widget.Double
	case missedMark:
		drawn.Color, drawn.Dash = look.Theme.Missed, widget.Dotted
	}
	return drawn
}

// overlay says which marks are drawn.
type overlay uint8

const (
	allMarks overlay = iota
	goldMarks
	predictedMarks
	noMarks
)

// String says what is drawn.
func (o overlay) String() string {
	return [...]string{"all boxes", "only gold boxes", "only predicted boxes", "no boxes"}[o]
}

func (o overlay) shows(kind markKind) bool {
	gold := kind == goldMark || kind == missedMark
	return o == allMarks || o == goldMarks && gold || o == predictedMarks && !gold
}

// drawLegend explains the marks.
func (b *boxes) drawLegend(f *widget.Frame, look widget.Look) {
	t, pen := look.Theme, widget.NewPen(f, b.places.legend)
	switch {
	case b.close:
		pen.Put(widget.Ink(t.Warn), "the selected box, v for the picture  ")
	case b.lens.power > 0 && b.zoomed() == b.lens.image:
		pen.Put(widget.Ink(t.Warn), fmt.Sprintf("×%.1f  ", 1/b.lens.side()))
	}
	if b.overlay != allMarks {
		pen.Put(widget.Ink(t.Warn), "drawn: "+b.overlay.String()+"  ")
	}
	for _, sign := range b.signs() {
		if b.overlay.shows(sign.kind) {
			pen.Put(widget.Style{Fg: (&mark{kind: sign.kind}).drawn(look).Color}, sign.line)
			pen.Put(widget.Ink(t.Faint), sign.word)
		}
	}
}

// lineSign explains a line style.
type lineSign struct {
	kind       markKind
	line, word string
}

// signs are those of the kinds of marks that there can be. Boxes of the
// example as a whole are neither found nor missed.
func (b *boxes) signs() []lineSign {
	switch {
	case b.whole:
		return []lineSign{{goldMark, "══", " gold  "}, {plainMark, "──", " proposal"}}
	case len(b.marks) == 0:
		return nil
	case !slices.ContainsFunc(b.marks, func(m mark) bool { return m.kind != plainMark }):
		return []lineSign{{plainMark, "──", " predicted, no gold to compare with"}}
	}
	return []lineSign{
		{hitMark, "──", " hit  "}, {missMark, "╌╌", " miss  "},
		{goldMark, "══", " gold found  "}, {missedMark, "┄┄", " gold missed"},
	}
}
