package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Menu is a popup with a few rows, one of them selected.
type Menu struct {
	Title string
	Items []MenuItem
	At    int
	Hint  string // the keys, in words
}

// Move implements [Scroller].
func (m *Menu) Move(rows int) { m.At = max(0, min(m.At+rows, len(m.Items)-1)) }

// First implements [Scroller].
func (m *Menu) First() { m.At = 0 }

// Last implements [Scroller].
func (m *Menu) Last() { m.Move(len(m.Items)) }

// Page implements [Scroller].
func (m *Menu) Page() int { return max(1, len(m.Items)) }

// Draw draws the menu over the middle of area.
func (m *Menu) Draw(f *Frame, area image.Rectangle, l Look, pick func() tea.Cmd) {
	w := ansi.StringWidth(m.Title)
	for _, it := range m.Items {
		w = max(w, ansi.StringWidth(it.Text)+2)
	}
	w = min(max(w, ansi.StringWidth(m.Hint))+4, area.Dx())
	h := min(len(m.Items)+4, area.Dy())
	if w < 8 || h < 5 {
		return
	}
	at := image.Pt(area.Min.X+(area.Dx()-w)/2, area.Min.Y+(area.Dy()-h)/2)
	popup := image.Rectangle{at, at.Add(image.Pt(w, h))}
	f.Cover(popup)
	f.Block(popup, lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(l.Theme.Border.GetForeground()).Width(w).Height(h).Render(""))
	f.Text(at.X+2, at.Y, w-4, Bold(Ink(l.Theme.Accent)), " "+m.Title+" ")
	f.Text(at.X+2, popup.Max.Y-2, w-4, Ink(l.Theme.Faint), m.Hint)
	visible := h - 4
	top := max(0, min(m.At-visible/2, len(m.Items)-visible))
	for i := top; i < min(top+visible, len(m.Items)); i++ {
		line := image.Rect(at.X+1, at.Y+1+i-top, popup.Max.X-1, at.Y+2+i-top)
		st := Style{}
		if i == m.At {
			st = l.Selected()
			f.Fill(line, st)
		}
		mark := "  "
		if m.Items[i].On {
			mark = "● "
		}
		f.Text(line.Min.X+1, line.Min.Y, line.Dx()-2, st, mark+m.Items[i].Text)
		f.Click(line, func() tea.Cmd {
			m.At = i
			return pick()
		})
	}
}
