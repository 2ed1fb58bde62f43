package views

import (
	"image"
	"math"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"faithscope/themes"
)

// heat shows numbers of 0..1 on text, as well as the terminal can: by a ramp
// of background colours, by three backgrounds of the basic sixteen, or by
// bars without any colour.
type heat struct {
	theme  themes.Theme
	colors int
}

func (s *Session) heat() heat { return heat{s.Theme, s.Colors} }

// leastHeat is the least number that gets a mark: below it a token looks like
// any other text.
const leastHeat = 1.0 / 32

// style returns the style of text under x: the zero style for next to
// nothing, and where there are no colours.
func (h heat) style(x float64) Style {
	if !(x >= leastHeat) || h.colors <= 2 {
		return Style{}
	}
	if h.colors <= 16 {
		bg, text := h.theme.HeatAt16(x)
		return Style{Bg: bg, Fg: text}
	}
	if h.colors <= 256 {
		index, text := h.theme.HeatAt256(x)
		return Style{Bg: ansi.IndexedColor(index), Fg: text}
	}
	bg, text := h.theme.HeatAt(x)
	return Style{Bg: bg, Fg: text}
}

// cell is how a cell with x, -1..1, looks that holds no text: its style, and
// what stands in it. Numbers of rows that cannot be negative have the ramp of
// [heat.style], the others a ramp in two directions.
func (h heat) cell(x float64, signed bool) (Style, string) {
	abs := math.Abs(x)
	switch {
	case !(abs >= leastHeat):
		return ink(h.theme.Faint), "·"
	case h.colors <= 2:
		return Style{}, level(abs)
	case !signed:
		return h.style(abs), " "
	case h.colors <= 16:
		bg, text := h.theme.SignedAt16(x)
		return Style{Bg: bg, Fg: text}, " "
	case h.colors <= 256:
		index, text := h.theme.SignedAt256(x)
		return Style{Bg: ansi.IndexedColor(index), Fg: text}, " "
	}
	bg, text := h.theme.SignedAt(x)
	return Style{Bg: bg, Fg: text}, " "
}

// suffix marks a token under x where there are no colours: a bar behind it,
// "" for next to nothing.
func (h heat) suffix(x float64) string {
	if h.colors > 2 || !(x >= leastHeat) {
		return ""
	}
	return level(x)
}

// levels are bars of one cell, from next to nothing to full.
var levels = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// level returns the bar of x, 0..1, values outside being clipped.
func level(x float64) string {
	if !(x > 0) {
		x = 0
	}
	return levels[min(len(levels)-1, int(min(x, 1)*float64(len(levels))))]
}

// legend draws the ramp between the numbers it stands for, in at most w
// cells, and returns how many it took.
func (h heat) legend(f *Frame, x, y, w int, label Style, low, high string) int {
	at := x + f.Text(x, y, w, label, low+" ")
	for i := range levels {
		if at >= x+w {
			break
		}
		share := float64(i+1) / float64(len(levels))
		content := " "
		if h.colors <= 2 {
			content = level(share - leastHeat)
		}
		f.Cell(at, y, h.style(share), content)
		at++
	}
	return at + f.Text(at, y, x+w-at, label, " "+high) - x
}

// signedLegend draws the ramp in two directions between the numbers that it
// stands for, in at most w cells, and returns how many it took.
func (h heat) signedLegend(f *Frame, x, y, w int, label Style, most string) int {
	at := x + f.Text(x, y, w, label, "-"+most+" ")
	n := len(levels)
	for i := -n; i <= n && at < x+w; i++ {
		share := float64(i) / float64(n)
		st, content := h.cell(share, true)
		if i < 0 && i == -n {
			content = "-"
		}
		f.Cell(at, y, st, content)
		at++
	}
	return at + f.Text(at, y, x+w-at, label, " "+most) - x
}

// bar draws x, 0..1, as a horizontal bar over the area's first line, in
// eighths of a cell.
func bar(f *Frame, area image.Rectangle, st Style, x float64) {
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

// small writes a probability shortly and without hiding that it is not 0:
// .83, .051, 3e-07.
func small(x float64) string {
	switch abs := math.Abs(x); {
	case x == 0:
		return "0"
	case abs >= 0.0995:
		return decimal(x)
	case abs >= 0.001:
		return trimZero(strconv.FormatFloat(x, 'f', 3, 64))
	}
	return strconv.FormatFloat(x, 'e', 0, 64)
}

func trimZero(s string) string {
	if len(s) > 1 && s[0] == '0' {
		return s[1:]
	}
	return s
}
