package widget

import (
	"image"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// MaxInput bounds a typed line, in characters, because a paste can be any size.
const MaxInput = 500

// Input is one line of text being typed. Its owner handles enter and esc.
type Input struct {
	Prompt string
	line   textinput.Model
}

// NewInput returns an empty line after a prompt.
func NewInput(promptText string) *Input {
	line := textinput.New()
	line.SetVirtualCursor(false)
	line.CharLimit = MaxInput
	line.KeyMap.Paste.SetEnabled(false) // it would read this machine's clipboard
	line.Focus()                        // its command would blink an unused cursor
	return &Input{Prompt: promptText, line: line}
}

func pressedKey(msg tea.Msg) string {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		return press.String()
	}
	return ""
}

// Value returns the text.
func (in *Input) Value() string { return in.line.Value() }

// SetValue replaces the text and puts the cursor after it.
func (in *Input) SetValue(text string) {
	in.line.SetValue(text)
	in.line.CursorEnd()
}

// Update handles keys and pastes and reports whether the text changed.
func (in *Input) Update(msg tea.Msg) (changed bool) {
	before := in.line.Value()
	in.line, _ = in.line.Update(msg) // only a virtual cursor and a paste key have commands
	return in.line.Value() != before
}

// Draw draws prompt and text in area's first line, scrolled to the cursor, and places the
// terminal's cursor; nothing in less than two columns.
func (in *Input) Draw(f *Frame, area image.Rectangle, promptStyle, inputStyle Style) {
	if area.Dx() < 2 || area.Dy() < 1 {
		return
	}
	x := area.Min.X + f.Text(area.Min.X, area.Min.Y, area.Dx()-1, promptStyle, in.Prompt)
	value := []rune(in.line.Value())
	start, at := 0, min(in.line.Position(), len(value))
	for ansi.StringWidth(string(value[start:at])) >= area.Max.X-x && start < at {
		start++
	}
	f.Text(x, area.Min.Y, area.Max.X-x, inputStyle, string(value[start:]))
	f.Cursor = &image.Point{X: min(x+ansi.StringWidth(string(value[start:at])), area.Max.X-1), Y: area.Min.Y}
}
