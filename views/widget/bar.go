package widget

import (
	"fmt"
	"image"
	"math"
	"strings"
)

// Bar draws x, 0..1, over the area's first line; in per cent on a plain frame.
func Bar(f *Frame, area image.Rectangle, st Style, x float64) {
	if f.Plain {
		f.TextOver(area, st, fmt.Sprintf("%.0f %%", 100*x))
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

// TrackedBar draws a [Bar] over a track as long as 1.
func TrackedBar(f *Frame, area image.Rectangle, l Look, st Style, x float64) {
	track := st
	track.Fg = l.Theme.Border.Fg
	f.TextOver(area, track, If(!f.Plain, strings.Repeat("░", area.Dx())))
	Bar(f, area, st, x)
}

// ThresholdBar is a [TrackedBar] with a mark at threshold: a line, or a notch in a bar that reaches beyond it.
func ThresholdBar(f *Frame, area image.Rectangle, l Look, st Style, x, threshold float64) {
	TrackedBar(f, area, l, st, x)
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
