package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// bar is the part of a modal that fits any area, has no title and takes no text.
type bar struct{}

func (bar) Title() string { return "" }

func (bar) Resize(image.Rectangle) {}

func (bar) Typing() bool { return false }

func (bar) Update(tea.Msg) tea.Cmd { return nil }

// drawPopup covers the middle of area with a box of w cells that has room for
// rows lines, or fewer, and returns the room inside. A click beside it
// closes it.
func drawPopup(f *Frame, area image.Rectangle, l Look, title string, w, rows int, close func() tea.Cmd) (inner image.Rectangle) {
	w, h := min(w, area.Dx()), min(rows+2, area.Dy()-2)
	if w < 6 || h < 3 {
		return image.Rectangle{}
	}
	f.Click(area, close)
	at := area.Min.Add(image.Pt((area.Dx()-w)/2, (area.Dy()-h)/2))
	inner = Box(f, image.Rect(0, 0, w, h).Add(at), l)
	f.Text(at.X+2, at.Y, w-4, Bold(l.Theme.Accent), " "+title+" ")
	return inner
}

// Box covers area with an empty box, and returns the room inside.
func Box(f *Frame, area image.Rectangle, l Look) (inner image.Rectangle) {
	f.Cover(area)
	border := uv.RoundedBorder().Style(l.Theme.Border)
	border.Draw(f.cells, area)
	return image.Rect(area.Min.X+2, area.Min.Y+1, area.Max.X-2, area.Max.Y-1)
}
