package views

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Labelled is a paragraph of a [Note] with a word before it.
type Labelled struct{ Label, Text string }

// Note is an overlay that shows a text in full.
type Note struct {
	s     *Session
	title string
	text  []Labelled
	area  image.Rectangle
	lines []Labelled // text, wrapped for area
	top   int
}

// NewNote returns a note; paragraphs without text are left out.
func NewNote(s *Session, title string, text []Labelled) View {
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

func (v *Note) wrapped(area image.Rectangle) []Labelled {
	room := max(8, popupWidth(area)-4-noteLabel)
	var lines []Labelled
	for _, p := range v.text {
		if p.Text == "" {
			continue
		}
		for i, line := range strings.Split(ansi.Wrap(loaders.Clean(p.Text), room, ""), "\n") {
			label := p.Label
			if i > 0 {
				label = ""
			}
			lines = append(lines, Labelled{label, line})
		}
	}
	return lines
}

// popupWidth is the width of a popup over area, with its border.
func popupWidth(area image.Rectangle) int { return min(area.Dx(), max(60, min(96, area.Dx()*3/4))) }

// Actions implements [View].
func (v *Note) Actions() []Action {
	return append(moveActions(func() Scroller { return v }),
		Action{Name: "copy", Keys: []string{"y"}, Help: "copy the text", Group: "Open", Footer: true, Run: func() tea.Cmd {
			var lines []string
			for _, p := range v.text {
				if p.Text != "" {
					lines = append(lines, p.Label+": "+loaders.Clean(p.Text))
				}
			}
			return v.s.Post(Copy{Text: strings.Join(lines, "\n"), What: "text"})
		}},
		Action{Name: "close", Keys: []string{"enter", "h", "backspace"}, Help: "close this text", Group: "Open", Footer: true, Run: func() tea.Cmd {
			return v.s.Post(Pop{})
		}},
	)
}

// Move implements [Scroller].
func (v *Note) Move(rows int) { v.top = max(0, min(v.top+rows, len(v.lines)-v.Page())) }

// First implements [Scroller].
func (v *Note) First() { v.top = 0 }

// Last implements [Scroller].
func (v *Note) Last() { v.Move(len(v.lines)) }

// Page implements [Scroller].
func (v *Note) Page() int { return max(1, min(len(v.lines), v.area.Dy()-4)) }

// Draw implements [View].
func (v *Note) Draw(f *Frame, area image.Rectangle) {
	inner := drawPopup(f, area, v.s, v.title, popupWidth(area), len(v.lines))
	for i := range min(inner.Dy(), len(v.lines)-v.top) {
		line := v.lines[v.top+i]
		f.Text(inner.Min.X, inner.Min.Y+i, noteLabel, ink(v.s.Theme.Faint), line.Label)
		f.Text(inner.Min.X+noteLabel, inner.Min.Y+i, inner.Dx()-noteLabel, ink(v.s.Theme.Text), line.Text)
	}
	f.Wheel(inner, func(lines int) tea.Cmd {
		v.Move(lines)
		return nil
	})
}

// drawPopup covers the middle of area with a box of w cells that has room for
// rows lines, or fewer, and returns the room inside. A click beside it goes
// back.
func drawPopup(f *Frame, area image.Rectangle, s *Session, title string, w, rows int) (inner image.Rectangle) {
	w, h := min(w, area.Dx()), min(rows+2, area.Dy()-2)
	if w < 6 || h < 3 {
		return image.Rectangle{}
	}
	f.Click(area, func() tea.Cmd { return s.Post(Pop{}) })
	at := image.Pt(area.Min.X+(area.Dx()-w)/2, area.Min.Y+(area.Dy()-h)/2)
	box := image.Rectangle{at, at.Add(image.Pt(w, h))}
	f.Cover(box)
	f.border(box, ink(s.Theme.Border))
	f.Text(at.X+2, at.Y, w-4, bold(ink(s.Theme.Accent)), " "+title+" ")
	return image.Rect(box.Min.X+2, box.Min.Y+1, box.Max.X-2, box.Max.Y-1)
}
