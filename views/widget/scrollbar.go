package widget

import (
	"fmt"
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Scroll notes that area shows some of count rows, for [Frame.DrawScrollBars].
func (f *Frame) Scroll(area image.Rectangle, firstRow, shownRows, rowCount int) {
	if area = area.Intersect(f.Bounds()); !area.Empty() && 0 < shownRows && shownRows < rowCount {
		f.scrolled = append(f.scrolled, scrolledRows{area, firstRow, shownRows, rowCount})
	}
}

// DrawScrollBars shows in the border at the right of each scrolled area, or in blanks there, which of its rows are on
// screen; without bars in words above it.
func (f *Frame) DrawScrollBars(l Look) {
	for _, s := range f.scrolled {
		if f.Plain {
			s.writeRows(f, l)
			continue
		}
		x, h := s.barColumn(f), s.area.Dy()
		long := max(1, h*s.shown/s.count)
		from := s.area.Min.Y + ((h-long)*s.first+(s.count-s.shown)/2)/(s.count-s.shown)
		for y := from; y < from+long; y++ {
			if text, st := f.At(x, y); text == " " || text == uprightRule {
				st.Fg = loaders.IfElse(text != " " && st.Fg == f.accent, st.Fg, l.Theme.Faint.Fg)
				f.Cell(x, y, st, scrollThumb)
			}
		}
	}
	f.scrolled = nil
}

const uprightRule, scrollThumb = "│", "▐"

// barColumn returns the column of the border at the area's right, or else the one after it on screen.
func (s scrolledRows) barColumn(f *Frame) int {
	for x := s.area.Max.X - 1; x <= s.area.Max.X+mostMargin; x++ {
		if text, _ := f.At(x, s.area.Min.Y); text == uprightRule {
			return x
		}
	}
	return min(s.area.Max.X, f.Bounds().Max.X-1)
}

// mostMargin is the most cells between rows and the border.
const mostMargin = 3

func (s scrolledRows) writeRows(f *Frame, l Look) {
	text := fmt.Sprintf(" %d–%d of %d", s.first+1, s.first+s.shown, s.count)
	w := ansi.StringWidth(text)
	line := LineAt(s.area.Max.X-w, s.area.Min.Y-1, w)
	for x, y := range CellsOf(line) {
		if content, _ := f.At(x, y); strings.Trim(content, " ─") != "" {
			return
		}
	}
	f.TextOver(line, l.Theme.Faint, text)
}
