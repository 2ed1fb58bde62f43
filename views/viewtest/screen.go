package viewtest

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// Screen drives a view like the program: keys run its actions first, commands run to their end,
// messages for the program are collected.
type Screen struct {
	t      *testing.T
	View   views.View
	Area   image.Rectangle
	Frame  *widget.Frame
	Pushed []views.View
	Pops   int
	Flash  []views.FlashMessage
	Copied []views.CopyToClipboard
	Picked []string // actions that an overlay chose

	Session *views.Session

	modal *views.Modal // over the view, with the keys
	line  bool         // modal is an action's value line
}

func (s *Screen) top() views.View {
	if s.modal != nil {
		return s.modal
	}
	return s.View
}

// New opens view on w×h cells.
func New(t *testing.T, w, h int, session *views.Session, view views.View) *Screen {
	t.Helper()
	s := &Screen{t: t, Session: session, View: view, Area: image.Rect(0, 0, w, h)}
	s.Send(views.ResizeView{Area: s.Area})
	s.Run(view.Init())
	s.Draw()
	return s
}

// Send sends the view a message.
func (s *Screen) Send(msg tea.Msg) {
	s.t.Helper()
	s.Run(s.View.Update(msg))
	s.Draw()
}

// Run runs a command and handles its messages.
func (s *Screen) Run(cmd tea.Cmd) {
	s.t.Helper()
	if cmd != nil {
		s.Handle(cmd())
	}
	for _, msg := range s.Session.Posted() {
		s.Handle(msg)
	}
}

// Handle does what the program does with a message, or records it. One that only the program
// handles ends the test; unknown ones go to the view.
func (s *Screen) Handle(msg tea.Msg) {
	s.t.Helper()
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.Run(c)
		}
	case views.PushView:
		s.Pushed = append(s.Pushed, msg.View)
		if modal, ok := msg.View.(*views.Modal); ok {
			s.modal = modal
			s.Run(modal.Update(views.ResizeView{Area: s.Area}))
		}
	case views.PopView, views.GoBack:
		if s.modal == nil {
			s.Pops++
		}
		s.modal, s.line = nil, false
	case views.PickAction:
		if s.Picked = append(s.Picked, msg.Action.Name); s.line {
			s.modal, s.line = nil, false
			s.Run(msg.Action.Run())
		}
	case views.Quit, views.Redraw, views.Suspend, views.ToggleMouse:
		s.t.Fatalf("%T from a view: only the program handles it", msg)
	case views.UndoableStep:
		s.Session.Timeline.Did(msg)
	case views.FlashMessage:
		s.Flash = append(s.Flash, msg)
	case views.CopyToClipboard:
		s.Copied = append(s.Copied, msg)
	default:
		s.Run(s.View.Update(msg))
	}
}

// Press presses keys, spelled like in an action table; ":name" runs an action by name.
func (s *Screen) Press(keyNames ...string) {
	s.t.Helper()
	for _, key := range keyNames {
		if name, named := strings.CutPrefix(key, ":"); named && name != "" {
			s.Act(name)
			continue
		}
		action, ok := s.Action(key)
		mayClose := key == "esc" && s.modal != nil
		switch {
		case s.top().Typing():
			s.Run(s.top().Update(Key(key)))
		case mayClose && (!ok || action.Why() != ""):
			s.Handle(views.PopView{})
		case ok:
			if why := action.Why(); why != "" {
				s.Flash = append(s.Flash, views.FlashMessage{Text: why})
			} else if action.Run == nil {
				s.Handle(views.PushView{View: s.Session.NewLine(action)})
				s.line = true
			} else {
				s.Run(action.Run())
			}
		default:
			s.Run(s.top().Update(Key(key)))
		}
		s.Draw()
	}
}

// Act runs an action by name, with the values joined by spaces. The reason of a disabled one goes
// to Flash.
func (s *Screen) Act(actionName string, actionValue ...string) {
	s.t.Helper()
	switch a := s.Named(actionName); {
	case a.Why() != "":
		s.Flash = append(s.Flash, views.FlashMessage{Text: a.Why()})
	case len(actionValue) > 0:
		s.Run(a.With(strings.Join(actionValue, " ")))
	default:
		s.Run(a.Run())
	}
	s.Draw()
}

// Named returns the action of a name; the test fails if there is none.
func (s *Screen) Named(actionName string) widget.Action {
	s.t.Helper()
	actions := widget.Bind(s.top().Actions(), s.Session.Keys)
	i := slices.IndexFunc(actions, func(a widget.Action) bool { return a.Name == actionName })
	if i < 0 {
		s.t.Fatalf("there is no action %s", actionName)
	}
	return actions[i]
}

// Undo undoes the last step.
func (s *Screen) Undo() { s.flash(s.Session.Timeline.Undo()) }

// Redo repeats the step undone last.
func (s *Screen) Redo() { s.flash(s.Session.Timeline.Redo()) }

