package runs

import (
	"image"
	"strings"

	"faithscope/views/widget"
)

// Draw implements [views.View]. The titles of the topmost group stay while their line is scrolled
// away.
func (v *runsScreen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layOut(area)
	t, look := v.s.Theme, v.s.Look
	v.titled = false
	if top := v.list.Top(); at.headerLines(len(v.lines)) > 0 && v.lines[top].row >= 0 {
		var titles image.Rectangle
		titles, at.list = widget.SplitTop(at.list, 1)
		titles.Min.X, titles.Max.X = titles.Min.X+widget.Gutter, titles.Max.X-f.Margin()
		v.lines[top].group.drawHeading(v, f, titles, widget.Style{})
	}
	f.Clicking(func() { v.focus = nil }, func() { v.list.Draw(f, at.list, look, v.focus == nil) })
	if v.whyNone() != "" {
		return
	}
	at.rule.Min.X += widget.Gutter
	f.TextOver(at.rule, widget.Bold(t.Faint), v.s.RunName(v.selectedRun()))
	more := ""
	if g := v.currentGroup(); g != nil && !g.folded {
		more = g.sheet.HiddenColumns(area.Dx() - widget.Gutter - f.Margin())
	}
	at.rule.Max.X--
	widget.RightText(f, at.rule, t.Faint, strings.TrimSpace(more))
	at.said.Min.X++
	at.note.Min.X++
	f.Lines(at.said, t.Text, v.findingLines())
	f.Lines(at.note, t.Faint, widget.Wrap(v.remarkOn(), area.Dx()-2))
	for sheet, room := range map[*widget.Sheet]image.Rectangle{&v.quadrant: at.quadrant, &v.modules: at.modules} {
		if room.Dy() >= 2 && sheet.Count() > 0 {
			f.Clicking(func() { v.focus = sheet }, func() { sheet.Draw(f, room, look, v.focus == sheet) })
			room.Max.Y = at.quadrant.Max.Y
			f.DrawPanel(room, look, v.focus == sheet)
		}
	}
	if v.brief.Draw(f); !at.examples.Empty() && v.briefQuery() != "" {
		widget.RightText(f, widget.LineAt(at.rule.Min.X, at.examples.Min.Y, at.rule.Dx()), t.Faint, " "+v.briefQuery()+" ")
	}
	drawBoxes(f, area, &at, look, v.focus == nil)
	widget.CauseKey(widget.NewPen(f, at.legend), look, v.causes)
}

// drawBoxes lets the border show through a selected heading in it.
func drawBoxes(f *widget.Frame, area image.Rectangle, layout *runsLayout, look widget.Look, isListFocused bool) {
	gap, below := widget.PaneGap(area), area
	below.Min.Y = layout.rule.Min.Y
	if gap > 0 && layout.quadrant.Dy() > 1 {
		below.Max.Y = layout.quadrant.Min.Y - gap
	}
	f.DrawPanel(below, look, widget.Unfocused)
	for x, y := range widget.CellsOf(widget.LineAt(area.Min.X, area.Min.Y, area.Dx())) {
		if text, _ := f.At(x, y); text == " " {
			f.Fill(widget.LineAt(x, y, 1), widget.Style{})
		}
	}
	f.DrawPanel(image.Rect(area.Min.X, area.Min.Y, area.Max.X, layout.rule.Min.Y-gap), look, isListFocused)
}
