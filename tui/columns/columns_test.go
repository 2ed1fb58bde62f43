package columns

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

func press(m *rolePage, keys ...string) {
	for _, key := range keys {
		msg := tea.KeyPressMsg{Text: key, Code: []rune(key)[0]}
		if key == "enter" {
			msg = tea.KeyPressMsg{Code: tea.KeyEnter}
		}
		settle(m, second(m.Update(msg)))
	}
}

func second(_ tea.Model, cmd tea.Cmd) tea.Cmd { return cmd }

// settle gives m what a command, nil for none, returns.
func settle(m *rolePage, cmd tea.Cmd) {
	if cmd != nil {
		m.Update(cmd())
	}
}

func asked(columns ...loaders.Column) *rolePage {
	return newAsking(ColumnQuestion{File: "t.csv", Columns: columns, Roles: []string{"question", "gold", "score"}})
}

// A role belongs to one column, except scores, and a letter gives it to the selected one.
func TestRoles(t *testing.T) {
	m := asked(loaders.Column{Name: "a"}, loaders.Column{Name: "b"}, loaders.Column{Name: "c"})
	press(m, "enter")
	if m.keep != Nothing {
		t.Error("nothing was said, and enter opened it")
	}
	press(m, "u", "j", "s", "j", "s", "j", "j")
	if got := []string{m.columns[0].Role, m.columns[1].Role, m.columns[2].Role}; !slices.Equal(got, []string{"question", "score", "score"}) {
		t.Errorf("%q", got)
	}
	press(m, "k", "u", "g", "enter")
	if m.columns[0].Role != "" || m.columns[1].Role != "gold" || m.keep != Map {
		t.Errorf("%+v, kept %v", m.columns, m.keep)
	}
}

// Text from a file neither leaves its line nor controls the terminal, at any
// size.
func TestView(t *testing.T) {
	var many []loaders.Column
	long := strings.Repeat("wide 文 ", 100)
	for range 100 {
		many = append(many, loaders.Column{Name: "a\x1b[2J\nb", Sample: long, Since: "is \x1b[2J" + long})
	}
	for _, size := range [][2]int{{80, 24}, {40, 12}, {200, 60}} {
		m := asked(many...)
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for range 99 {
			press(m, "j")
		}
		text := m.View().Content
		lines := strings.Split(text, "\n")
		if strings.Contains(text, "\x1b[2J") || len(lines) > size[1] || !strings.Contains(text, "▸") {
			t.Errorf("%v: %d lines:\n%q", size, len(lines), text)
		}
		for _, line := range lines {
			if w := ansi.StringWidth(line); w > size[0] {
				t.Errorf("%v: %d cells: %q", size, w, line)
			}
		}
	}
}

// What the choice makes of the scores follows each key, whatever an earlier one still computes.
func TestOutlook(t *testing.T) {
	m := asked(loaders.Column{Name: "a"})
	m.asked.Outlook = func(columns []loaders.Column) []string { return []string{"right in " + columns[0].Role, "an example"} }
	settle(m, m.Init())
	if text := m.View().Content; !strings.Contains(text, "an example") {
		t.Errorf("%s", text)
	}
	_, late := m.Update(tea.KeyPressMsg{Text: "u", Code: 'u'})
	press(m, "g")
	settle(m, late)
	if text := m.View().Content; !strings.Contains(text, "right in gold") || !strings.Contains(text, "an example") {
		t.Errorf("%s", text)
	}
}

// Two columns may be predictions.
func TestTwoPredictions(t *testing.T) {
	m := asked(loaders.Column{Name: "a"}, loaders.Column{Name: "b"})
	m.asked.Roles = []string{"predicted"}
	press(m, "p", "j", "p", "k")
	if m.columns[0].Role != "predicted" || m.columns[1].Role != "predicted" {
		t.Errorf("%+v", m.columns)
	}
}

// The selected column says what speaks for and against its roles.
func TestReasonsOfTheSelected(t *testing.T) {
	m := asked(loaders.Column{Name: "a"}, loaders.Column{Name: "ok", Since: "is named like a verdict"})
	if text := m.View().Content; strings.Contains(text, "is named") {
		t.Errorf("of another column: %s", text)
	}
	press(m, "j")
	if text := m.View().Content; !strings.Contains(text, "ok is named like a verdict") {
		t.Errorf("%s", text)
	}
}