func (s *Screen) flash(expectedText string, cmd tea.Cmd) {
	s.t.Helper()
	s.Flash = append(s.Flash, views.FlashMessage{Text: expectedText})
	s.Run(cmd)
	s.Draw()
}

// Typed types a text.
func (s *Screen) Typed(text string) {
	s.t.Helper()
	for _, r := range text {
		s.Press(string(r))
	}
}

// Action returns the action of a key, or of two letters of a menu ("yt").
func (s *Screen) Action(keyName string) (widget.Action, bool) {
	for _, a := range widget.Bind(s.top().Actions(), s.Session.Keys) {
		if a.Letters == keyName && keyName != "" {
			return a, true
		}
	}
	return widget.Find(widget.Bind(s.top().Actions(), s.Session.Keys), keyName)
}

// Click presses the left button where the text begins. The test fails if it isn't on screen.
func (s *Screen) Click(screenText string) {
	s.t.Helper()
	at, ok := s.Find(screenText)
	if !ok {
		s.t.Fatalf("no %q on screen:\n%s", screenText, s.Text())
	}
	for _, c := range slices.Backward(s.Frame.Clicks) {
		if at.In(c.Area) {
			if c.Run != nil {
				s.Run(c.Run())
			}
			break
		}
	}
	s.Draw()
}

// Find returns where a text begins on screen.
func (s *Screen) Find(screenText string) (image.Point, bool) {
	for y, line := range strings.Split(s.Text(), "\n") {
		if before, _, found := strings.Cut(line, screenText); found {
			return image.Pt(ansi.StringWidth(before), y), true
		}
	}
	return image.Point{}, false
}

// Draw draws the view again.
func (s *Screen) Draw() {
	if s.Frame == nil {
		s.Frame = widget.NewFrame(0, 0)
	}
	s.Frame = s.Frame.Renew(s.Area.Dx(), s.Area.Dy())
	s.View.Draw(s.Frame, s.Area)
	if s.modal != nil {
		s.modal.Draw(s.Frame, s.Area)
	}
	s.Frame.DrawScrollBars(s.Session.Look)
}

// Text returns the screen without colour and trailing blanks.
func (s *Screen) Text() string { return Text(s.Frame) }

// Without fails the test for every text on screen.
func (s *Screen) Without(screenTexts ...string) {
	s.t.Helper()
	for _, text := range screenTexts {
		if _, found := s.Find(text); found {
			s.t.Errorf("%q is on screen:\n%s", text, s.Text())
		}
	}
}

// Want fails the test unless every text is on screen.
func (s *Screen) Want(screenTexts ...string) {
	s.t.Helper()
	for _, text := range screenTexts {
		if !strings.Contains(s.Text(), text) {
			s.t.Errorf("no %q on screen:\n%s", text, s.Text())
		}
	}
}

func (s *Screen) last() views.FlashMessage {
	s.t.Helper()
	if len(s.Flash) == 0 {
		s.t.Fatal("no message was shown")
	}
	return s.Flash[len(s.Flash)-1]
}

// WantSaid fails the test unless text is the last message.
func (s *Screen) WantSaid(text string) {
	s.t.Helper()
	if last := s.last(); last.Text != text {
		s.t.Errorf("the last message is %q, want %q", last.Text, text)
	}
}

// WantWarning fails the test unless the last message is a warning and contains text.
func (s *Screen) WantWarning(text string) {
	s.t.Helper()
	if last := s.last(); !last.Bad || !strings.Contains(last.Text, text) {
		s.t.Errorf("the last message is %+v, want a warning with %q", last, text)
	}
}

// Text returns what is in a frame, without colour and without blanks at the
// ends of lines.
func Text(f *widget.Frame) string {
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

// Key returns the message of a key: one character, "enter", "pgup", or one of these after "ctrl+"
// or "shift+". It panics for any other name.
func Key(keyName string) tea.KeyPressMsg {
	named := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "delete": tea.KeyDelete,
	}
	if rest, ok := strings.CutPrefix(keyName, "ctrl+"); ok {
		press := Key(rest)
		press.Mod, press.Text = tea.ModCtrl, ""
		return press
	}
	if rest, ok := strings.CutPrefix(keyName, "shift+"); ok {
		press := Key(rest)
		press.Mod, press.Text = tea.ModShift, ""
		return press
	}
	if keyName == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if code, ok := named[keyName]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	r := []rune(keyName)
	if len(r) != 1 {
		panic(fmt.Sprintf("no key %q", keyName))
	}
	return tea.KeyPressMsg{Code: r[0], Text: keyName}
}

// Fits fails the test if the frame is too wide or has a control character.
func (s *Screen) Fits() {
	s.t.Helper()
	for _, line := range strings.Split(s.Text(), "\n") {
		if w := ansi.StringWidth(line); w > s.Area.Dx() {
			s.t.Fatalf("%v: line too wide, %d cells: %q", s.Area.Size(), w, line)
		}
		if loaders.Clean(line) != line {
			s.t.Fatalf("%v: not clean: %q", s.Area.Size(), line)
		}
	}
}
