package example

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// pane is a part of the screen that keys can move.
type pane uint8

const (
	programPane pane = iota
	evidencePane
	aboutPane
)

// panes are the parts of the screen, their areas, and which one has the keys.
type panes struct {
	question questionView
	about    aboutBlock
	program  *evidence.Program
	evidence *evidence.Panel
	focus    pane
	alone    bool // the evidence is all there is to look at
	broken   bool // there is nothing to look at
	area     image.Rectangle
	layout   paneAreas
	notice   []string // why what is shown may not be so, nil for nothing
}

// firstPane returns the pane that has the keys at first: the evidence if that is all there is,
// otherwise the program.
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

// moveAcross moves sideways in the pane that has the keys: to another part of a fact, in the
// evidence, or in the program to the first input of the module (d above 0) or its parent.
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

// drawParts draws the program, the divider, the block about the example and the evidence, which
// says where it is of the culprit. A click on a part gives it the keys and then calls settle.
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
	// narrow is the width below which the program is above the evidence instead of beside it.
	narrow = 72
	// wide and high are the least size at which what else is known has more than a line: on
	// 100 columns and 30 rows, three of which are around the screen.
	wide, high = 100, 27
)

// places has the areas of the parts of the screen.
type paneAreas struct {
	question, answer, rule, notice, program, evidence image.Rectangle
	// above is the part of the evidence that is shown above the program, at the full width;
	// empty if there is none.
	above image.Rectangle
	about image.Rectangle // below the program, or below the evidence if there is none
	// divider is the column between program and evidence, empty if they are stacked.
	divider image.Rectangle
}

// layParts divides p.area, and fits the columns of the program to it: question, answer, a rule and
// a notice from the top, then the part of the evidence that goes above, and program beside
// evidence. In an area narrower than narrow the program is above the evidence, and nothing above
// both; evidence that is alone has all the rest. The block about is below the program, or below the
// evidence without one; it is a line where the screen is small unless it has the keys. Enlarged
// evidence gets all but the answer.
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
	folded := (area.Dx() < wide || area.Dy() < high) && !(p.alone && free >= l.about.Dy()-2) // or there is nothing else
	if p.focus == aboutPane {                                                                // what keys move has room
		part := 2
		if p.alone { // but not that of the texts
			part = 3
		}
		free, folded = max(free, l.about.Dy()/part), false
	}
	l.about.Min.Y = l.about.Max.Y - p.about.heightIn(free, l.about.Dx(), folded)
	host.Max.Y = l.about.Min.Y
	return l
}

// arrangeParts lays the parts out and has each show what it has to: the question of ex under the
// selected module's attention, the program, the subject's evidence, and the block about.
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
