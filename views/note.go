package views

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Note is an overlay that shows a text in full.
type Note struct {
	s     *Session
	title string
	text  [][2]string
	area  image.Rectangle
	lines [][2]string // text, wrapped for area
	top   int
}

// NewNote returns a note of paragraphs, each with a word before it; those
// without text are left out.
func NewNote(s *Session, title string, text [][2]string) View {
	return &Note{s: s, title: title, text: text}
}

// Overlay implements [Overlay].
func (v *Note) Overlay() {}

// Title implements [View].
func (v *Note) Title() string { return v.title }

// Init implements [View].
func (v *Note) Init() tea.Cmd { return nil }

// Typing implements [View].
func (v *Note) Typing() bool { return false }

// Status implements [View]; the view below keeps the line.
func (v *Note) Status() string { return "" }

// Update takes up the size.
func (v *Note) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(Resize); ok {
		v.area = msg.Area
		v.lines = v.wrapped(msg.Area)
		v.Move(0)
	}
	return nil
}

// noteLabel is the room of a paragraph's word.
const noteLabel = 10

func (v *Note) wrapped(area image.Rectangle) [][2]string {
	room := max(8, widget.PopupWidth(area)-4-noteLabel)
	var lines [][2]string
	for _, p := range v.text {
		if p[1] == "" {
			continue
		}
		for i, line := range strings.Split(ansi.Wrap(loaders.Clean(p[1]), room, ""), "\n") {
			label := p[0]
			if i > 0 {
				label = ""
			}
			lines = append(lines, [2]string{label, line})
		}
	}
	return lines
}

// Actions implements [View].
func (v *Note) Actions() []widget.Action {
	return append(widget.MoveActions(func() widget.Scroller { return v }),
		widget.Action{Name: "copy", Keys: []string{"y"}, Help: "copy the text", Group: "Open", Footer: true, Run: func() tea.Cmd {
			var lines []string
			for _, p := range v.text {
				if p[1] != "" {
					lines = append(lines, p[0]+": "+loaders.Clean(p[1]))
				}
			}
			return v.s.Post(Copy{Text: strings.Join(lines, "\n"), What: "text"})
		}},
		widget.Action{Name: "close", Keys: []string{"enter", "h", "backspace"}, Help: "close this text", Group: "Open", Footer: true, Run: func() tea.Cmd {
			return v.s.Post(Pop{})
		}},
	)
}

// Move implements [widget.Scroller].
func (v *Note) Move(rows int) { v.top = max(0, min(v.top+rows, len(v.lines)-v.Page())) }

// First implements [widget.Scroller].
func (v *Note) First() { v.top = 0 }

// Last implements [widget.Scroller].
func (v *Note) Last() { v.Move(len(v.lines)) }

// Page implements [widget.Scroller].
func (v *Note) Page() int { return max(1, min(len(v.lines), v.area.Dy()-4)) }

// Draw implements [View].
func (v *Note) Draw(f *widget.Frame, area image.Rectangle) {
	inner := widget.Popup(f, area, v.s.Look, v.title, widget.PopupWidth(area), len(v.lines), v.s.Pop)
	for i := range min(inner.Dy(), len(v.lines)-v.top) {
		line := v.lines[v.top+i]
		f.Text(inner.Min.X, inner.Min.Y+i, noteLabel, widget.Ink(v.s.Theme.Faint), line[0])
		f.Text(inner.Min.X+noteLabel, inner.Min.Y+i, inner.Dx()-noteLabel, widget.Ink(v.s.Theme.Text), line[1])
	}
	f.Wheel(inner, func(lines int) tea.Cmd {
		v.Move(lines)
		return nil
	})
}
