package help

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// Help is an overlay that lists actions by group, to read, to search and to
// run.
type Help struct {
	s       *views.Session
	actions []widget.Action
	shown   []widget.Action // those that the search keeps
	table   widget.Table
	search  *widget.Input // open while the search is typed
	find    string
}

// New returns the help on a screen with these actions; the global ones
// follow.
func New(s *views.Session, actions, global []widget.Action) views.View {
	v := &Help{s: s}
	v.actions = append(v.actions, actions...)
	for _, a := range global {
		a.Group = "Everywhere"
		v.actions = append(v.actions, a)
	}
	v.table = widget.Table{
		Columns: []widget.Column{
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

// Overlay implements [views.Overlay].
func (v *Help) Overlay() {}

// Title implements [views.View].
func (v *Help) Title() string { return "Help" }

// Init implements [views.View].
func (v *Help) Init() tea.Cmd { return nil }

// Status implements [views.View]; the view below keeps the line.
func (v *Help) Status() string { return "" }

// Typing reports whether the search is being typed.
func (v *Help) Typing() bool { return v.search != nil }

// Update takes up the size and the keys of the search.
func (v *Help) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
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
		text := strings.ToLower(strings.Join([]string{a.Group, a.Name, a.Help, widget.KeysText(a)}, " "))
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

// Actions implements [views.View].
func (v *Help) Actions() []widget.Action {
	return append(widget.MoveActions(func() widget.Scroller { return &v.table }),
		widget.Action{Name: "run", Keys: []string{"enter"}, Help: "run the selected action", Group: "Help", Footer: true, Run: v.run},
		widget.Action{Name: "search", Keys: []string{"/"}, Help: "search keys, names and texts", Group: "Help", Footer: true, Run: func() tea.Cmd {
			v.search = widget.NewInput("search: ")
			v.search.SetValue(v.find)
			return nil
		}},
		widget.Action{Name: "all", Keys: []string{"esc"}, Help: "end the search", Group: "Help", Disabled: func() string {
			if v.find == "" {
				return "all actions are shown"
			}
			return ""
		}, Run: func() tea.Cmd {
			v.find = ""
			v.filter()
			return nil
		}},
		widget.Action{Name: "close", Keys: []string{"?", "h", "backspace"}, Help: "close help", Group: "Help", Footer: true, Run: func() tea.Cmd {
			return v.s.Post(views.Pop{})
		}},
	)
}

func (v *Help) run() tea.Cmd {
	if len(v.shown) == 0 {
		return nil
	}
	return v.s.Post(views.Pick{Action: v.shown[v.table.Selected()]})
}

// helpRows is how many lines the table has in a popup over area.
func helpRows(area image.Rectangle, actions int) int { return min(actions+1, area.Dy()-6) }

// Draw implements [views.View].
func (v *Help) Draw(f *widget.Frame, area image.Rectangle) {
	inner := widget.Popup(f, area, v.s.Look, "Help", min(area.Dx(), 104), helpRows(area, len(v.actions))+2, v.s.Pop)
	if inner.Dy() < 3 {
		return
	}
	line, rest := widget.SplitTop(inner, 1)
	switch {
	case v.search != nil:
		v.search.Draw(f, line, widget.Ink(v.s.Theme.Accent), widget.Ink(v.s.Theme.Text))
	case v.find != "":
		f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(v.s.Theme.Faint), "search: "+v.find+"   (esc: all)")
	default:
		f.Text(line.Min.X, line.Min.Y, line.Dx(), widget.Ink(v.s.Theme.Faint), "enter runs · / searches · esc closes")
	}
	_, rest = widget.SplitTop(rest, 1)
	v.table.Draw(f, rest, v.s.Look, true)
}

func (v *Help) entries(i int) []widget.Entry {
	a := v.shown[i]
	group := ""
	if i == 0 || v.shown[i-1].Group != a.Group {
		group = a.Group
	}
	text, faint := widget.Ink(v.s.Theme.Text), widget.Ink(v.s.Theme.Faint)
	help := widget.Entry{Text: a.Help, Style: text}
	if why := a.Why(); why != "" {
		help = widget.Entry{Text: a.Help + " (not now: " + why + ")", Style: faint}
	}
	return []widget.Entry{{Text: group, Style: widget.Bold(faint)}, {Text: widget.KeysText(a), Style: widget.Ink(v.s.Theme.Accent)}, help, {Text: ":" + a.Name, Style: faint}}
}
