// Package columns asks on the terminal what a table's columns hold, before there is a run to show.
package columns

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/views/widget"
)

// KeepChoice says what the user wants of an answer.
type KeepChoice int

// Nothing keeps the table closed, Map is for the next one with these columns, Page for a format of
// the user's own.
const (
	Nothing KeepChoice = iota
	Map
	Page
)

// ColumnQuestion asks what the columns of a file hold.
type ColumnQuestion struct {
	File  string
	Doubt string // why it is asked; may be ""
	Known loaders.TableReading
	// Readings are those left in doubt, of the same columns; a single one is proposed at once.
	Readings []loaders.TableReading
	Roles    []string // that a column can have
	// Outlook returns lines on what a reading would make of the table; nil if unknown.
	Outlook func(loaders.TableReading) []string
}

// Ask shows a question and returns the user's reading and what to keep, Nothing on cancel. It doesn't
// change q.
func Ask(ctx context.Context, terminalIn io.Reader, terminalOut io.Writer, q ColumnQuestion) (_ loaders.TableReading, keep KeepChoice,
	err error) {
	m := newAsking(q)
	_, err = tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(terminalIn), tea.WithOutput(terminalOut)).Run()
	if errors.Is(err, tea.ErrInterrupted) {
		return loaders.TableReading{}, Nothing, nil
	}
	return m.reading, m.keep, err
}

type rolePage struct {
	widget.Table
	asked   ColumnQuestion
	reading loaders.TableReading
	chosen  int      // of the question's readings, -1 before any
	outlook []string // of the reading
	size    image.Point
	keep    KeepChoice
}

// newAsking works on copies, so that leaving the dialog changes nothing. The size is 80×24 until the terminal
// tells it.
func newAsking(q ColumnQuestion) *rolePage {
	m := &rolePage{asked: q, chosen: -1, size: image.Pt(80, 24)}
	m.setReading(q.Known)
	if len(q.Readings) == 1 {
		m.showNextReading()
	}
	column := func(title string, grow int, text func(c *loaders.Column) string) widget.Column {
		show := func(i int) widget.TableCell { return widget.TableCell{Text: text(&m.reading.Columns[i])} }
		return widget.Column{Title: title, Width: 18, Grow: grow, Show: show}
	}
	m.Columns = []widget.Column{
		column("column", 1, func(c *loaders.Column) string { return c.Name }),
		column("holds", 0, func(c *loaders.Column) string { return cmp.Or(c.Role, table.Absent) }),
		column("first value", 2, func(c *loaders.Column) string { return c.Sample }),
	}
	m.SetCount(len(m.reading.Columns))
	return m
}

func (m *rolePage) setReading(r loaders.TableReading) {
	m.reading = r
	m.reading.Columns = slices.Clone(r.Columns)
}

func (m *rolePage) showNextReading() {
	m.chosen = (m.chosen + 1) % len(m.asked.Readings)
	m.setReading(m.asked.Readings[m.chosen])
}

type outlookReady struct {
	reading loaders.TableReading
	lines   []string
}

func isSame(a, b loaders.TableReading) bool {
	return slices.Equal(a.Columns, b.Columns) && a.Rest == b.Rest
}

func (m *rolePage) look() tea.Cmd {
	if m.asked.Outlook == nil {
		return nil
	}
	r := m.reading
	r.Columns = slices.Clone(r.Columns)
	m.outlook = make([]string, len(m.outlook))
	return func() tea.Msg { return outlookReady{r, m.asked.Outlook(r)} }
}

func (m *rolePage) Init() tea.Cmd { return m.look() }

