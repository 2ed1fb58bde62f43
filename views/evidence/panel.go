package evidence

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Panel is all the evidence for a subject: its name and number, the parts that
// have something to show, and everything in words.
type Panel struct {
	boxes     *boxesPart
	passage   passagePart
	rows      *rowsPart
	texts     textsPart
	parts     []Part // all kinds of evidence, from the top down
	of        Subject
	how       sight
	head      []string // title, score, and facts
	said      []Said   // per part
	words     *wordTable
	wordsOnly bool

	area, above, text image.Rectangle // areas of the panel, of what is above it, and of the words
	look              widget.Look
	focused           bool
	joined            bool     // title and score share a line
	facts             []string // those below them that there is room for
}

// NewPanel returns a panel with every kind of evidence, in the order in which they are asked and
// drawn, and no subject. It is laid out again when the selected row of its words moves.
func NewPanel() *Panel {
	p := &Panel{of: Nothing(), words: newWords(), head: []string{"", ""}}
	p.boxes, p.rows = &boxesPart{boxed: &boxed{mode: &judged}, of: p.of, large: -1}, &rowsPart{}
	p.boxes.choose = func(mark int) { p.words.selectOf(p.boxes, mark) }
	p.parts = []Part{&classesPart{}, &valuesPart{}, p.boxes, &p.passage, p.rows, &p.texts}
	p.words.table.Moved = func() { p.Lay(p.above, p.area, p.look, p.focused) }
	return p
}

// Show displays a subject, w cells wide; nothing changes if that is shown already. The panel must
// be laid out again afterwards. In another form of the same example, at the same module, the
// selected box stays selected.
func (p *Panel) Show(of Subject, w int) {
	old, now := p.of.currentLayer(), of.currentLayer()
	fresh := now.Example != old.Example || now.Node != old.Node
	if !fresh && of.isSame(&p.of) && w == p.how.width {
		return
	}
	image, box, _ := p.Target()
	aimed := box >= 0 && fresh && now.Example.ID == old.Example.ID && now.Node == old.Node
	p.of, p.how.width = of, w
	p.collectParts(fresh)
	if aimed { // the same box after a change of the example
		p.words.selectOf(p.boxes, p.boxes.markOf(image, box))
	}
}

// Node returns the module that is shown, -1 for the example as a whole.
func (p *Panel) Node() int {
	if p.of.currentLayer().moduleOf() == nil || p.isAlone() {
		return -1
	}
	return p.of.currentLayer().Node
}

func (p *Panel) isAlone() bool {
	return slices.ContainsFunc(p.said, func(s Said) bool { return s.Alone })
}

// collectParts asks every part for what it shows of the subject and puts it together in p.said,
// p.head (title, score and facts) and the rows of the words. If a part shows everything by itself,
// the others have nothing but those beside it. fresh starts at the first row of the words.
func (p *Panel) collectParts(fresh bool) {
	before := p.Title()
	p.how.fresh = fresh
	p.said = loaders.Map(p.parts, func(part Part) Said { return part.Find(&p.of, p.how) })
	if p.isAlone() {
		for k, part := range p.parts {
			if !p.said[k].Alone && !p.said[k].Beside {
				none := Nothing()
				p.said[k] = part.Find(&none, p.how)
			}
		}
		if p.rows.shown {
			p.boxes.explainObjects(&p.of)
		}
	}
	title, score, facts := moduleHead(&p.of)
	if p.of.joinsPassage() { // they are of one of the two
		facts = nil
	}
	if held := p.of.heldLayer(); held != nil && p.of.comparedLayer() == nil {
		facts = append(facts, "not compared with "+held.Name+": "+p.of.currentLayer().whyApart(held))
	}
	var lines []Line
	var columns []widget.Column
	for i := range p.said {
		said := &p.said[i]
		title, score = cmp.Or(said.Title, title), cmp.Or(said.Score, score)
		for _, line := range said.Lines {
			line.part = p.parts[i]
			line.Text = cmp.Or(line.Text, rowSentence(line.Row, said.Columns))
			lines = append(lines, line)
		}
		facts = append(facts, said.Facts...)
		if len(said.Lines) > 0 {
			columns = said.Columns
		}
	}
	p.head = []string{title}
	for _, text := range append([]string{score}, facts...) {
		if strings.HasPrefix(text, " ") { // a detail, a path
			p.head = append(p.head, text)
			continue
		}
		p.head = append(p.head, widget.Wrap(text, p.how.width)...)
	}
	p.words.showRows(lines, columns, fresh || title != before)
}

