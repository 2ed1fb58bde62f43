package views

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// NewLine returns a line on which the value of an action is typed, or picked among
// its values; enter on an empty line takes the first.
func NewLine(s *Session, a widget.Action) View {
	var all, shown []string
	if a.Values != nil {
		all = a.Values()
	}
	p := &widget.Picker{Prompt: strings.ReplaceAll(a.Name, "-", " ") + ": ", Most: 8, Close: s.Pop, Effect: a.Effect, First: true}
	p.Match = func(typed string) int {
		typed = strings.TrimSpace(loaders.Clean(typed))
		shown = slices.DeleteFunc(slices.Clone(all), func(v string) bool { return !strings.Contains(strings.ToLower(v), strings.ToLower(typed)) })
		if typed != "" && !slices.Contains(all, typed) {
			shown = append(shown, typed)
		}
		return len(shown)
	}
	p.Rows.Columns = []widget.Column{{Grow: 1, Show: func(i int) widget.Entry {
		if slices.Contains(all, shown[i]) {
			return widget.Entry{Text: shown[i]}
		}
		return widget.Entry{Text: shown[i], Style: s.Theme.Accent}
	}}}
	p.Pick = func(i int) tea.Cmd {
		value := shown[i]
		run := widget.Action{Name: a.Name + " " + value, Effect: a.Effect, Run: func() tea.Cmd { return a.With(value) }}
		return s.Post(Pick{run})
	}
	p.Complete = func(i int) string { return shown[i] }
	p.Missing = func(string) tea.Cmd { return s.Pop() }
	return NewModal(s, p.Open())
}
