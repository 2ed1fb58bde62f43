package example

import (
	"image"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/evidence/tree"
	"faithscope/views/widget"
)

// paneIndex is a part of the screen that keys can move.
type paneIndex uint8

const (
	programPane paneIndex = iota
	evidencePane
	aboutPane
)

// panes are the parts of the screen, their areas, and the one with the keys.
type panes struct {
	question questionView
	about    aboutBlock
	program  *tree.ProgramTree
	evidence *panel.Panel
	focus    paneIndex
	alone    bool // the evidence is the only pane
	broken   bool // no pane has content
	area     image.Rectangle
	layout   paneAreas
	notice   []string // a warning or a guide's note, nil for none
	isEdited bool     // changes are listed below the answer
	// neighbours counts the examples of the list around this one, 0 for none.
	neighbours int
}

func (p *panes) firstPane() paneIndex {
	if p.alone {
		return evidencePane
	}
	return programPane
}

func (p *panes) nextPane() paneIndex {
	hasAbout := len(p.about.rows) > 0 && !p.broken
	switch {
	case p.focus == programPane:
		return evidencePane
	case p.focus == evidencePane && hasAbout:
		return aboutPane
	}
	return p.firstPane()
}

func (p *panes) scroller() widget.Scroller {
	switch p.focus {
	case programPane:
		return p.program
	case aboutPane:
		return &p.about
	}
	return p.evidence.Scroller()
}

func (p *panes) moveAcross(d int) {
	switch {
	case p.focus == aboutPane:
		p.about.moveAcross(d)
	case p.focus == evidencePane:
		p.evidence.Across(d)
	case d > 0:
		p.program.Child()
	default:
		p.program.Parent()
	}
}

func (p *panes) selectModule(nodeIndex int) {
	p.program.SelectNode(nodeIndex)
	p.focus = programPane
}

func (p *panes) drawParts(f *widget.Frame, look widget.Look, settlePanels func()) {
	l := &p.layout
	draw := func(pane paneIndex, draw func()) { f.Clicking(func() { p.focus = pane }, draw, settlePanels) }
	draw(programPane, func() { p.program.Draw(f, l.program, look, p.focus == programPane) })
	mark, short := "", ""
	if culprit := p.program.Culprit(); culprit >= 0 && p.evidence.Node() == culprit && !p.program.IsPage() {
		mark, short = " · ! the culprit", " · ! culprit"
	}
	draw(aboutPane, func() { p.about.drawBlock(f, l.about, look, p.focus == aboutPane) })
	draw(evidencePane, func() { p.evidence.Draw(f, mark, short) })
	p.drawPanels(f, look)
}

// drawPanels draws the focused one last, so that it shows where panels share a line.
func (p *panes) drawPanels(f *widget.Frame, look widget.Look) {
	l := &p.layout
	if p.evidence.Wide() {
		return
	}
	if !l.above.Empty() {
		head := image.Rect(l.above.Min.X-1, l.rule.Min.Y, p.area.Max.X, l.above.Max.Y)
		if l.above.Min.X > l.program.Min.X {
			head.Min.Y = l.above.Min.Y - p.titleLines()
		}
		p.drawPictureNames(f, widget.LineAt(head.Min.X+2, head.Min.Y, head.Dx()-4), look)
		f.DrawPanel(head, look, p.focus == evidencePane)
	}
	areas := []image.Rectangle{programPane: l.program, evidencePane: l.evidence, aboutPane: l.about}
	for at, area := range append(areas, l.neighbours) { // which never has the focus
		if area.Dx() > 0 && area.Dy() > 0 {
			area.Min.X, area.Max.X = area.Min.X-1, area.Max.X+1
			f.DrawPanel(area, look, p.focus == paneIndex(at))
		}
	}
}