// Title names the subject of the evidence: "find[red block]"; "" before
// anything is shown.
func (p *Panel) Title() string { return p.head[0] }

// Words returns everything that the panel shows as lines of text: the head, what each part says in words, and
// the rows.
func (p *Panel) Words() []string {
	all := append([]string{p.head[0] + ": " + p.head[1]}, p.head[2:]...)
	for _, said := range p.said {
		all = append(all, said.Words...)
	}
	return append(all, loaders.Map(p.words.lines, func(line Line) string { return strings.TrimSpace(line.Text) })...)
}

// Above returns how many of h lines the panel wants above everything else, w
// cells wide.
func (p *Panel) Above(w, h int) (lines int) {
	if p.wordsOnly {
		return 0
	}
	return p.boxes.Above(w, h)
}

// Lay lays the panel out in area, and in the room that it was granted of what
// [Panel.Above] asked for; focused says whether keys go to it. Call it after
// every action, before Draw.
func (p *Panel) Lay(above, area image.Rectangle, look widget.Look, focused bool) {
	p.above, p.area, p.look, p.focused = above, area, look, focused
	short := area.Dy() < shortPanel
	p.joined = short && ansi.StringWidth(p.head[0]+titleGap+p.head[1]) <= area.Dx()
	p.facts = p.head[2:]
	shown, _ := p.boxes.shownImages()
	hasEvidence := p.rows.shown || len(shown) > 0
	if isTight := short && above.Empty(); isTight && hasEvidence && len(p.facts) > 1 { // the room is for the evidence
		p.facts = []string{ansi.Truncate(p.facts[0]+" "+p.facts[1], area.Dx(), "…")}
	}
	heading := 2 + len(p.facts)
	switch {
	case p.Wide():
		heading = 0
	case p.joined:
		heading--
	}
	_, rest := widget.SplitTop(area, heading)
	for _, part := range p.parts {
		if part != Part(p.boxes) && p.Wide() {
			continue
		}
		selected, lines := p.words.selectedIn(part), len(p.words.lines)+p.texts.wantedLines(area.Dy())
		if image, at := p.rows.objectUnder(); at >= 0 && part == p.boxes {
			lines += p.rows.linesNeeded()
			selected = p.boxes.markOf(image, at)
		}
		rest = part.Lay(Room{
			Area: rest, Above: above, Look: look, Lines: lines, Panel: area.Dy(),
			Selected: selected, Focused: focused, WordsOnly: p.wordsOnly,
		})
	}
	p.text, p.words.look = rest, look
	p.words.table.Resize(rest.Dy())
}

const (
	// shortPanel is the height below which title and score share a line, and so do facts.
	shortPanel = 20
	titleGap   = "  "
)

// Draw draws the panel where it was laid. mark is written after the score, or
// short where mark has no room.
func (p *Panel) Draw(f *widget.Frame, mark, short string) {
	line, before := p.area, p.head[1]
	if p.Wide() {
		p.boxes.Draw(f, p.look)
		return
	}
	if p.joined {
		before = p.head[0] + titleGap + before
	}
	if ansi.StringWidth(before+mark) > line.Dx() {
		mark = short
	}
	pen, title := widget.NewPen(f, line), p.look.Theme.Faint
	if p.focused {
		title = p.look.Theme.Accent
	}
	pen.Put(widget.Bold(title), p.head[0])
	if p.joined {
		pen.Put(widget.Style{}, titleGap)
	} else {
		line.Min.Y++
		pen = widget.NewPen(f, line)
	}
	pen.Put(widget.Style{}, p.head[1]+mark)
	line.Min.Y++
	f.Lines(line, widget.Style{}, p.facts)
	for _, part := range p.parts {
		part.Draw(f, p.look)
	}
	p.words.drawTable(f, p.text, p.look, p.focused)
}

