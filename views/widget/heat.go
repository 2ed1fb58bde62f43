package widget

import (
	"fmt"
	"image"
	"math"
	"strings"

	"faithscope/scoring"
)

// LeastHeat is the least number that gets a mark: below it a token looks like
// any other text.
const LeastHeat = 1.0 / 32

// Heat returns the style of text under x, 0..1: the zero style for next to nothing,
// and where there are no colours, so that bars show heat.
func (l Look) Heat(x float64) Style {
	if l.NoHeat || !(x >= LeastHeat) {
		return Style{}
	}
	bg, text := l.Theme.Heat.At(x)
	return Style{Bg: bg, Fg: text}
}

// HeatCell is how a cell with x, -1..1, looks that holds no text: its style, and
// what stands in it. Numbers of rows that cannot be negative have the ramp of
// [Look.Heat], the others a ramp in two directions.
func (l Look) HeatCell(x float64, signed bool) (Style, string) {
	abs := math.Abs(x)
	switch {
	case l.NoHeat || !(abs >= LeastHeat):
		return l.Theme.Faint, "·"
	case len(l.Theme.Heat) == 0:
		return Style{}, level(abs)
	case !signed:
		return l.Heat(abs), " "
	}
	bg, text := l.Theme.Signed.At((x + 1) / 2)
	return Style{Bg: bg, Fg: text}, " "
}

// HeatSuffix marks a token under x where there are no colours: a bar after it, "" for
// next to nothing.
func (l Look) HeatSuffix(x float64) string {
	return If(!l.NoHeat && len(l.Theme.Heat) == 0 && x >= LeastHeat, level(x))
}

// Levels are bars of one cell, from next to nothing to full.
var Levels = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// level returns the bar of x, 0..1, values outside being clipped.
func level(x float64) string {
	if !(x > 0) {
		x = 0
	}
	return Levels[min(len(Levels)-1, int(min(x, 1)*float64(len(Levels))))]
}

// Bar draws x, 0..1, as a horizontal bar over the area's first line, in
// eighths of a cell; on a plain frame in per cent.
func Bar(f *Frame, area image.Rectangle, st Style, x float64) {
	if f.Plain {
		f.Text(area.Min.X, area.Min.Y, area.Dx(), st, fmt.Sprintf("%.0f %%", 100*x))
		return
	}
	if !(x > 0) {
		x = 0
	}
	eighths := int(math.Round(8 * min(x, 1) * float64(area.Dx())))
	parts := [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}
	for at := area.Min.X; at < area.Max.X && eighths > 0; at, eighths = at+1, eighths-8 {
		f.Cell(at, area.Min.Y, st, parts[min(eighths, 8)])
	}
}

// Progress draws how much is done, 0..1, over the area's first line.
func Progress(f *Frame, area image.Rectangle, l Look, share float64) {
	f.Text(area.Min.X, area.Min.Y, area.Dx(), l.Theme.Border, If(!f.Plain, strings.Repeat("░", area.Dx())))
	Bar(f, area, l.Theme.Accent, share)
}

// causeGlyphs distinguish the causes where there is no colour.
var causeGlyphs = [...]string{
	scoring.NoProposal: "█", scoring.LowProbability: "▓", scoring.Elsewhere: "▒", scoring.TooMany: "░",
	scoring.Empty: "╱", scoring.FromNothing: "╳", scoring.Diffuse: "░", scoring.Partial: "▓",
	scoring.NotCounted: "█", scoring.CountedDouble: "░",
	scoring.MissedObject: "▚", scoring.MissedAttribute: "▞", scoring.MissedRelation: "▙", scoring.MissedAnswer: "▜",
	scoring.MissedDetection: "▖",
}

// causeStyle is the colour of a cause.
func causeStyle(l Look, c scoring.Cause) Style {
	t := l.Theme
	return [...]Style{
		scoring.NoProposal: {Fg: t.Missed}, scoring.LowProbability: {Fg: t.Gold}, scoring.Elsewhere: {Fg: t.Miss}, scoring.TooMany: {Fg: t.Plain},
		scoring.Empty: t.Faint, scoring.FromNothing: {Fg: t.Hit}, scoring.Diffuse: {Fg: t.Plain}, scoring.Partial: {Fg: t.Gold},
		scoring.NotCounted: {Fg: t.Missed}, scoring.CountedDouble: {Fg: t.Plain},
		scoring.MissedObject: {Fg: t.Missed}, scoring.MissedAttribute: {Fg: t.Gold}, scoring.MissedRelation: {Fg: t.Miss},
		scoring.MissedAnswer: {Fg: t.Hit}, scoring.MissedDetection: t.Faint,
	}[c]
}

// Causes draws how often each of some causes occurs, in their order, over the
// share of area that their sum is of all; on a plain frame in words. On a
// selected row base carries its background.
func Causes(f *Frame, area image.Rectangle, l Look, base Style, causes []scoring.Cause, counts func(c scoring.Cause) int, all int) {
	pen, from, sum := NewPen(f, area), 0, 0
	for _, c := range causes {
		n := counts(c)
		sum += n
		to := (sum*area.Dx() + all/2) / max(1, all)
		text := strings.Repeat(causeGlyphs[c], to-from)
		if f.Plain {
			text = If(n > 0, fmt.Sprintf("%d %s  ", n, c))
		}
		pen.Put(Over(causeStyle(l, c), base), text)
		from = to
	}
}

// CauseKey explains the pieces of such bars.
func CauseKey(pen *Pen, l Look, causes []scoring.Cause) {
	if l.Plain {
		return
	}
	for _, c := range causes {
		pen.Put(causeStyle(l, c), causeGlyphs[c])
		pen.Put(l.Theme.Faint, " "+c.String()+"  ")
	}
}
