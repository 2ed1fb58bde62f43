package widget

import (
	"image"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"faithscope/loaders"
	"faithscope/themes"
)

// Note shows a text in full, in a popup.
type Note struct {
	// Name heads the popup.
	Name string
	// Text is paragraphs with a word before each.
	Text [][2]string
	// Close closes the popup; Copy is given the whole text.
	Close func() tea.Cmd
	Copy  func(text string) tea.Cmd

	area image.Rectangle
	view viewport.Model
}

// Title is the note's name.
func (n *Note) Title() string { return n.Name }

// Typing is always false: nothing is typed here.
func (n *Note) Typing() bool { return false }

// Update has nothing to do: all keys are actions.
func (n *Note) Update(tea.Msg) tea.Cmd { return nil }

// Resize wraps the text for a popup over area.
func (n *Note) Resize(area image.Rectangle) {
	n.area = area
	n.view.SetWidth(n.width() - 4)
	n.view.SetContent(n.content(Look{Theme: &themes.Theme{}}))
	n.view.SetHeight(max(1, min(n.view.TotalLineCount(), area.Dy()-4)))
	n.Move(0)
}

func (n *Note) width() int { return min(n.area.Dx(), max(60, min(96, n.area.Dx()*3/4))) }

// content is the text in lines as wide as the popup's inside.
func (n *Note) content(l Look) string {
	const label = 10
	var paragraphs []string
	for _, p := range n.Text {
		if p[1] == "" {
			continue
		}
		paragraphs = append(paragraphs, lipgloss.JoinHorizontal(lipgloss.Top,
			l.Theme.Faint.Width(label).MaxHeight(1).Render(loaders.Clean(p[0])),
			l.Theme.Text.Width(max(8, n.view.Width()-label)).Render(loaders.Clean(p[1]))))
	}
	return strings.Join(paragraphs, "\n")
}

// Actions are the keys that scroll, copy and close.
func (n *Note) Actions() []Action {
	return append(MoveActions(func() Scroller { return n }),
		Action{Name: "copy", Keys: []string{"y"}, Help: "copy the text", Group: "Open", Footer: true, Run: func() tea.Cmd {
			var lines []string
			for _, p := range n.Text {
				if p[1] != "" {
					lines = append(lines, p[0]+": "+loaders.Clean(p[1]))
				}
			}
			return n.Copy(strings.Join(lines, "\n"))
		}},
		Action{Name: "close", Keys: []string{"enter", "h", "backspace"}, Help: "close this text", Group: "Open", Footer: true, Run: n.Close},
	)
}

// Move implements [Scroller].
func (n *Note) Move(rows int) { n.view.SetYOffset(n.view.YOffset() + rows) }

// First implements [Scroller].
func (n *Note) First() { n.view.GotoTop() }

// Last implements [Scroller].
func (n *Note) Last() { n.view.GotoBottom() }

// Page implements [Scroller].
func (n *Note) Page() int { return n.view.Height() }

// Draw draws the popup over what is in area.
func (n *Note) Draw(f *Frame, area image.Rectangle, l Look) {
	inner := Popup(f, area, l, n.Name, n.width(), n.view.Height(), n.Close)
	view := n.view // a copy: the colours are those of the look
	view.SetContent(n.content(l))
	view.SetHeight(inner.Dy())
	f.Block(inner, view.View())
	f.Wheel(inner, n.Move)
}
