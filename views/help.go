package views

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Help is an overlay that lists actions by group, to read, to search and to
// run.
type Help struct {
	s       *Session
	actions []Action
	shown   []Action // those that the search keeps
	table   Table
	search  *Input // open while the search is typed
	find    string
}

// NewHelp returns the help on a screen with these actions; the global ones
// follow.
func NewHelp(s *Session, actions []Action) View {
	v := &Help{s: s}
	v.actions = append(v.actions, actions...)
	for _, a := range GlobalActions(s, func() []Action { return actions }) {
		a.Group = "Everywhere"
		v.actions = append(v.actions, a)
	}
	v.table = Table{
		Columns: []Column{
			{Title: "", Width: 10, Drop: 1},
			{Title: "key", Width: 14},
			{Title: "what it does", Width: 34, Grow: 1},
			{Title: "name", Width: 22, Drop: 2},
		},
		Entries: v.entries,
		Open:    v.run,
		Empty:   "no action is like that",
	}
	v.filter()
	return v
}

// Overlay implements [Overlay].
func (v *Help) Overlay() {}

// Title implements [View].
func (v *Help) Title() string { return "Help" }

// Init implements [View].
func (v *Help) Init() tea.Cmd { return nil }

// Status implements [View]; the view below keeps the line.
func (v *Help) Status() string { return "" }

// Typing reports whether the search is being typed.
func (v *Help) Typing() bool { return v.search != nil }

// Update takes up the size and the keys of the search.
func (v *Help) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Resize:
		v.table.Resize(helpRows(msg.Area, len(v.actions)))
	case tea.KeyPressMsg:
		switch key := msg.String(); {
		case v.search == nil:
		case key == "esc":
			v.search, v.find = nil, ""
			v.filter()
		case key == "enter":
			v.search = nil
		case key == "down" || key == "up":
			v.table.Move(map[string]int{"down": 1, "up": -1}[key])
		default:
			v.typed(msg)
		}
	default:
		if v.search != nil {
			v.typed(msg)
		}
	}
	return nil
}

func (v *Help) typed(msg tea.Msg) {
	if v.search.Update(msg) {
		v.find = v.search.Value()
		v.filter()
		v.table.First()
	}
}

// filter keeps the actions in which every word of the search occurs.
func (v *Help) filter() {
	v.shown = nil
	words := strings.Fields(strings.ToLower(v.find))
	for _, a := range v.actions {
		text := strings.ToLower(strings.Join([]string{a.Group, a.Name, a.Help, keysText(a)}, " "))
		keep := true
		for _, w := range words {
			keep = keep && strings.Contains(text, w)
		}
		if keep {
			v.shown = append(v.shown, a)
		}
	}
	v.table.SetCount(len(v.shown))
}

// Actions implements [View].
func (v *Help) Actions() []Action {
	return append(moveActions(func() Scroller { return &v.table }),
		Action{Name: "run", Keys: []string{"enter"}, Help: "run the selected action", Group: "Help", Footer: true, Run: v.run},
		Action{Name: "search", Keys: []string{"/"}, Help: "search keys, names and texts", Group: "Help", Footer: true, Run: func() tea.Cmd {
			v.search = NewInput("search: ")
			v.search.SetValue(v.find)
			return nil
		}},
		Action{Name: "all", Keys: []string{"esc"}, Help: "end the search", Group: "Help", Disabled: func() string {
			if v.find == "" {
				return "all actions are shown"
			}
			return ""
		}, Run: func() tea.Cmd {
			v.find = ""
			v.filter()
			return nil
		}},
		Action{Name: "close", Keys: []string{"?", "h", "backspace"}, Help: "close help", Group: "Help", Footer: true, Run: func() tea.Cmd {
			return v.s.Post(Pop{})
		}},
	)
}

func (v *Help) run() tea.Cmd {
	if len(v.shown) == 0 {
		return nil
	}
	return v.s.Post(Pick{v.shown[v.table.Selected()]})
}

// helpRows is how many lines the table has in a popup over area.
func helpRows(area image.Rectangle, actions int) int { return min(actions+1, area.Dy()-6) }

// Draw implements [View].
func (v *Help) Draw(f *Frame, area image.Rectangle) {
	inner := drawPopup(f, area, v.s, "Help", min(area.Dx(), 104), helpRows(area, len(v.actions))+2)
	if inner.Dy() < 3 {
		return
	}
	line, rest := splitTop(inner, 1)
	switch {
	case v.search != nil:
		v.search.Draw(f, line, ink(v.s.Theme.Accent), ink(v.s.Theme.Text))
	case v.find != "":
		f.Text(line.Min.X, line.Min.Y, line.Dx(), ink(v.s.Theme.Faint), "search: "+v.find+"   (esc: all)")
	default:
		f.Text(line.Min.X, line.Min.Y, line.Dx(), ink(v.s.Theme.Faint), "enter runs · / searches · esc closes")
	}
	_, rest = splitTop(rest, 1)
	v.table.Draw(f, rest, v.s, true)
}

func (v *Help) entries(i int) []Entry {
	a := v.shown[i]
	group := ""
	if i == 0 || v.shown[i-1].Group != a.Group {
		group = a.Group
	}
	text, faint := ink(v.s.Theme.Text), ink(v.s.Theme.Faint)
	help := Entry{Text: a.Help, Style: text}
	if why := a.Why(); why != "" {
		help = Entry{Text: a.Help + " (not now: " + why + ")", Style: faint}
	}
	return []Entry{{Text: group, Style: bold(faint)}, {Text: keysText(a), Style: ink(v.s.Theme.Accent)}, help, {Text: ":" + a.Name, Style: faint}}
}

// keysText writes an action's keys for people: "j ↓".
func keysText(a Action) string {
	keys := make([]string, len(a.Keys))
	for i, k := range a.Keys {
		keys[i] = KeyText(k)
	}
	return strings.Join(keys, " ")
}

// KeyText writes one key for people: "↓" for "down", "^d" for "ctrl+d".
func KeyText(key string) string {
	if arrow, ok := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→"}[key]; ok {
		return arrow
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "^" + rest
	}
	return key
}
