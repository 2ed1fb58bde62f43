package tui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// hover shows the whole of a text that is cut while the mouse rests on it.
type hover struct {
	at    image.Point
	text  string // the whole text at at, "" for none
	moves int    // how often the mouse came to another text
	shown bool
}

// rested says that the mouse has not left a text since it came there.
type rested struct{ moves int }

// pointing is how long the mouse must stay on a text.
const pointing = 300 * time.Millisecond

// Update takes a message before the program does: it notes which text that is cut lies under the
// mouse, shows it once the mouse has rested there for 300 ms, and hides it at a key or click.
// changed is false for a move of the mouse that changes nothing on screen, and needs nothing more
// done.
func (h *hover) Update(msg tea.Msg, on *widget.Frame) (changed bool, cmd tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMotionMsg:
		was := h.shown
		h.at = image.Pt(msg.X, msg.Y)
		if text := on.CutAt(h.at); text != h.text {
			h.text, h.shown = text, false
			h.moves++
			if text != "" {
				moves := h.moves
				cmd = tea.Tick(pointing, func(time.Time) tea.Msg { return rested{moves} })
			}
		}
		return h.shown != was, cmd
	case rested:
		h.shown = msg.moves == h.moves
	case tea.KeyPressMsg, tea.MouseClickMsg, tea.MouseWheelMsg:
		h.text, h.shown = "", false
		h.moves++
	}
	return true, nil
}

// drawHover draws the whole of a text that was cut, if it is to be shown and the frame still has it
// cut under the mouse, in a box below its line, or above it where it does not fit below. The box is
// at most 80 cells wide, or as wide as the screen if the text needs it; lines that still do not fit
// are left out.
func (h *hover) drawHover(f *widget.Frame, l widget.Look) {
	if !h.shown || f.CutAt(h.at) != h.text {
		return
	}
	const most = 80
	screen, row := f.Bounds(), f.Row
	lines := widget.Wrap(h.text, min(most, screen.Dx())-4)
	room := max(screen.Max.Y-h.at.Y-1, h.at.Y)
	if len(lines)+2 > room { // a page of text takes the whole width
		lines = widget.Wrap(h.text, screen.Dx()-4)
	}
	wide := widget.Widest(0, len(lines), func(i int) string { return lines[i] })
	box := image.Rect(0, 0, wide+4, min(len(lines)+2, room)).Add(image.Pt(max(0, min(h.at.X, screen.Max.X-wide-4)), h.at.Y+1))
	if box.Max.Y > screen.Max.Y {
		box = box.Sub(image.Pt(0, box.Dy()+1))
	}
	inner := widget.Box(f, box, l)
	f.Lines(inner, l.Theme.Text, lines)
	f.Row = row
}
