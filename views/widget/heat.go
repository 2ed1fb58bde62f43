package widget

import (
	"image"
	"math"

	"github.com/charmbracelet/x/ansi"

	"faithscope/themes"
)

// Heat shows numbers of 0..1 on text, as well as the terminal can: by a ramp
// of background colours, by three backgrounds of the basic sixteen, or by
// bars without any colour.
type Heat struct {
	Theme  themes.Theme
	colors int
}

// Heat returns the heat of this look.
func (l Look) Heat() Heat { return Heat{l.Theme, l.Colors} }

// LeastHeat is the least number that gets a mark: below it a token looks like
// any other text.
const LeastHeat = 1.0 / 32

// Style returns the style of text under x: the zero style for next to
// nothing, and where there are no colours.
func (h Heat) Style(x float64) Style {
	if !(x >= LeastHeat) || h.colors <= 2 {
		return Style{}
	}
	if h.colors <= 16 {
		bg, text := h.Theme.HeatAt16(x)
		return Style{Bg: bg, Fg: text}
	}
	if h.colors <= 256 {
		index, text := h.Theme.HeatAt256(x)
		return Style{Bg: ansi.IndexedColor(index), Fg: text}
	}
	bg, text := h.Theme.HeatAt(x)
	return Style{Bg: bg, Fg: text}
}

// Cell is how a cell with x, -1..1, looks that holds no text: its style, and
// what stands in it. Numbers of rows that cannot be negative have the ramp of
// [Heat.style], the others a ramp in two directions.
func (h Heat) Cell(x float64, signed bool) (Style, string) {
	abs := math.Abs(x)
	switch {
	case !(abs >= LeastHeat):
		return Ink(h.Theme.Faint), "·"
	case h.colors <= 2:
		return Style{}, level(abs)
	case !signed:
		return h.Style(abs), " "
	case h.colors <= 16:
		bg, text := h.Theme.SignedAt16(x)
		return Style{Bg: bg, Fg: text}, " "
	case h.colors <= 256:
		index, text := h.Theme.SignedAt256(x)
		return Style{Bg: ansi.IndexedColor(index), Fg: text}, " "
	}
	bg, text := h.Theme.SignedAt(x)
	return Style{Bg: bg, Fg: text}, " "
}

// Suffix marks a token under x where there are no colours: a bar behind it,
// "" for next to nothing.
func (h Heat) Suffix(x float64) string {
	if h.colors > 2 || !(x >= LeastHeat) {
		return ""
	}
	return level(x)
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

// Legend draws the ramp between the numbers it stands for, in at most w
// cells, and returns how many it took.
func (h Heat) Legend(f *Frame, x, y, w int, label Style, low, high string) int {
	at := x + f.Text(x, y, w, label, low+" ")
	for i := range Levels {
		if at >= x+w {
			break
		}
		share := float64(i+1) / float64(len(Levels))
		content := " "
		if h.colors <= 2 {
			content = level(share - LeastHeat)
		}
		f.Cell(at, y, h.Style(share), content)
		at++
	}
	return at + f.Text(at, y, x+w-at, label, " "+high) - x
}

// SignedLegend draws the ramp in two directions between the numbers that it
// stands for, in at most w cells, and returns how many it took.
func (h Heat) SignedLegend(f *Frame, x, y, w int, label Style, most string) int {
	at := x + f.Text(x, y, w, label, "-"+most+" ")
	n := len(Levels)
	for i := -n; i <= n && at < x+w; i++ {
		share := float64(i) / float64(n)
		st, content := h.Cell(share, true)
		if i < 0 && i == -n {
			content = "-"
		}
		f.Cell(at, y, st, content)
		at++
	}
	return at + f.Text(at, y, x+w-at, label, " "+most) - x
}

// Bar draws x, 0..1, as a horizontal bar over the area's first line, in
// eighths of a cell.
func Bar(f *Frame, area image.Rectangle, st Style, x float64) {
	if !(x > 0) {
		x = 0
	}
	eighths := int(math.Round(8 * min(x, 1) * float64(area.Dx())))
	parts := [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}
	for at := area.Min.X; at < area.Max.X && eighths > 0; at++ {
		if eighths >= 8 {
			f.Cell(at, area.Min.Y, st, "█")
		} else {
			f.Cell(at, area.Min.Y, st, parts[eighths])
		}
		eighths -= 8
	}
}
