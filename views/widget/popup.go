package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
)

const isLow, isCentred = true, false

type menuBar struct{}

func (menuBar) Title() string { return "" }

func (menuBar) Resize(image.Rectangle) {}

func (menuBar) Typing() bool { return false }

func (menuBar) Update(tea.Msg) tea.Cmd { return nil }

type popupFrame struct {
	title, place string
	size         image.Point // columns with the border, lines without it
	close        func() tea.Cmd
	isLow        bool // at the lower end of its area, not in the middle
}

func (p popupFrame) drawBox(f *Frame, area image.Rectangle, l Look) (inner image.Rectangle) {
	margin := loaders.IfElse(p.isLow, 0, 2)
	w, h := min(p.size.X, area.Dx()-4*f.Margin()), min(p.size.Y+2, area.Dy()-margin)
	if w < 6 || h < 3 {
		return image.Rectangle{}
	}
	f.Click(area, p.close)
	at := area.Min.Add(image.Pt((area.Dx()-w)/2, loaders.IfElse(p.isLow, area.Dy()-h, (area.Dy()-h)/2)))
	area = image.Rect(-1, 0, w+1, h).Add(at) // with a column on both sides
	f.Cover(area)
	uv.NewStyledString(borderOf(l, f, Focused).Width(w).Height(h).Render("")).Draw(f.cells, image.Rectangle{at, area.Max})
	f.Text(at.X+1, at.Y, w-3, Bold(l.Theme.Accent), " "+p.title+" ")
	RightText(f, LineAt(at.X, at.Y, w-1), l.Theme.Faint, If(p.place != "", " "+p.place+" "))
	return image.Rect(area.Min.X+3, area.Min.Y+1, area.Max.X-3, area.Max.Y-1)
}
