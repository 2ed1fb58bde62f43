package columns

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
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
	known := loaders.TableReading{Columns: columns}
	return newAsking(ColumnQuestion{File: "t.csv", Known: known, Roles: []string{"question", "gold", "score"}})
}

// A role belongs to one column, except scores, and a letter gives it to the selected one.
func TestRoles(t *testing.T) {
	m := asked(loaders.Column{Name: "a"}, loaders.Column{Name: "b"}, loaders.Column{Name: "c"})
	press(m, "enter")
	if m.keep != Nothing {
		t.Error("nothing was said, and enter opened it")
	}
	press(m, "u", "j", "s", "j", "s", "j", "j")
	role := func(c loaders.Column) string { return c.Role }
	check.EqualLists(t, "roles", loaders.Map(m.reading.Columns, role), []string{"question", "score", "score"})
	press(m, "k", "u", "g", "enter")
	if m.reading.Columns[0].Role != "" || m.reading.Columns[1].Role != "gold" || m.keep != Map {
		t.Errorf("%+v, kept %v", m.reading.Columns, m.keep)
	}
}

// Readings left in doubt follow each other, none is proposed at once unless it is the only one, and what another
// column is given leaves the rest of a reading.
func TestReadings(t *testing.T) {
	reading := func(role, rest string) loaders.TableReading {
		return loaders.TableReading{Columns: []loaders.Column{{Name: "a", Role: role}}, Rest: rest}
	}
	equal, within := reading("predicted", "gold=b.c,right=equal"), reading("predicted", "gold=b.c,right=contains")
	question := ColumnQuestion{Known: reading("", ""), Readings: []loaders.TableReading{equal, within}, Roles: []string{"question", "gold"}}
	m := newAsking(question)
	for _, want := range []loaders.TableReading{question.Known, equal, within, equal} {
		if !isSame(m.reading, want) {
			t.Errorf("%+v, want %+v", m.reading, want)
		}
		settle(m, second(m.Update(tea.KeyPressMsg{Code: tea.KeyTab})))
	}
	if press(m, "g", "enter"); !isSame(m.reading, reading("gold", "right=contains")) || m.keep != Map {
		t.Errorf("%+v is kept: %v", m.reading, m.keep)
	}
	question.Readings = question.Readings[1:]
	if m = newAsking(question); !isSame(m.reading, within) || !strings.Contains(m.View().Content, "reading 1 of 1 · gold=b.c,right=contains") {
		t.Errorf("a single reading: %+v", m.reading)
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
	m.asked.Outlook = func(r loaders.TableReading) []string { return []string{"right in " + r.Columns[0].Role, "an example"} }
	settle(m, m.Init())
	check.Contains(t, m.View().Content, "an example")
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
	if m.reading.Columns[0].Role != "predicted" || m.reading.Columns[1].Role != "predicted" {
		t.Errorf("%+v", m.reading.Columns)
	}
}

// The selected column says what speaks for and against its roles.
func TestReasonsOfTheSelected(t *testing.T) {
	m := asked(loaders.Column{Name: "a"}, loaders.Column{Name: "ok", Since: "is named like a verdict"})
	check.Lacks(t, m.View().Content, "is named")
	press(m, "j")
	check.Contains(t, m.View().Content, "ok is named like a verdict")
}