// drawPictureNames leaves a line alone that has the end of a long answer.
func (p *panes) drawPictureNames(f *widget.Frame, line image.Rectangle, look widget.Look) {
	names := p.evidence.PictureNames()
	line.Max.X = min(line.Max.X, line.Min.X+ansi.StringWidth(names))
	for x, y := range widget.CellsOf(line) {
		if text, _ := f.At(x, y); text != " " {
			return
		}
	}
	f.TextOver(line, look.Theme.Faint, names)
}

const (
	// narrow is the width below which the program is above the evidence.
	narrow = 72
	// besideWords is the width from which a passage has all lines beside the program and its words.
	besideWords = 76
	// roomy is the width from which the program has less than half.
	roomy = 180
	// leastWords is the least height of the evidence's words below the program.
	leastWords = 8
	leastRows  = 4 // of a table below its head, with its titles
	// leastBelow is the height below a picture at the right that long words need to be there.
	leastBelow = 12
	leastSpare = 3
	// mostLayouts bounds the attempts at a layout, of which two may take turns.
	mostLayouts = 4
	// tight is the height of the area below which no line is empty.
	tight = 26
	// aboutColumn is the greatest width of the block about at the right of a roomy screen.
	aboutColumn = 56
)

// paneAreas holds the areas of the parts of the screen.
type paneAreas struct {
	question, answer, rule, notice, program, evidence image.Rectangle
	// above is the part of the evidence above the program, at full width, or at the right of program and
	// words; empty for none.
	above      image.Rectangle
	about      image.Rectangle // below the program, or else all or part of the evidence
	neighbours image.Rectangle // below everything, where lines are empty
}

// textArea returns p.area without a blank cell at each border; a border at the right is one of a box.
func (p *panes) textArea() image.Rectangle {
	area := p.area
	area.Max.X -= min(1, area.Min.X)
	area.Min.X = min(area.Min.X+1, area.Max.X)
	return area
}

// layParts divides p.area from the top; program and evidence are side by side, or one above the other
// if narrow or if a picture or passage has the right of both. Enlarged evidence leaves only the
// answer.
func (p *panes) layParts(look widget.Look) paneAreas {
	var l paneAreas
	gap := widget.PaneGap(p.area)
	body := p.textArea()
	if p.evidence.Wide() { // all but a line above it and one below
		l.answer, l.evidence = widget.SplitTop(body, 1)
		return l
	}
	l.question, body = widget.SplitTop(body, p.question.height)
	l.answer, body = widget.SplitTop(body, 1)
	l.notice, body = widget.SplitTop(body, min(len(p.notice), 3))
	body.Max.X = max(body.Min.X, min(body.Max.X, p.area.Max.X-1)) // for a scroll bar
	body, isBeside := p.splitBody(&l, body)
	l.program, l.evidence = body, body
	below := l.above.Dy() - p.evidence.PictureSize(l.above.Dx(), l.above.Dy()).Y
	if isBeside && !p.evidence.HasPassage() && below >= max(1, min(p.evidence.WordLines(), leastBelow)) {
		l.above, l.evidence = widget.SplitTop(l.above, l.above.Dy()-below)
		l.evidence.Min.Y += gap
		isBeside = false
	}
	folded := !p.about.opened && p.focus != aboutPane
	switch {
	case p.alone:
		l.program.Max.X = l.program.Min.X
	case l.evidence.Min.X > body.Min.X:
		p.program.Width(2 * body.Dx())
	case isBeside || p.program.IsPage() || p.area.Dx() < narrow:
		most := min(loaders.IfElse(isBeside, body.Dy(), body.Dy()/3), p.program.Height())
		p.program.Width(2 * body.Dx())
		if p.program.IsPage() { // whose texts take more lines
			below := p.evidence.WordLines() + p.about.heightIn(body.Dy()/3, body.Dx(), folded)
			most = min(p.program.WholeHeight(body.Dx(), look), body.Dy()-min(body.Dy()/2, below))
		}
		l.program, l.evidence = widget.SplitTop(body, max(3, most))
		l.evidence.Min.Y += gap
	default:
		split := body.Min.X + p.programWidth(body.Dx())
		l.program.Max.X, l.evidence.Min.X = split-1, split+2+gap
	}
	p.layAbout(&l, isBeside, body.Dy(), folded)
	return l
}