// Scroller returns what the move keys move: the enlarged picture, a text that does not fit, or else the rows of
// the words.
func (p *Panel) Scroller() widget.Scroller {
	return cmp.Or(p.boxes.Scroller(), p.passage.Scroller(), p.rows.Scroller(), p.texts.scroller(), widget.Scroller(&p.words.table))
}

// Across moves sideways by d, to the left where it is negative, the first of these that there is:
// an enlarged picture, the cursor on the tokens, the row of the words where the move keys scroll
// something else or a passage is being annotated, or else from picture to picture. It reports
// whether that is possible.
func (p *Panel) Across(d int) bool {
	if lens, ok := p.Scroller().(*lens); ok {
		lens.panBy(d, 0)
		return true
	}
	if p.rows.stepToken(d) {
		return true
	}
	if p.Scroller() != &p.words.table || p.of.Draft != nil && p.passage.shown {
		p.words.table.Move(d)
		return true
	}
	return p.boxes.Turn(d)
}

// Picture returns a frame of the pictures alone, nil for none.
func (p *Panel) Picture() *widget.Frame { return p.boxes.Picture(p.look) }

// Zoom gives a picture the screen, larger every time, and then undoes that; it
// reports whether there is a picture.
func (p *Panel) Zoom() bool { return p.boxes.Zoom() }

// Target returns the proposal of an image, or the token of the passage, that the selected row of the
// words is about, or the object under the cursor, -1 for none, and the gold box of the image
// that the row is about, -1 for none.
func (p *Panel) Target() (image, at, gold int) {
	k := p.words.selectedIn(p.boxes)
	switch {
	case p.rows.shown:
		image, at = p.rows.objectUnder()
		return image, at, -1
	case k < 0 || k >= len(p.boxes.marks):
		return 0, p.words.selectedIn(&p.passage), -1
	}
	m := &p.boxes.marks[k]
	image = m.image % p.boxes.each
	if !m.kind.isGold() {
		return image, m.proposal, -1
	}
	return image, m.proposal, m.gold
}

// Layer returns a function that closes the innermost thing that is open; nil if nothing
// is.
func (p *Panel) Layer() (leave func()) {
	if leave = p.boxes.Layer(); leave == nil && p.wordsOnly {
		leave = func() { p.wordsOnly = false }
	}
	return leave
}

// Free returns how many of h lines the panel can spare: all but its head if it shows
// nothing else, otherwise a third; fewer beside rows of tokens, which need many.
func (p *Panel) Free(h int) int {
	if len(p.words.lines) == 0 && !slices.ContainsFunc(p.said, func(s Said) bool { return len(s.Words) > 0 }) {
		return h - len(p.head)
	}
	if p.isAlone() {
		need := len(p.head) + p.rows.linesNeeded() + p.texts.count
		if n := len(p.parts[0].(*classesPart).lines); n > 0 {
			need += n + 2
		}
		return max(1, min(h/3, h-need))
	}
	return h / 3
}

// Wide reports whether a picture takes the whole screen.
func (p *Panel) Wide() bool { return p.boxes.large >= 0 }

// Actions returns the keys of every part, and those of all together.
func (p *Panel) Actions() []widget.Action {
	return widget.After(append(append(p.boxes.Actions(), p.rows.Actions()...),
		widget.Switch("words", nil, &p.wordsOnly),
		widget.Switch("log-scale", widget.When(func() bool {
			return !slices.ContainsFunc(p.said, func(s Said) bool { return s.Scaled })
		}, "the selected module does not attend to a passage"), &p.how.log),
	), widget.Do(func() { p.collectParts(keepRow) }))
}
