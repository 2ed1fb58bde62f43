package views

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/widget"
)

// Part is what a modal shows: a [widget.Picker], a [widget.Note].
type Part interface {
	Title() string
	// Resize tells the part the area it is drawn over.
	Resize(area image.Rectangle)
	// Update is given keys and pastes that no action answers.
	Update(msg tea.Msg) tea.Cmd
	Typing() bool
	Actions() []widget.Action
	Draw(f *widget.Frame, area image.Rectangle, l widget.Look)
}

// Modal is a view that shows one part over the view below it, which stays
// visible. Its area includes the status line. Help, the command line, menus
// and notes are modals.
type Modal struct {
	Part
	s *Session
}

// NewModal returns a modal of a part.
func NewModal(s *Session, p Part) View { return &Modal{Part: p, s: s} }

// Init implements [View].
func (m *Modal) Init() tea.Cmd { return nil }

// Status implements [View]; the view below keeps the line.
func (m *Modal) Status() string { return "" }

// Update implements [View].
func (m *Modal) Update(msg tea.Msg) tea.Cmd {
	if size, ok := msg.(Resize); ok {
		m.Resize(size.Area)
		return nil
	}
	return m.Part.Update(msg)
}

// Draw implements [View].
func (m *Modal) Draw(f *widget.Frame, area image.Rectangle) { m.Part.Draw(f, area, m.s.Look) }

// NewNote returns a modal with a text: paragraphs with a word before each,
// those without text left out.
func NewNote(s *Session, title string, text [][2]string) View {
	return NewModal(s, &widget.Note{Name: title, Text: text, Close: s.Pop, Copy: func(text string) tea.Cmd {
		return s.Post(Copy{Text: text, What: "text"})
	}})
}
