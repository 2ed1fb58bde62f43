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
