package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

type bar struct{}

func (bar) Title() string { return "" }

func (bar) Resize(image.Rectangle) {}

func (bar) Typing() bool { return false }

func (bar) Update(tea.Msg) tea.Cmd { return nil }

type popup struct {
	title string
	size  image.Point // columns with the border, lines without it
	close func() tea.Cmd
}

func (p popup) drawBox(f *Frame, area image.Rectangle, l Look) (inner image.Rectangle) {
	w, h := min(p.size.X, area.Dx()), min(p.size.Y+2, area.Dy()-2)
	if w < 6 || h < 3 {
		return image.Rectangle{}
	}
	f.Click(area, p.close)
	at := area.Min.Add(image.Pt((area.Dx()-w)/2, (area.Dy()-h)/2))
	area = image.Rect(0, 0, w, h).Add(at)
	f.Cover(area)
	border := uv.RoundedBorder().Style(l.Theme.Border)
	border.Draw(f.cells, area)
	f.Text(at.X+2, at.Y, w-4, Bold(l.Theme.Accent), " "+p.title+" ")
	return image.Rect(area.Min.X+2, area.Min.Y+1, area.Max.X-2, area.Max.Y-1)
}
