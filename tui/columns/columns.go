// Package columns asks the user on the terminal what the columns of a table
// hold, before there is a run to show.
package columns

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Column is a column of a table and its role, "" for none.
type Column struct{ Name, Sample, Role string }

// Ask shows the columns of a file and returns them with the roles that the user
// gives them; ok is false if the user cancels. roles lists the roles that a
// column can have.
func Ask(ctx context.Context, in io.Reader, out io.Writer, file string, columns []Column, roles []string) (_ []Column, ok bool, err error) {
	m := &asking{file: file, columns: slices.Clone(columns), roles: append([]string{""}, roles...), width: 80, height: 24}
	_, err = tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	if errors.Is(err, tea.ErrInterrupted) {
		return nil, false, nil
	}
	return m.columns, m.done, err
}

// asking is the dialog.
type asking struct {
	file          string
	columns       []Column
	roles         []string // "" first
	at            int
	width, height int
	done          bool
}

// Init implements [tea.Model].
func (m *asking) Init() tea.Cmd { return nil }

// Update implements [tea.Model].
func (m *asking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		switch key := msg.String(); key {
		case "up", "k":
			m.at = max(0, m.at-1)
		case "down", "j":
			m.at = min(len(m.columns)-1, m.at+1)
		case "right", "l", "space":
			m.turn(1)
		case "left", "h":
			m.turn(-1)
		case "x", "backspace":
			m.columns[m.at].Role = ""
		case "enter":
			if m.enough() {
				m.done = true
				return m, tea.Quit
			}
		case "esc", "q", "ctrl+c":
			return m, tea.Quit
		}
	}
	return m, nil
}

// turn gives the selected column the next free role (d = 1) or the previous one
// (d = -1). Several columns may share the roles score and meta.
func (m *asking) turn(d int) {
	n := len(m.roles)
	k := max(0, slices.Index(m.roles, m.columns[m.at].Role))
	for range n {
		k = (k + d + n) % n
		role := m.roles[k]
		taken := slices.ContainsFunc(m.columns, func(c Column) bool { return c.Role == role })
		if role == "" || role == "score" || role == "meta" || !taken {
			m.columns[m.at].Role = role
			return
		}
	}
}

// enough reports whether the columns hold enough to show.
func (m *asking) enough() bool {
	return slices.ContainsFunc(m.columns, func(c Column) bool {
		return slices.Contains([]string{"question", "gold", "predicted", "correct", "passage", "image"}, c.Role)
	})
}

// View implements [tea.Model].
func (m *asking) View() tea.View {
	bold := lipgloss.NewStyle().Bold(true)
	faint := lipgloss.NewStyle().Faint(true)
	room := max(1, m.height-8)
	first := max(0, min(m.at-room/2, len(m.columns)-room))
	last := min(len(m.columns), first+room)
	t := table.New().Headers("", "column", "holds", "its first value").Border(lipgloss.HiddenBorder()).
		StyleFunc(func(row, _ int) lipgloss.Style {
			switch {
			case row == table.HeaderRow:
				return faint
			case first+row == m.at:
				return bold
			}
			return lipgloss.NewStyle()
		})
	name, sample := max(12, m.width/4), max(12, m.width-m.width/4-26)
	for i := first; i < last; i++ {
		c, mark, role := m.columns[i], " ", "–"
		if i == m.at {
			mark = "▸"
		}
		if c.Role != "" {
			role = c.Role
		}
		t.Row(mark, cut(c.Name, name), role, cut(c.Sample, sample))
	}
	said := "enter opens the table and keeps this for the next one with these columns"
	if !m.enough() {
		said = "a question, a gold answer, a prediction, a verdict, a passage or a picture is needed"
	}
	v := tea.NewView(strings.Join([]string{
		bold.Render(cut(m.file+": what do its columns hold?", m.width)),
		t.String(),
		cut("↑ ↓ column · ← → what it holds · x nothing · esc leaves the table unopened", m.width),
		faint.Render(cut(said, m.width)),
	}, "\n"))
	v.AltScreen = true
	return v
}

// cut cleans text from a file and cuts it to one line of at most w cells.
func cut(text string, w int) string {
	return ansi.Truncate(strings.Join(strings.Fields(loaders.Clean(text)), " "), w, "…")
}
