package widget

import (
	"image"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// MaxText bounds an edited text, in characters.
const MaxText = 8 << 10

// Editor edits a paragraph in a popup: enter accepts, esc cancels.
type Editor struct {
	name  string
	text  textarea.Model
	done  func(text string) tea.Cmd
	close func() tea.Cmd
}

// NewEditor starts with the cursor at a byte of startText. onAccept receives the result.
func NewEditor(editorName, startText string, cursorOffset int, onAccept func(text string) tea.Cmd, onCancel func() tea.Cmd) *Editor {
	text := textarea.New()
	text.Prompt, text.ShowLineNumbers, text.CharLimit = "", false, MaxText
	text.SetVirtualCursor(false)
	text.KeyMap.InsertNewline, text.KeyMap.Paste = key.NewBinding(), key.NewBinding()
	text.SetValue(loaders.Clean(startText))
	text.MoveToBegin()
	text.SetCursorColumn(len([]rune(loaders.Clean(startText[:min(cursorOffset, len(startText))]))))
	text.Focus() // its command would blink an unused cursor
	return &Editor{name: editorName, text: text, done: onAccept, close: onCancel}
}

// Title returns the editor's name.
func (e *Editor) Title() string { return e.name }

// Typing always returns true.
func (e *Editor) Typing() bool { return true }

// Resize limits the text to half of the height.
func (e *Editor) Resize(area image.Rectangle) {
	e.text.SetWidth(max(1, min(area.Dx(), mostEdited)-4))
	e.text.SetHeight(max(1, area.Dy()/2-2))
}

// Longer lines are hard to read.
const mostEdited = 90

// Update edits the text. Esc closes; enter also calls done with single blanks between words.
func (e *Editor) Update(msg tea.Msg) tea.Cmd {
	switch pressedKey(msg) {
	case "esc":
		return e.close()
	case "enter":
		e.close()
		return e.done(strings.Join(strings.Fields(e.text.Value()), " "))
	}
	e.text, _ = e.text.Update(msg) // only a virtual cursor has commands
	return nil
}

// Actions returns nil because every key is text.
func (e *Editor) Actions() []Action { return nil }

// Draw draws the popup over area and places the terminal's cursor.
func (e *Editor) Draw(f *Frame, area image.Rectangle, l Look) {
	lines := strings.Split(strings.TrimRight(ansi.Strip(e.text.View()), " \n"), "\n")
	inner := popupFrame{e.name, "", image.Pt(mostEdited, len(lines)+1), e.close, isCentred}.drawBox(f, area, l)
	f.Lines(inner, Style{}, lines)
	f.Text(inner.Min.X, inner.Max.Y-1, inner.Dx(), l.Theme.Faint, "enter asks the model · esc discards the edit")
	if c := e.text.Cursor(); c != nil && !inner.Empty() {
		f.Cursor = &image.Point{X: inner.Min.X + c.X, Y: min(inner.Min.Y+c.Y, inner.Max.Y-2)}
	}
}
