package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"

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
	w, h := min(p.size.X, area.Dx()), min(p.size.Y+2, area.Dy()-margin)
	if w < 6 || h < 3 {
		return image.Rectangle{}
	}
	f.Click(area, p.close)
	at := area.Min.Add(image.Pt((area.Dx()-w)/2, loaders.IfElse(p.isLow, area.Dy()-h, (area.Dy()-h)/2)))
	area = image.Rect(0, 0, w, h).Add(at)
	f.Cover(area)
	f.Text(at.X+2, at.Y, w-4, Bold(l.Theme.Accent), p.title)
	RightText(f, LineAt(at.X, at.Y, w-2), l.Theme.Faint, p.place)
	f.DrawBorder(area, borderOf(l, f, Focused))
	return image.Rect(area.Min.X+2, area.Min.Y+1, area.Max.X-2, area.Max.Y-1)
}