// Update implements [tea.Model]. enter or S ends the dialog once the columns hold enough, esc at
// any time.
func (m *rolePage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size = image.Pt(msg.Width, msg.Height)
	case outlookReady:
		if isSame(msg.reading, m.reading) { // else another is on its way
			m.outlook = msg.lines
		}
	case tea.KeyPressMsg:
		switch key := msg.String(); key {
		case "up", "k":
			m.Move(-1)
		case "down", "j":
			m.Move(1)
		case "backspace":
			m.reading.Columns[m.Selected()].Role = ""
			return m, m.look()
		case "tab":
			if len(m.asked.Readings) > 0 {
				m.showNextReading()
				return m, m.look()
			}
		case "enter", "S":
			if m.isEnough() {
				m.keep = map[string]KeepChoice{"enter": Map, "S": Page}[key]
				return m, tea.Quit
			}
		case "esc", "q", "ctrl+c":
			return m, tea.Quit
		default:
			if i := slices.Index(widget.AssignLetters(m.asked.Roles), key); i >= 0 {
				m.giveRole(m.asked.Roles[i])
				return m, m.look()
			}
		}
	}
	return m, nil
}

// shared are the roles that several columns may have; predictions are a run each.
var shared = []string{"predicted", "score", "attribution", "rationale", "meta"}

// giveRole takes an unshared role from any other column and from the rest.
func (m *rolePage) giveRole(roleName string) {
	columns := m.reading.Columns
	for i := range columns {
		if c := &columns[i]; c.Role == roleName && !slices.Contains(shared, roleName) {
			c.Role = ""
		}
	}
	columns[m.Selected()].Role = roleName
	m.reading.Rest = strings.Join(slices.DeleteFunc(strings.Split(m.reading.Rest, ","), func(part string) bool {
		return strings.HasPrefix(part, roleName+"=")
	}), ",")
}

func (m *rolePage) isEnough() bool {
	return m.reading.Rest != "" || slices.ContainsFunc(m.reading.Columns, func(c loaders.Column) bool {
		return slices.Contains([]string{"question", "gold", "predicted", "correct", "passage", "image", "steps"}, c.Role)
	})
}

// View implements [tea.Model], without colours.
func (m *rolePage) View() tea.View {
	mono, _ := themes.Named("mono")
	look, size := widget.Look{Theme: mono.On(themes.Dark, 2)}, m.size
	f, text := widget.NewFrame(size.X, size.Y), look.Theme.Text
	line := func(y int, st widget.Style, words string) { f.Text(0, y, size.X, st, words) }
	line(0, look.Theme.Accent, m.asked.File+": what do its columns hold?")
	line(1, text, "asked because: "+m.asked.Doubt)
	said := "enter opens the table and remembers these roles for tables with the same columns · S also saves them as your own format"
	if !m.isEnough() {
		said = "assign at least one of: question, correct answer, prediction, verdict, passage, picture, steps"
	}
	if n := len(m.asked.Readings); n > 0 {
		of := loaders.IfElse(m.chosen < 0, "tab shows "+loaders.Count(n, "reading")+" that may be right",
			fmt.Sprintf("reading %d of %d%s", m.chosen+1, n, widget.If(n > 1, ", tab for the next")))
		line(2, text, of+widget.If(m.reading.Rest != "", " · "+m.reading.Rest))
	}
	keys := "↑ ↓ column"
	for i, letter := range widget.AssignLetters(m.asked.Roles) {
		keys += " · " + letter + " " + m.asked.Roles[i]
	}
	hints := append(widget.Wrap(keys+" · backspace clears · esc cancels", size.X), widget.Wrap(said, size.X)...)
	const least = 6 // lines for the question, the table and why
	outlook := m.outlook[:min(len(m.outlook), max(0, size.Y-len(hints)-least))]
	below := size.Y - len(hints) - len(outlook)
	m.Draw(f, image.Rect(0, 3, size.X, below-1), look, widget.Focused)
	if c := m.reading.Columns[m.Selected()]; c.Since != "" {
		line(below-1, text, c.Name+" "+c.Since)
	}
	for i, words := range outlook {
		line(below+i, look.Theme.Accent, words)
	}
	f.Lines(image.Rect(0, size.Y-len(hints), size.X, size.Y), text, hints)
	v := tea.NewView(f.Content())
	v.AltScreen = true
	return v
}
