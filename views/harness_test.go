package views

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/views/widget"
)

// screen drives a view as the program does: keys go to its actions first,
// commands run to their end, what is meant for the program is collected.
type screen struct {
	t      *testing.T
	view   View
	area   image.Rectangle
	frame  *widget.Frame
	pushed []View
	pops   int
	flash  []Flash
	copied []Copy
	picked []string // names of actions that an overlay chose

	session *Session
}

// newScreen opens view on w×h cells.
func newScreen(t *testing.T, w, h int, session *Session, view View) *screen {
	t.Helper()
	s := &screen{t: t, session: session, view: view, area: image.Rect(0, 0, w, h)}
	s.send(Resize{Area: s.area})
	s.run(view.Init())
	s.draw()
	return s
}

// send gives the view a message.
func (s *screen) send(msg tea.Msg) {
	s.t.Helper()
	s.run(s.view.Update(msg))
	s.draw()
}

// run runs a command and takes up what comes of it.
func (s *screen) run(cmd tea.Cmd) {
	s.t.Helper()
	if cmd != nil {
		s.take(cmd())
	}
	for _, msg := range s.session.Posted() {
		s.take(msg)
	}
}

func (s *screen) take(msg tea.Msg) {
	s.t.Helper()
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	case Push:
		s.pushed = append(s.pushed, msg.View)
	case Pop, Back:
		s.pops++
	case Pick:
		s.picked = append(s.picked, msg.Action.Name)
	case Quit, Redraw, Suspend, ToggleMouse:
		s.t.Fatalf("a view sent %T, which is the program's", msg)
	case Flash:
		s.flash = append(s.flash, msg)
	case Copy:
		s.copied = append(s.copied, msg)
	default:
		s.run(s.view.Update(msg))
	}
}

// press presses keys one after the other, spelled as in an action table.
func (s *screen) press(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		if action, ok := s.action(key); ok && !s.view.Typing() {
			if why := action.Why(); why != "" {
				s.flash = append(s.flash, Flash{Text: why})
			} else {
				s.run(action.Run())
			}
		} else {
			s.run(s.view.Update(keyPress(key)))
		}
		s.draw()
	}
}

// typed types a text, character by character.
func (s *screen) typed(text string) {
	s.t.Helper()
	for _, r := range text {
		s.press(string(r))
	}
}

func (s *screen) action(key string) (widget.Action, bool) {
	return widget.Find(s.view.Actions(), key)
}

// click presses the left button on the cell where text begins.
func (s *screen) click(text string) {
	s.t.Helper()
	at, ok := s.find(text)
	if !ok {
		s.t.Fatalf("no %q on screen:\n%s", text, s.text())
	}
	for _, c := range slices.Backward(s.frame.Clicks) {
		if at.In(c.Area) {
			if c.Run != nil {
				s.run(c.Run())
			}
			break
		}
	}
	s.draw()
}

func (s *screen) find(text string) (image.Point, bool) {
	for y, line := range strings.Split(s.text(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			return image.Pt(ansi.StringWidth(before), y), true
		}
	}
	return image.Point{}, false
}

func (s *screen) draw() {
	s.frame = widget.NewFrame(s.area.Dx(), s.area.Dy())
	s.view.Draw(s.frame, s.area)
}

// text returns what is on screen, without colour and without blanks at the
// ends of lines.
func (s *screen) text() string { return frameText(s.frame) }

// want fails the test unless every text is on screen.
func (s *screen) want(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(s.text(), text) {
			s.t.Errorf("no %q on screen:\n%s", text, s.text())
		}
	}
}

func frameText(f *widget.Frame) string {
	lines := make([]string, f.Bounds().Dy())
	for y := range lines {
		var line strings.Builder
		for x := 0; x < f.Bounds().Dx(); {
			content, _ := f.At(x, y)
			if content == "" {
				content = " "
			}
			line.WriteString(content)
			x += max(1, ansi.StringWidth(content))
		}
		lines[y] = strings.TrimRight(line.String(), " ")
	}
	return strings.Join(lines, "\n")
}

// keyPress returns the message of a key.
func keyPress(key string) tea.KeyPressMsg {
	named := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "delete": tea.KeyDelete,
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		press := keyPress(rest)
		press.Mod, press.Text = tea.ModCtrl, ""
		return press
	}
	if rest, ok := strings.CutPrefix(key, "shift+"); ok {
		press := keyPress(rest)
		press.Mod, press.Text = tea.ModShift, ""
		return press
	}
	if key == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if code, ok := named[key]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	r := []rune(key)
	if len(r) != 1 {
		panic(fmt.Sprintf("no key %q", key))
	}
	return tea.KeyPressMsg{Code: r[0], Text: key}
}
