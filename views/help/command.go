package help

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"faithscope/views"
	"faithscope/views/widget"
)

// commandRows bounds how many completions are shown.
const commandRows = 8

// Command is the command line: an overlay on the status line that runs an
// action by its name. It is never a shell.
type Command struct {
	s       *views.Session
	actions []widget.Action
	input   *widget.Input
	matches []widget.Action // best first
	at      int             // selected match
}

// NewCommand returns a command line for a screen with these actions and the
// global ones. Of two actions with one name the screen's own is meant.
func NewCommand(s *views.Session, actions, global []widget.Action) views.View {
	v := &Command{s: s, input: widget.NewInput(":")}
	taken := map[string]bool{}
	for _, a := range append(slices.Clone(actions), global...) {
		if !taken[a.Name] {
			taken[a.Name] = true
			v.actions = append(v.actions, a)
		}
	}
	for _, a := range v.actions {
		v.actions = append(v.actions, withValues(a)...)
	}
	v.match()
	return v
}

// withValues is an action with each of the words that it takes, as actions of
// their own.
func withValues(a widget.Action) []widget.Action {
	if a.Values == nil {
		return nil
	}
	var all []widget.Action
	for _, value := range a.Values() {
		all = append(all, widget.Action{
			Name: a.Name + " " + value, Help: a.Help, Disabled: a.Disabled, Run: func() tea.Cmd { return a.With(value) },
		})
	}
	return all
}

// Overlay implements [views.Overlay].
func (v *Command) Overlay() {}

// Title implements [views.View].
func (v *Command) Title() string { return "" }

// Init implements [views.View].
func (v *Command) Init() tea.Cmd { return nil }

// Status implements [views.View]; the line itself is drawn there.
func (v *Command) Status() string { return "" }

// Typing implements [views.View].
func (v *Command) Typing() bool { return true }

// Actions implements [views.View].
func (v *Command) Actions() []widget.Action { return nil }

// Update takes up keys and pastes.
func (v *Command) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			return v.s.Post(views.Pop{})
		case "enter":
			return v.run()
		case "tab":
			if len(v.matches) > 0 {
				v.input.SetValue(v.matches[v.at].Name)
				v.match()
			}
			return nil
		case "down", "ctrl+n":
			v.at = min(v.at+1, max(0, len(v.matches)-1))
			return nil
		case "up", "shift+tab", "ctrl+p":
			v.at = max(0, v.at-1)
			return nil
		case "backspace":
			if v.input.Value() == "" {
				return v.s.Post(views.Pop{})
			}
		}
	}
	if v.input.Update(msg) {
		v.match()
	}
	return nil
}

// match finds the actions whose names are like what is typed.
func (v *Command) match() {
	v.at, v.matches = 0, nil
	typed := hyphened(strings.TrimSpace(v.input.Value()))
	if typed == "" {
		v.matches = v.actions
		return
	}
	for _, m := range fuzzy.FindFrom(typed, actionNames(v.actions)) {
		a := v.actions[m.Index]
		if hyphened(a.Name) == typed {
			v.matches = append([]widget.Action{a}, v.matches...)
			continue
		}
		v.matches = append(v.matches, a)
	}
}

// actionNames is actions as the matcher wants them.
type actionNames []widget.Action

func (a actionNames) String(i int) string { return hyphened(a[i].Name) }
func (a actionNames) Len() int            { return len(a) }

// hyphened makes a name typed with spaces and one with hyphens the same.
func hyphened(name string) string { return strings.ReplaceAll(name, " ", "-") }

// run runs the selected action; an empty line just closes.
func (v *Command) run() tea.Cmd {
	switch {
	case v.at == 0 && strings.TrimSpace(v.input.Value()) == "":
		return v.s.Post(views.Pop{})
	case len(v.matches) == 0:
		return v.s.Post(views.Flash{Text: "no action is called " + v.input.Value(), Bad: true})
	}
	return v.s.Post(views.Pick{Action: v.matches[v.at]})
}

// Draw draws the line at the bottom of area and the completions above it.
func (v *Command) Draw(f *widget.Frame, area image.Rectangle) {
	rows := min(commandRows, len(v.matches), area.Dy()-1)
	if area.Dy() < 1 || rows < 0 {
		return
	}
	box := area
	box.Min.Y = area.Max.Y - 1 - rows
	f.Click(area, func() tea.Cmd { return v.s.Post(views.Pop{}) })
	f.Cover(box)
	first := max(0, min(v.at-rows/2, len(v.matches)-rows))
	for i := range rows {
		v.row(f, image.Rect(area.Min.X, box.Min.Y+i, area.Max.X, box.Min.Y+i+1), first+i)
	}
	line := image.Rect(area.Min.X, area.Max.Y-1, area.Max.X, area.Max.Y)
	v.input.Draw(f, line, widget.Bold(widget.Ink(v.s.Theme.Accent)), widget.Ink(v.s.Theme.Text))
}

func (v *Command) row(f *widget.Frame, line image.Rectangle, i int) {
	a := v.matches[i]
	base := widget.Style{}
	if i == v.at {
		base = v.s.Selected()
		f.Fill(line, base)
		f.Text(line.Min.X, line.Min.Y, 1, widget.Over(widget.Bold(widget.Ink(v.s.Theme.Accent)), base), "▸")
	}
	const name, keys = 22, 10
	faint := widget.Over(widget.Ink(v.s.Theme.Faint), base)
	f.Text(line.Min.X+2, line.Min.Y, name, widget.Over(widget.Ink(v.s.Theme.Text), base), a.Name)
	f.Text(line.Min.X+2+name, line.Min.Y, keys, widget.Over(widget.Ink(v.s.Theme.Accent), base), widget.KeysText(a))
	help := a.Help
	if why := a.Why(); why != "" {
		help = "not now: " + why
	}
	f.Text(line.Min.X+2+name+keys+1, line.Min.Y, line.Dx()-name-keys-3, faint, help)
	f.Click(line, func() tea.Cmd { return v.s.Post(views.Pick{Action: a}) })
}
