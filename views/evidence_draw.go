package views

import (
	"image"
	"image/color"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// evidenceLayout is where the parts of the evidence lie.
type evidenceLayout struct {
	title, facts, bars image.Rectangle
	pictures           []image.Rectangle // per shown image
	shown              []int             // the images shown, in order
	parts              []loaders.Box     // of them, zero for all
	inset              image.Rectangle   // the selected box magnified, empty for none
	insetPart          loaders.Box       // what it shows
	notes              image.Rectangle   // a line per image
	legend             image.Rectangle
	passage            image.Rectangle
	words              image.Rectangle
}

// leastPicture is the height below which a picture is not worth its room.
const leastPicture = 4

// cellShape is a cell's width by its height, as most fonts have it. The
// program, which knows the real one, fits the picture into the area.
const cellShape = 0.5

func (v *Example) evidenceLayout(area image.Rectangle) evidenceLayout {
	e := &v.evidence
	var l evidenceLayout
	y := area.Min.Y
	take := func(h int) image.Rectangle {
		r := area
		r.Min.Y = min(y, area.Max.Y)
		r.Max.Y = min(y+max(0, h), area.Max.Y)
		y = r.Max.Y
		return r
	}
	l.title = take(2)
	l.facts = take(v.factCount())
	l.bars = take(len(e.bars))
	switch {
	case e.rows != nil:
		l.legend = take(1)
		if !v.wordOnly {
			l.passage = take(v.gridHeight(area.Max.Y - y))
		}
		l.words = take(area.Max.Y - y)
	case e.passage != nil:
		l.legend = take(1)
		if v.passage != nil && !v.wordOnly {
			l.passage = take(v.passageHeight(area.Max.Y - y))
		}
		take(1)
		l.words = take(area.Max.Y - y)
	case len(e.images) > 0:
		notes := len(v.notes(area.Dx()))
		if !v.wordOnly && !v.s.NoPictures {
			v.arrange(&l, area, y, notes+1)
			for _, r := range l.pictures {
				y = max(y, r.Max.Y)
			}
		}
		l.notes = take(notes)
		if len(l.pictures) > 0 {
			l.legend = take(1)
		}
		if len(e.lines) > 0 {
			l.words = take(area.Max.Y - y)
		}
		v.inset(&l, area)
	default:
		l.words = take(area.Max.Y - y)
	}
	return l
}

// leastWords is the height from which a list of words is worth its room.
const leastWords = 4

// passageHeight is what the passage gets of a room: all it needs, and all the
// room where the rest is too little for words.
func (v *Example) passageHeight(room int) int {
	if left := room - len(v.passage.lines) - 1; left >= leastWords {
		return len(v.passage.lines)
	}
	return room
}

// gridHeight is what rows of scores get of a room: all they need, as far as a
// third is left for the words.
func (v *Example) gridHeight(room int) int {
	words := 0
	if n := len(v.evidence.lines); n > 0 {
		words = min(n+1, room/3)
	}
	return min(v.grid.count, room-words)
}

// factCount is how many lines the facts take.
func (v *Example) factCount() int {
	n := len(v.evidence.facts)
	if p := v.evidence.passage; p != nil {
		n += len(p.facts)
	}
	return n
}

// arrange places the pictures side by side or stacked, whichever shows them
// larger, leaving room for the words below. Where the room is short they give
// way to the words.
func (v *Example) arrange(l *evidenceLayout, area image.Rectangle, y, below int) {
	for i := range v.evidence.images {
		if !v.evidence.images[i].blank() && (v.large < 0 || v.large == i) {
			l.shown = append(l.shown, i)
		}
	}
	// Two pictures can stand side by side; of more than two none would be
	// large enough, so the first two stand for all: z shows the others.
	l.shown = l.shown[:min(2, len(l.shown))]
	listRoom := 0
	if v.large < 0 {
		listRoom = min(len(v.evidence.lines)+1, (area.Max.Y-y)/3)
	}
	room := area.Max.Y - y - below - listRoom
	if room < leastPicture || area.Dx() < 2*leastPicture || len(l.shown) == 0 {
		l.shown = nil
		return
	}
	top := image.Rect(area.Min.X, y, area.Max.X, y+room)
	if at, ok := v.selectedBox(); ok && v.close {
		part, r := v.magnify(at, top)
		l.shown, l.parts, l.pictures = []int{at.image}, []loaders.Box{part}, []image.Rectangle{r}
		return
	}
	for _, i := range l.shown {
		part := loaders.Box{}
		if i == v.lens.image {
			part = v.lens.part()
		}
		l.parts = append(l.parts, part)
	}
	l.pictures = []image.Rectangle{fit(v.shape(l.shown[0]), top)}
	if len(l.shown) == 1 {
		return
	}
	beside, stacked := v.pair(l.shown, top)
	l.pictures = beside[:]
	if cells(stacked) > cells(beside) {
		l.pictures = stacked[:]
	}
}

// pair returns both arrangements of two pictures in area.
func (v *Example) pair(shown []int, area image.Rectangle) (beside, stacked [2]image.Rectangle) {
	half := (area.Dx() - 1) / 2
	left, right := area, area
	left.Max.X = left.Min.X + half
	right.Min.X = left.Max.X + 1
	right.Max.X = right.Min.X + half
	beside = [2]image.Rectangle{fit(v.shape(shown[0]), left), fit(v.shape(shown[1]), right)}
	upper, lower := area, area
	upper.Max.Y = upper.Min.Y + area.Dy()/2
	upper = fit(v.shape(shown[0]), upper)
	lower.Min.Y = upper.Max.Y
	return beside, [2]image.Rectangle{upper, fit(v.shape(shown[1]), lower)}
}

func cells(rs [2]image.Rectangle) int {
	n := 0
	for _, r := range rs {
		n += r.Dx() * r.Dy()
	}
	return n
}

// unknownShape is the width by the height of a picture that nobody knows the
// size of.
const unknownShape = 4.0 / 3

// shape is a picture's width by its height, within what a layout can use.
func (v *Example) shape(i int) float64 {
	if i >= len(v.photos) || v.photos[i].size.X <= 0 || v.photos[i].size.Y <= 0 {
		return unknownShape
	}
	size := v.photos[i].size
	return min(max(float64(size.X)/float64(size.Y), 1.0/16), 16)
}

// fit returns the part of room, from its top left corner, that a picture of a
// shape fills.
func fit(shape float64, room image.Rectangle) image.Rectangle {
	w := min(float64(room.Dx()), float64(room.Dy())*shape/cellShape)
	h := w / shape * cellShape
	room.Max.X = room.Min.X + max(1, min(room.Dx(), int(w+0.5)))
	room.Max.Y = room.Min.Y + max(1, min(room.Dy(), int(h+0.99)))
	return room
}

// drawEvidence draws the selected module's evidence.
func (v *Example) drawEvidence(f *widget.Frame, area image.Rectangle) {
	e, t := &v.evidence, v.s.Theme
	l := v.evidenceLayout(area)
	f.Text(area.Min.X, l.title.Min.Y, area.Dx(), widget.Bold(widget.Ink(t.Accent)), e.label)
	if l.title.Dy() > 1 {
		f.Text(area.Min.X, l.title.Min.Y+1, area.Dx(), widget.Style{}, v.titleWords())
	}
	facts := e.facts
	if e.passage != nil {
		facts = append(facts[:len(facts):len(facts)], e.passage.facts...)
	}
	for i := range min(len(facts), l.facts.Dy()) {
		f.Text(area.Min.X, l.facts.Min.Y+i, area.Dx(), widget.Style{}, facts[i])
	}
	v.drawBars(f, l.bars)
	v.drawPictures(f, l)
	v.drawLegend(f, l)
	v.drawText(f, l.passage)
	if l.words.Dy() > 1 && len(e.lines) > 0 {
		v.words.Draw(f, l.words, v.s.Look, v.focus == evidencePane)
	}
}

// titleWords is the module's score, and what the culprit is.
func (v *Example) titleWords() string {
	if v.culprit >= 0 && v.evidence.node == v.culprit {
		return v.evidence.score + " · ! first wrong module"
	}
	return v.evidence.score
}

func (v *Example) drawBars(f *widget.Frame, area image.Rectangle) {
	const width = 20
	for i := range min(len(v.evidence.bars), area.Dy()) {
		b := v.evidence.bars[i]
		w := min(width, area.Dx()/3)
		widget.Bar(f, image.Rect(area.Min.X, area.Min.Y+i, area.Min.X+w, area.Min.Y+i+1), widget.Ink(v.s.Theme.Accent), b.share)
		f.Text(area.Min.X+w+1, area.Min.Y+i, area.Dx()-w-1, widget.Style{}, b.words)
	}
}

// drawPictures places the pictures and says under them what they show.
func (v *Example) drawPictures(f *widget.Frame, l evidenceLayout) {
	for k, area := range l.pictures {
		im := &v.evidence.images[l.shown[k]]
		p := v.picture(im)
		p.Crop = l.parts[k]
		f.Place(widget.Placement{Area: area, Picture: p})
	}
	v.drawInset(f, l)
	notes := v.notes(l.notes.Dx())
	for i := range min(len(notes), l.notes.Dy()) {
		f.Text(l.notes.Min.X, l.notes.Min.Y+i, l.notes.Dx(), widget.Style{}, notes[i])
	}
}

// notes says what the images show, in lines of at most w cells that break
// between facts.
func (v *Example) notes(w int) []string {
	var lines []string
	for i := range v.evidence.images {
		line := ""
		for _, fact := range strings.Split(v.evidence.images[i].words, separator) {
			if line != "" && ansi.StringWidth(line+separator+fact) > w {
				lines = append(lines, line)
				line = "  " + fact
				continue
			}
			if line != "" {
				line += separator
			}
			line += fact
		}
		lines = append(lines, line)
	}
	return lines
}

// mostLabels is how many labels a picture takes before they hide it: beyond,
// misses go without.
const mostLabels = 6

// picture is an image with its marks. The mark that the words' selected row
// tells of is thick and lies over the others.
func (v *Example) picture(im *imageEvidence) widget.Picture {
	run := v.s.Run(v.list.run)
	p := widget.Picture{Key: run.Path + "\x00" + im.image.Path, Files: run.Pictures, Path: im.image.Path, Words: []string{im.words}}
	if im.image.Path == "" || im.photo.missing {
		p.Files = nil
	}
	crowded := len(im.marks) > mostLabels
	aside := crowded && v.aside(im)
	var last []widget.Mark
	for i := range im.marks {
		b := &im.marks[i]
		if !b.ok || !v.overlay.shows(b.kind) {
			continue
		}
		pointed := v.pointed(im.index, i)
		m := b.mark(v.s, pointed)
		if aside && !pointed {
			m.Color = color.RGBA{R: m.Color.R / 2, G: m.Color.G / 2, B: m.Color.B / 2, A: m.Color.A}
		}
		if crowded && !pointed {
			m.Label = b.important()
		}
		if pointed {
			last = append(last, m)
		} else {
			p.Marks = append(p.Marks, m)
		}
	}
	p.Marks = append(p.Marks, last...)
	return p
}

// important is the label of a mark that keeps it among many.
func (b *boxMark) important() string {
	if b.kind == hitMark || b.kind == missedMark {
		return b.label
	}
	return ""
}

// aside reports whether the other boxes of the image step back behind the
// selected one: among dozens of its kind a thick line is not found.
func (v *Example) aside(im *imageEvidence) bool {
	at, ok := v.selectedBox()
	return ok && v.evidence.whole && v.focus == evidencePane && at.image == im.index
}

// pointed reports whether the words' selected row tells of the mark.
func (v *Example) pointed(image, mark int) bool {
	if v.focus != evidencePane || v.words.Selected() >= len(v.evidence.lines) {
		return false
	}
	line := v.evidence.lines[v.words.Selected()]
	return line.image == image && line.mark == mark
}

// drawText draws the part of the passage, or of the rows of scores, that is
// scrolled to.
func (v *Example) drawText(f *widget.Frame, area image.Rectangle) {
	if v.passage == nil && v.grid == nil {
		return
	}
	h := v.s.Heat()
	for i := 0; i < area.Dy() && v.text.top+i < v.text.count; i++ {
		line := area
		line.Min.Y += i
		if v.grid != nil {
			v.grid.draw(f, v.text.top+i, line, v.s, v.chosenRow())
		} else {
			v.passage.draw(f, v.text.top+i, line.Min.X, line.Min.Y, line.Dx(), h)
		}
	}
	if !area.Empty() {
		f.Wheel(area, func(lines int) tea.Cmd {
			v.text.Move(lines)
			return nil
		})
	}
}

// wordEntries returns a row of the words.
func (v *Example) wordEntries(i int) []widget.Entry {
	line := v.evidence.lines[i]
	st := widget.Style{}
	switch line.color {
	case hitMark:
		st = widget.Ink(v.s.Theme.Right)
	case missMark, missedMark:
		st = widget.Ink(v.s.Theme.Wrong)
	}
	text := line.text
	if v.evidence.several && line.mark >= 0 {
		text = imageName(line.image) + "  " + text
	}
	return []widget.Entry{{Text: text, Style: st}}
}
