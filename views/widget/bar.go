package widget

import (
	"fmt"
	"image"
	"math"
	"strings"
)

// Bar draws x, 0..1, over the area's first line; in per cent on a plain frame.
func Bar(f *Frame, area image.Rectangle, st Style, x float64) {
	drawBar(f, area, st, x, "", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█")
}

// ThinBar draws a [Bar] as a line.
func ThinBar(f *Frame, area image.Rectangle, st Style, x float64) {
	drawBar(f, area, st, x, "", "╸", "━")
}

func drawBar(f *Frame, area image.Rectangle, st Style, x float64, parts ...string) {
	if f.Plain {
		f.TextOver(area, st, fmt.Sprintf("%.0f %%", 100*x))
		return
	}
	whole, left := len(parts)-1, 0
	if x > 0 {
		left = max(1, int(math.Round(float64(whole)*min(x, 1)*float64(area.Dx()))))
	}
	for at := area.Min.X; at < area.Max.X && left > 0; at, left = at+1, left-whole {
		f.Cell(at, area.Min.Y, st, parts[min(left, whole)])
	}
}

// TrackedBar draws a [ThinBar] over a track as long as 1.
func TrackedBar(f *Frame, area image.Rectangle, l Look, st Style, x float64) {
	drawTrack(f, area, l, st, "─")
	ThinBar(f, area, st, x)
}

func drawTrack(f *Frame, area image.Rectangle, l Look, st Style, cellText string) {
	f.TextOver(area, Over(l.Theme.Border, Style{Bg: st.Bg}), If(!f.Plain, strings.Repeat(cellText, area.Dx())))
}

// ThresholdBar draws a [Bar] over a track, with a mark at threshold: a line, or a notch in a bar that reaches beyond it.
func ThresholdBar(f *Frame, area image.Rectangle, l Look, st Style, x, threshold float64) {
	drawTrack(f, area, l, st, "░")
	Bar(f, area, st, x)
	width := float64(area.Dx())
	cell := math.Floor(threshold * width)
	if f.Plain || !(cell >= 0 && cell < width) {
		return
	}
	mark, style := "▎", Over(Bold(l.Theme.Text), Style{Bg: st.Bg})
	if x*width >= cell+1 {
		mark, style = "▐", st
	}
	f.Cell(area.Min.X+int(cell), area.Min.Y, style, mark)
}
