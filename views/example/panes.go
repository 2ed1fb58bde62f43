package example

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/evidence/tree"
	"faithscope/views/widget"
)

// pane is a part of the screen that keys can move.
type pane uint8

const (
	programPane pane = iota
	evidencePane
	aboutPane
)

// panes are the parts of the screen, their areas, and the one with the keys.
type panes struct {
	question questionView
	about    aboutBlock
	program  *tree.Program
	evidence *panel.Panel
	focus    pane
	alone    bool // the evidence is the only pane
	broken   bool // no pane has content
	area     image.Rectangle
	layout   paneAreas
	notice   []string // a warning or a guide's note, nil for none
}

func (p *panes) firstPane() pane {
	if p.alone {
		return evidencePane
	}
	return programPane
}

func (p *panes) nextPane() pane {
	hasAbout := len(p.about.rows) > 0 && !p.about.folded && !p.broken
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

func (p *panes) selectModule(node int) {
	p.program.SelectNode(node)
	p.focus = programPane
}

func (p *panes) drawParts(f *widget.Frame, look widget.Look, settle func()) {
	l := &p.layout
	draw := func(pane pane, draw func()) { f.Clicking(func() { p.focus = pane }, draw, settle) }
	draw(programPane, func() { p.program.Draw(f, l.program, look, p.focus == programPane) })
	f.DrawUpright(l.divider, look.Theme.Border)
	mark, short := "", ""
	if culprit := p.program.Culprit(); culprit >= 0 && p.evidence.Node() == culprit {
		mark, short = " · ! the culprit", " · ! culprit"
	}
	draw(aboutPane, func() { p.about.drawBlock(f, l.about, look, p.focus == aboutPane) })
	draw(evidencePane, func() { p.evidence.Draw(f, mark, short) })
}

const (
	// narrow is the width below which the program is above the evidence.
	narrow = 72
	// wide and high are the least size at which the block about is unfolded.
	wide, high = 100, 27
)

// paneAreas holds the areas of the parts of the screen.
type paneAreas struct {
	question, answer, rule, notice, program, evidence image.Rectangle
	// above is the part of the evidence above the program, at full width; empty for none.
	above image.Rectangle
	about image.Rectangle // below the program, or else the evidence
	// divider separates program and evidence, empty if they are stacked.
	divider image.Rectangle
}

// layParts divides p.area from the top: question, answer, rule, notice, then program beside
// evidence, or above it if narrow. The block about is below the program, in one line on a small
// screen unless it has the keys. Enlarged evidence leaves only the answer.
func (p *panes) layParts() paneAreas {
	var l paneAreas
	area, body := p.area, p.area
	body.Min.X = min(body.Min.X+1, body.Max.X)
	if p.evidence.Wide() { // all but a line above it and one below
		l.answer, l.evidence = widget.SplitTop(body, 1)
		return l
	}
	l.question, body = widget.SplitTop(body, p.question.height)
	l.answer, body = widget.SplitTop(body, 1)
	l.rule, body = widget.SplitTop(body, 1)
	l.rule.Min.X = area.Min.X
	l.notice, body = widget.SplitTop(body, min(len(p.notice), 3))
	if area.Dx() >= narrow && !p.alone {
		l.above, body = widget.SplitTop(body, p.evidence.Above(body.Dx(), body.Dy()))
	}
	l.program, l.evidence = body, body
	switch {
	case p.alone:
		l.program.Max.X = l.program.Min.X
	case area.Dx() < narrow:
		p.program.Width(2 * body.Dx())
		l.program, l.evidence = widget.SplitTop(body, max(3, min(body.Dy()/3, p.program.Height())))
	default:
		split := body.Min.X + p.program.Width(body.Dx())
		l.program.Max.X, l.evidence.Min.X = split, split+2
		l.divider = image.Rect(split, body.Min.Y, split+1, body.Max.Y)
	}
	host, free := &l.program, l.program.Dy()-p.program.Height()
	if l.program.Empty() {
		host, free = &l.evidence, p.evidence.Free(l.evidence.Dy())
	}
	l.about = *host
	folded := (area.Dx() < wide || area.Dy() < high) && !(p.alone && free >= l.about.Dy()-2)
	if p.focus == aboutPane { // the pane with the keys needs room
		part := 2
		if p.alone { // texts need more
			part = 3
		}
		free, folded = max(free, l.about.Dy()/part), false
	}
	l.about.Min.Y = l.about.Max.Y - p.about.heightIn(free, l.about.Dx(), folded)
	host.Max.Y = l.about.Min.Y
	return l
}

func (p *panes) arrangeParts(ex *loaders.Example, subject evidence.Subject, look widget.Look) {
	p.question.fitLines(ex, p.area, look)
	// Twice, as another module can take the room of the whole screen, or give
	// it back.
	for range 2 {
		p.layout = p.layParts()
		p.evidence.Show(subject, p.layout.evidence.Dx())
	}
	p.about.fitTo(p.layout.about)
	p.question.attendTo(subject.Layers[0].Node, p.layout.question.Dx(), look)
	p.program.Resize(p.layout.program.Dy())
	p.evidence.Lay(p.layout.above, p.layout.evidence, look, p.focus == evidencePane)
}