// isTight reports whether rows are scarce and nothing but a picture needs the line below the answer.
func (p *panes) isTight() bool {
	return p.area.Dy() < tight && !p.isEdited && p.question.heated < 2 && !p.program.IsPage()
}

// splitBody makes the line below the answer, and the evidence above or beside the rest.
func (p *panes) splitBody(l *paneAreas, body image.Rectangle) (rest image.Rectangle, isBeside bool) {
	isWide := narrow <= p.area.Dx() && !p.alone
	l.rule, rest = widget.SplitTop(body, loaders.IfElse(p.program.IsPage(), 0, 1))
	l.rule.Min.X = p.area.Min.X
	if isWide {
		l.above, rest, isBeside = p.splitEvidence(rest)
	}
	if isPicture := !l.above.Empty() && !isBeside; p.isTight() && !isPicture { // nothing is in the line
		if l.rule, rest = (image.Rectangle{}), body; isWide {
			l.above, rest, isBeside = p.splitEvidence(rest)
		}
	}
	return rest, isBeside
}

// layAbout puts the block about, in one line until opened, below the evidence of a chain or without a
// program, below a passage at the right, otherwise below the program, or at the right of a roomy screen.
func (p *panes) layAbout(l *paneAreas, isBeside bool, bodyLines int, folded bool) {
	gap := widget.PaneGap(p.area)
	hasColumn := p.alone || l.evidence.Min.X > l.program.Max.X && !l.program.Empty()
	wanted, below := p.about.heightIn(l.program.Dy(), l.program.Dx(), false), l.program.Dy()-p.program.Height()-gap
	if p.area.Dx() >= roomy && hasColumn && !isBeside && !p.about.folded && len(p.about.rows) > 0 && (p.alone || wanted > below) {
		l.about = l.evidence
		l.about.Min.X = l.evidence.Max.X - min(l.evidence.Dx()*2/5, aboutColumn)
		l.evidence.Max.X = l.about.Min.X - 3 - gap
		return
	}
	host, free := &l.program, max(l.program.Dy()-p.program.Height(), l.program.Dy()/2)
	switch {
	case isBeside && p.evidence.HasPassage():
		host, free = &l.above, l.above.Dy()/3
	case p.program.IsPage():
		host, free = &l.evidence, bodyLines/3
	case l.program.Empty() || isBeside: // texts need more
		host, free = &l.evidence, l.evidence.Dy()/3
	}
	l.about = *host
	l.about.Min.Y = l.about.Max.Y - p.about.heightIn(max(min(free, 1), free-gap), l.about.Dx(), folded)
	host.Max.Y = l.aboveAbout(gap)
}

// aboveAbout returns where the box above the block about ends; a folded block is in that box's border.
func (l *paneAreas) aboveAbout(gap int) int {
	return l.about.Min.Y - loaders.IfElse(l.about.Dy() > 1, gap, 0)
}

// splitEvidence gives a wide picture the lines above the program, or another picture or a passage the right of body,
// if program and words have room at its left.
func (p *panes) splitEvidence(body image.Rectangle) (above, rest image.Rectangle, isBeside bool) {
	need := max(p.program.Height()+min(1, len(p.about.rows)), min(p.evidence.WordLines(), max(leastWords, p.evidence.HeadLines()+leastRows)))
	above, rest = widget.SplitTop(body, p.evidence.Above(body.Dx(), body.Dy(), need))
	if !above.Empty() {
		rest.Min.Y += widget.PaneGap(p.area)
	}
	if !above.Empty() || p.evidence.HasPassage() && p.area.Dx() < besideWords || p.program.Height()+leastWords > body.Dy() {
		return above, rest, false
	}
	if w := p.evidence.Beside(body.Dx()-p.programWidth(body.Dx())-2, body.Dy()); w > 0 {
		isBeside, above = true, body
		above.Min = image.Pt(body.Max.X-w, body.Min.Y+p.titleLines()) // its border is where the program's is
		rest.Max.X = above.Min.X - 3 - widget.PaneGap(p.area)
	}
	return above, rest, isBeside
}

