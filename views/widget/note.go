package widget

import (
	"image"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/themes"
)

// Note shows a text in full, in a popup.
type Note struct {
	// Name heads the popup.
	Name string
	// Text is paragraphs with a word before each, "" for none.
	Text [][2]string
	// Close closes the popup; Copy is given the whole text.
	Close func() tea.Cmd
	Copy  func(text string) tea.Cmd

	area image.Rectangle
	view viewport.Model

	line   *Input // what is searched for; nil before anything is
	typing bool
	found  []int // lines of the text that have it
	at     int   // which of found was gone to last
}

// Title is the note's name.
func (n *Note) Title() string { return n.Name }

// Typing reports whether keys are the text that is searched for.
func (n *Note) Typing() bool { return n.typing }

// Update is given what is typed.
func (n *Note) Update(msg tea.Msg) tea.Cmd {
	if !n.typing {
		return nil
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			n.typing, n.found = false, nil
			n.line.SetValue("")
			return nil
		case "enter":
			n.typing = false
			return nil
		}
	}
	if n.line.Update(msg) {
		n.find()
		n.next()
	}
	return nil
}

// find looks for what was typed in the lines as they are wrapped, whatever the
// case of letters.
func (n *Note) find() {
	n.found, n.at = nil, -1
	typed := strings.ToLower(strings.TrimSpace(n.line.Value()))
	if typed == "" {
		return
	}
	for i, line := range strings.Split(n.content(Look{Theme: &themes.Theme{}}), "\n") {
		if strings.Contains(strings.ToLower(ansi.Strip(line)), typed) {
			n.found = append(n.found, i)
		}
	}
}

// next scrolls to the next line that was found, after the last one to the first.
func (n *Note) next() {
	if len(n.found) > 0 {
		n.at = (n.at + 1) % len(n.found)
		n.view.SetYOffset(n.found[n.at])
	}
}

// Resize wraps the text for a popup over area.
func (n *Note) Resize(area image.Rectangle) {
	n.area = area
	n.view.SetWidth(n.width() - 4)
	n.view.SetContent(n.content(Look{Theme: &themes.Theme{}}))
	n.view.SetHeight(max(1, min(n.view.TotalLineCount(), area.Dy()-4)))
	n.Move(0)
	if n.line != nil {
		n.find()
	}
}

func (n *Note) width() int { return min(n.area.Dx(), max(60, min(96, n.area.Dx()*3/4))) }

// content is the text in lines as wide as the popup's inside.
func (n *Note) content(l Look) string {
	const least, most = 10, 18
	label := 0
	for _, p := range n.Text {
		if p[0] != "" && p[1] != "" {
			label = max(label, least, min(most, ansi.StringWidth(loaders.Clean(p[0]))+1))
		}
	}
	var paragraphs []string
	for _, p := range n.Text {
		if p[1] == "" {
			continue
		}
		text := l.Theme.Text.Width(max(8, n.view.Width()-label)).Render(cleanLines(p[1]))
		if label > 0 {
			text = lipgloss.JoinHorizontal(lipgloss.Top, l.Theme.Faint.Width(label).MaxHeight(1).Render(loaders.Clean(p[0])), text)
		}
		paragraphs = append(paragraphs, text)
	}
	return strings.Join(paragraphs, "\n")
}

// cleanLines cleans a text and keeps its lines.
func cleanLines(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, loaders.Clean(strings.TrimRight(line, "\r\n")))
	}
	return strings.Join(lines, "\n")
}

// Actions are the keys that scroll, search, copy and close.
func (n *Note) Actions() []Action {
	unfound := When(func() bool { return len(n.found) == 0 }, "nothing was searched for, or no line has it")
	return append(
		MoveActions(func() Scroller { return n }),
		Action{Name: "copy-text", Effect: Leaves, Run: func() tea.Cmd {
			var lines []string
			for _, p := range n.Text {
				if p[1] != "" {
					lines = append(lines, p[0]+": "+loaders.Clean(p[1]))
				}
			}
			return n.Copy(strings.Join(lines, "\n"))
		}},
		Action{Name: "filter", Help: "find words in the text", Short: "find", Footer: true, Run: Do(func() {
			if n.line == nil {
				n.line = NewInput("find: ")
			}
			n.typing = true
		})},
		Action{Name: "open", Help: "go to the next line that has the words", Short: "next", Footer: len(n.found) > 0,
			Run: Do(func() { n.next() }), Disabled: unfound},
		Action{Name: "back", Help: "close this text", Short: "close", Footer: true, Run: n.Close},
	)
}

// Move implements [Scroller].
func (n *Note) Move(rows int) { n.view.SetYOffset(n.view.YOffset() + rows) }

// Page implements [Scroller].
func (n *Note) Page() int { return n.view.Height() }

// Draw draws the popup over what is in area.
func (n *Note) Draw(f *Frame, area image.Rectangle, l Look) {
	inner := Popup(f, area, l, n.Name, n.width(), n.view.Height(), n.Close)
	view := n.view // a copy: the colours are those of the look
	lines := strings.Split(n.content(l), "\n")
	for _, i := range n.found {
		if i < len(lines) {
			lines[i] = l.Theme.Accent.Reverse(true).Render(ansi.Strip(lines[i]))
		}
	}
	view.SetContent(strings.Join(lines, "\n"))
	view.SetHeight(inner.Dy())
	f.Block(inner, view.View())
	if n.typing {
		n.line.Draw(f, image.Rect(inner.Min.X, inner.Max.Y-1, inner.Max.X, inner.Max.Y), Bold(Ink(l.Theme.Accent)), Style{})
	}
	f.Wheel(inner, n.Move)
}
