package widget

import (
	"cmp"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

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

	rows Table
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
	actions := []Action{
		{Name: "close", Keys: []string{"esc", "backspace"}, Help: "close this menu", Footer: true, Run: func() tea.Cmd { return m.Close("") }},
		{Name: "open", Keys: []string{"enter"}, Help: "pick the selected action", Short: "pick", Footer: true, Run: m.pickRow},
		m.moveAction(1, "down", "right", "tab", "j"), m.moveAction(-1, "up", "left", "shift+tab", "k"),
	}
	for _, a := range m.Of {
		of := a
		a.Keys, a.Letters, a.Footer, a.Disabled = []string{letterOf(a)}, "", false, nil
		a.Run = func() tea.Cmd { return m.pick(of) }
		actions = append(actions, a)
	}
	return actions
}

func letterOf(a Action) string { return a.Letters[1:] }

func (m *LetterMenu) moveAction(offset int, keyNames ...string) Action {
	free := loaders.Without(keyNames, loaders.Map(m.Of, letterOf))
	return Action{Name: loaders.IfElse(offset > 0, "next", "previous"), Keys: free, Help: "move to another action in the menu",
		Run: Do(func() { m.rows.Select((m.rows.Selected() + offset + len(m.Of)) % len(m.Of)) })}
}

func (m *LetterMenu) pickRow() tea.Cmd { return m.pick(m.Of[m.rows.Selected()]) }

// pick closes the menu for a disabled action, because it covers the line that tells why.
func (m *LetterMenu) pick(a Action) tea.Cmd {
	if why := a.Why(); why != "" {
		return m.Close(VerbOf(a) + ": " + why)
	}
	return m.Pick(a)
}

// Draw draws a box or, if that would cover a picture, columns below pictures.
func (m *LetterMenu) Draw(f *Frame, area image.Rectangle, l Look) {
	f.Click(area, func() tea.Cmd { return m.Close("") })
	t := &m.rows
	m.layRows(l)
	t.SetCount(len(m.Of))
	box := area
	box.Max.X = min(area.Max.X, area.Min.X+min(t.Need()+border, mostMenu))
	lines := t.CountLines(box.Dx() - border)
	box.Min.Y = max(area.Min.Y, area.Max.Y-lines-2)
	covers := func(p PlacedPicture) bool { return p.Area.Overlaps(box) }
	if !slices.ContainsFunc(f.Pictures, covers) {
		box = popupFrame{m.Name, "", image.Pt(box.Dx(), lines), nil, isLow}.drawBox(f, box, l)
		t.Beside = 0
	} else {
		t.Columns = t.Columns[:2]
		t.Beside = max(1, area.Dx()/(t.Need()+ColumnGap))
		lines = t.CountLines(area.Dx())
		for box = LineAt(area.Min.X, area.Max.Y-1, area.Dx()); box.Dy() <= lines && !slices.ContainsFunc(f.Pictures, covers); {
			box.Min.Y--
		}
		box.Min.Y = min(box.Min.Y+1, area.Max.Y-1)
		f.Cover(box)
	}
	t.Resize(box.Dy())
	t.Draw(f, box, l, Focused)
}

// ActionColumn shows a text of each action.
func ActionColumn(actions []Action, mostWidth int, style, disabledStyle Style, textOf func(a Action) string) Column {
	text := func(i int) string { return textOf(actions[i]) }
	return Column{Width: min(mostWidth, Widest(0, min(len(actions), 200), text)), Show: func(i int) TableCell {
		return TableCell{Text: text(i), Style: loaders.IfElse(actions[i].Why() == "", style, disabledStyle)}
	}}
}

// border is a box's own columns, with its padding.
const border, mostMenu = 4, 84

func (m *LetterMenu) layRows(l Look) {
	text := func(style Style, of func(a Action) string) Column {
		return ActionColumn(m.Of, mostMenu, style, l.Theme.Faint, of)
	}
	what := text(l.Theme.Faint, func(a Action) string {
		const little = len(" examples") // more than the verb
		says := len(a.Help) > len(VerbOf(a))+little || !strings.Contains(a.Help, VerbOf(a))
		return cmp.Or(If(a.Why() != "", "not now: "+a.Why()), If(says, a.Help))
	})
	what.Wraps, what.Lines = true, 3
	m.rows = Table{Columns: []Column{
		text(Bold(l.Theme.Accent), letterOf), text(l.Theme.Text, VerbOf), what,
	}, at: m.rows.at, top: m.rows.top, Uncut: true, Open: m.pickRow, Once: true}
}