// titleLines is how many lines the border of the evidence needs: a passage has a legend in it.
func (p *panes) titleLines() int { return loaders.IfElse(p.evidence.HasPassage(), 0, 1) }

func (p *panes) programWidth(w int) int {
	return p.program.Width(loaders.IfElse(p.area.Dx() < roomy, w, w*2/3))
}

// layNeighbours takes the lines below all panes that are empty for the list around the example, and reports whether
// they suffice.
func (p *panes) layNeighbours(look widget.Look) bool {
	l := &p.layout
	l.neighbours = image.Rectangle{}
	if p.neighbours == 0 || p.evidence.Wide() {
		return false
	}
	bottom := max(l.program.Max.Y, l.evidence.Max.Y, l.above.Max.Y, l.about.Max.Y)
	below, above := p.evidence.SpareLines(), l.above.Dy()-p.evidence.PictureSize(l.above.Dx(), l.above.Dy()).Y
	if p.evidence.HasPassage() && !l.above.Empty() {
		below, above = p.evidence.SpareWordLines(), below
	}
	h := cutEmptyLines([]spareLines{
		{&l.program, l.program.Dy() - p.program.WholeHeight(l.program.Dx(), look)},
		{&l.evidence, below},
		{&l.above, above},
		{&l.about, l.about.Dy() - p.about.CountLines(l.about.Dx())},
	}, bottom, widget.PaneGap(p.area), p.neighbours+2)
	if h > 0 {
		body := p.textArea()
		l.neighbours = image.Rect(body.Min.X, bottom-h, min(body.Max.X, p.area.Max.X-1), bottom)
	}
	return h > 0
}

func (p *panes) arrangeParts(ex *loaders.Example, shownVersions evidence.ShownVersions, look widget.Look) {
	p.question.fitLines(ex, p.textArea(), look)
	p.question.attendTo(shownVersions.Node, p.textArea().Dx(), look)
	lay := func() { p.evidence.Lay(p.layout.above, p.layout.evidence, look, p.focus == evidencePane) }
	// Until it settles: notes wrap at the new width, and another module can take the room of the whole screen.
	for range mostLayouts {
		p.layout = p.layParts(look)
		p.evidence.Show(shownVersions, p.layout.evidence.Dx())
		if lay(); p.layParts(look) == p.layout {
			break
		}
	}
	hasMoved := p.openSpare(look)
	if p.about.fitTo(p.layout.about); p.layNeighbours(look) || hasMoved {
		lay()
	}
	p.about.fitTo(p.layout.about)
	p.program.Resize(p.layout.program.Dy())
}

// openSpare gives the block about the empty lines above it, if they are leastSpare or more or it is open, and
// reports whether it took them from the evidence.
func (p *panes) openSpare(look widget.Look) bool {
	l := &p.layout
	host, spare := &l.evidence, p.evidence.SpareLines()
	switch {
	case l.about.Min == image.Pt(l.above.Min.X, l.above.Max.Y):
		host = &l.above
	case l.about.Min.Y == l.program.Max.Y:
		host, spare = &l.program, l.program.Dy()-p.program.WholeHeight(l.program.Dx(), look)
	}
	gap := widget.PaneGap(p.area)
	if l.about.Dy() == 1 {
		spare -= gap
	}
	if spare < 1 || l.about.Empty() || l.about.Min.Y == l.evidence.Min.Y || l.about.Dy() == 1 && (spare < leastSpare || p.about.folded) {
		return false
	}
	l.about.Min.Y -= spare
	host.Max.Y = l.aboveAbout(gap)
	return host != &l.program
}
