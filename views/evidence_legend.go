package views

import (
	"image/color"
	"strconv"

	"faithscope/views/widget"
)

// drawLegend explains the marks, or the passage's heat.
func (v *Example) drawLegend(f *widget.Frame, l evidenceLayout) {
	if l.legend.Dy() == 0 {
		return
	}
	area, t, faint := l.legend, v.s.Theme, widget.Ink(v.s.Theme.Faint)
	x := area.Min.X
	put := func(st widget.Style, text string) { x += f.Text(x, area.Min.Y, area.Max.X-x, st, text) }
	if v.grid != nil {
		v.drawRowLegend(f, l)
		return
	}
	if p := v.evidence.passage; p != nil {
		name, low, high := p.scale.ends()
		put(faint, name+" ")
		x += v.s.Heat().Legend(f, x, area.Min.Y, area.Max.X-x, faint, low, high)
		if len(p.gold) > 0 {
			put(faint, " · ")
			put(widget.Bold(widget.Ink(t.Accent)), "[gold]")
		}
		if v.text.count > v.text.rows && l.passage.Dy() > 0 {
			put(faint, " · line "+strconv.Itoa(v.text.top+1)+" of "+strconv.Itoa(v.text.count))
		}
		return
	}
	put(widget.Ink(t.Warn), v.zoomText())
	if v.overlay != allMarks {
		put(widget.Ink(t.Warn), "drawn: "+v.overlay.String()+"  ")
	}
	for _, sign := range v.signs() {
		if v.overlay.shows(sign.kind) {
			put(widget.Style{Fg: sign.color}, sign.line)
			put(faint, sign.word)
		}
	}
}

// lineSign explains a line style.
type lineSign struct {
	kind       markKind
	line, word string
	color      color.Color
}

// signs are those of the selected module's kind of evidence. Boxes of the
// example as a whole are neither found nor missed.
func (v *Example) signs() []lineSign {
	t := v.s.Theme
	if v.evidence.whole {
		return []lineSign{{goldMark, "══", " gold  ", t.Gold}, {plainMark, "──", " proposal", t.Plain}}
	}
	switch marked, compared := v.evidence.marked(); {
	case !marked:
		return nil
	case !compared:
		return []lineSign{{plainMark, "──", " predicted, no gold to compare with", t.Plain}}
	}
	return []lineSign{
		{hitMark, "──", " hit  ", t.Hit}, {missMark, "╌╌", " miss  ", t.Miss},
		{goldMark, "══", " gold found  ", t.Gold}, {missedMark, "┄┄", " gold missed", t.Missed},
	}
}
