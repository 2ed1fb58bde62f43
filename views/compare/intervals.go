package compare

import (
	"cmp"
	"image"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/views/widget"
)

// leastAxis is the width from which intervals are drawn.
const leastAxis = 20

// putIntervals adds a last column of differences with their intervals on one axis around 0, if it
// fits. The axis ends at ±1, where arrows lead beyond it, because scores that aren't shares would
// leave shares no room. A filled dot is significant, also without colour.
func (t *testTable) putIntervals(w int) {
	most, theme := 0.0, t.s.Theme
	for _, d := range t.listed {
		if d != nil && d.Interval != nil {
			most = max(most, min(max(-d.Interval.Low, d.Interval.High), 1))
		}
	}
	if most == 0 || t.s.Plain || t.sheet.Need()+widget.ColumnGap+leastAxis > w {
		return
	}
	t.sheet.Drawn = &widget.Column{Width: leastAxis, Grow: 1, Drop: 9,
		Scale: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			half, end, st := area.Dx()/2-1, widget.Number(scoring.Defined(most)), widget.Bold(theme.Faint)
			f.TextOver(area, st, "-"+end)
			f.Cell(area.Min.X+half, area.Min.Y, st, "0")
			f.Text(area.Min.X+2*half-len(end), area.Min.Y, len(end)+1, st, "+"+end)
		},
		Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style, row int) {
			d, half := t.listed[row], area.Dx()/2-1
			if d == nil || d.Interval == nil {
				t.drawReason(f, area, base, d)
				return
			}
			in, st, dot := d.Interval, widget.Over(t.s.Verdict(t.verdictOf(d)), base), '○'
			if p, tested := t.judgedP(d).Float(); tested && p < report.Level {
				dot = '●'
			}
			place := func(x float64) int { return half + int(math.Round(max(-1, min(x/most, 1))*float64(half))) }
			x, _ := d.Difference.Float()
			low, high := min(place(in.Low), place(x)), max(place(in.High), place(x))
			cells := []rune(strings.Repeat("·", 2*half+1)) // guides the eye along the row
			f.TextOver(area, widget.Over(theme.Border, base), string(cells))
			for x := low; x <= high; x++ {
				cells[x] = '─'
			}
			cells[place(x)] = dot
			if in.Low < -most {
				cells[0] = '◂'
			}
			if in.High > most {
				cells[2*half] = '▸'
			}
			f.TextOver(area.Add(image.Pt(low, 0)), st, string(cells[low:high+1]))
			if place(x) != half {
				f.Cell(area.Min.X+half, area.Min.Y, widget.Over(theme.Border, base), loaders.IfElse(cells[half] == '·', "│", "┼"))
			}
		}}
	t.sheet.Put(t.sheet.Of, t.s.Look, w)
}

// drawReason draws the axis behind a short reason.
func (t *testTable) drawReason(f *widget.Frame, area image.Rectangle, base widget.Style, d *report.Difference) {
	reason, half := widget.Shorten(t.reasonFor(d), area.Dx()), area.Dx()/2-1
	f.TextOver(area, widget.Over(t.s.Theme.Faint, base), reason)
	if d != nil && ansi.StringWidth(reason) < half {
		f.Cell(area.Min.X+half, area.Min.Y, widget.Over(t.s.Theme.Border, base), "│")
	}
}

// reasonFor tells why a test has no interval, and names the equal scores in their line, which has no test.
func (t *testTable) reasonFor(d *report.Difference) string {
	switch {
	case d == nil:
		return t.equal
	case isEqual(d) && t.equal != "":
		return ""
	}
	return cmp.Or(d.WhyNoInterval(), d.Difference.Why())
}
