package views

import (
	"image"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// menu is a popup with a few rows, one of them selected.
type menu struct {
	title string
	items []menuItem
	at    int
	hint  string // the keys, in words
	// orders are what a menu of orders picks from, nil in others.
	orders []exampleOrder
}

type menuItem struct {
	text string
	on   bool
}

// Move implements [Scroller].
func (m *menu) Move(rows int) { m.at = max(0, min(m.at+rows, len(m.items)-1)) }

// First implements [Scroller].
func (m *menu) First() { m.at = 0 }

// Last implements [Scroller].
func (m *menu) Last() { m.Move(len(m.items)) }

// Page implements [Scroller].
func (m *menu) Page() int { return max(1, len(m.items)) }

// draw draws the menu over the middle of area.
func (m *menu) draw(f *Frame, area image.Rectangle, s *Session, pick func() tea.Cmd) {
	w := ansi.StringWidth(m.title)
	for _, it := range m.items {
		w = max(w, ansi.StringWidth(it.text)+2)
	}
	w = min(max(w, ansi.StringWidth(m.hint))+4, area.Dx())
	h := min(len(m.items)+4, area.Dy())
	if w < 8 || h < 5 {
		return
	}
	at := image.Pt(area.Min.X+(area.Dx()-w)/2, area.Min.Y+(area.Dy()-h)/2)
	popup := image.Rectangle{at, at.Add(image.Pt(w, h))}
	f.Cover(popup)
	f.border(popup, ink(s.Theme.Border))
	f.Text(at.X+2, at.Y, w-4, bold(ink(s.Theme.Accent)), " "+m.title+" ")
	f.Text(at.X+2, popup.Max.Y-2, w-4, ink(s.Theme.Faint), m.hint)
	visible := h - 4
	top := max(0, min(m.at-visible/2, len(m.items)-visible))
	for i := top; i < min(top+visible, len(m.items)); i++ {
		line := image.Rect(at.X+1, at.Y+1+i-top, popup.Max.X-1, at.Y+2+i-top)
		st := Style{}
		if i == m.at {
			st = s.selected()
			f.Fill(line, st)
		}
		mark := "  "
		if m.items[i].on {
			mark = "● "
		}
		f.Text(line.Min.X+1, line.Min.Y, line.Dx()-2, st, mark+m.items[i].text)
		f.Click(line, func() tea.Cmd {
			m.at = i
			return pick()
		})
	}
}

// border draws a frame of lines along the edge of area.
func (f *Frame) border(area image.Rectangle, st Style) {
	right, bottom := area.Max.X-1, area.Max.Y-1
	for x := area.Min.X + 1; x < right; x++ {
		f.Cell(x, area.Min.Y, st, "─")
		f.Cell(x, bottom, st, "─")
	}
	for y := area.Min.Y + 1; y < bottom; y++ {
		f.Cell(area.Min.X, y, st, "│")
		f.Cell(right, y, st, "│")
	}
	f.Cell(area.Min.X, area.Min.Y, st, "╭")
	f.Cell(right, area.Min.Y, st, "╮")
	f.Cell(area.Min.X, bottom, st, "╰")
	f.Cell(right, bottom, st, "╯")
}
