package widget

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// LetterMenu is a menu above the footer: a letter picks an action, enter the selected one.
type LetterMenu struct {
	menuBar
	Name  string // its purpose, such as "filter by"
	Of    []Action
	Pick  func(a Action) tea.Cmd
	Close func(say string) tea.Cmd
	// Retired returns a retired letter's replacement or nil.
	Retired func(letter string) error

	at int
}

// Update closes the menu on an unknown key and reports it.
func (m *LetterMenu) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		if err := m.Retired(press.String()); err != nil {
			return m.Close(err.Error())
		}
		return m.Close(m.Name + ": " + keyText(press.String()) + " isn't in this menu")
	}
	return nil
}

// Actions returns the menu's keys: close, pick, move, and each action's letter.
func (m *LetterMenu) Actions() []Action {
	shut := Action{Name: "close", Keys: []string{"esc", "backspace"}, Help: "close this menu", Footer: true,
		Run: func() tea.Cmd { return m.Close("") }}
	pick := Action{Name: "open", Keys: []string{"enter"}, Help: "pick the selected action", Short: "pick", Footer: true,
		Run: func() tea.Cmd { return m.Pick(m.Of[m.at]) }}
	actions := []Action{shut, pick, m.moveAction(1, "down", "right", "tab", "j"), m.moveAction(-1, "up", "left", "shift+tab", "k")}
	for _, a := range m.Of {
		of := a
		a.Keys, a.Letters, a.Footer, a.Run = []string{a.Letters[1:]}, "", false, func() tea.Cmd { return m.Pick(of) }
		actions = append(actions, a)
	}
	return actions
}

func (m *LetterMenu) moveAction(offset int, keyNames ...string) Action {
	free := slices.DeleteFunc(keyNames, func(key string) bool {
		return slices.ContainsFunc(m.Of, func(a Action) bool { return a.Letters[1:] == key })
	})
	return Action{Name: loaders.IfElse(offset > 0, "next", "previous"), Keys: free, Help: "move to another action in the menu",
		Run: Do(func() { m.at = (m.at + offset + len(m.Of)) % len(m.Of) })}
}

// Draw draws the letters that fit in area's last rows without covering a picture.
func (m *LetterMenu) Draw(f *Frame, area image.Rectangle, l Look) {
	lines := m.wrapActions(area.Dx())
	free := 1
	for free < min(len(lines), area.Dy()) && !slices.ContainsFunc(f.Pictures, func(p PlacedPicture) bool {
		return p.Area.Overlaps(image.Rect(area.Min.X, area.Max.Y-free-1, area.Max.X, area.Max.Y))
	}) {
		free++
	}
	box := area
	box.Min.Y = area.Max.Y - min(free, len(lines))
	f.Click(area, func() tea.Cmd { return m.Close("") })
	f.Cover(box)
	x := f.TextOver(box, Bold(l.Theme.Text), m.Name) + len(hintGap)
	index := 0
	for i, line := range lines[:box.Dy()] {
		for _, a := range line {
			word := l.Theme.Text
			if index == m.at {
				word = l.Theme.Selected
			}
			index++
			at := LineAt(box.Min.X+x, box.Min.Y+i, letterWidth(a))
			f.Click(at, func() tea.Cmd { return m.Pick(a) })
			n := f.TextOver(at, Bold(l.Theme.Accent), a.Letters[1:])
			at.Min.X += n + 1
			f.TextOver(at, word, verbOf(a))
			x += letterWidth(a) + len(hintGap)
		}
		x = 0
	}
}

func letterWidth(a Action) int { return 2 + ansi.StringWidth(verbOf(a)) }

func (m *LetterMenu) wrapActions(w int) (lines [][]Action) {
	room := w - ansi.StringWidth(m.Name) - len(hintGap)
	lines = [][]Action{nil}
	for _, a := range m.Of {
		need := letterWidth(a) + len(hintGap)
		if need > room && len(lines[len(lines)-1]) > 0 {
			lines, room = append(lines, nil), w
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], a)
		room -= need
	}
	return lines
}
