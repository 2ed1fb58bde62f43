package tui

import (
	"fmt"
	"image"
	"os"
	"reflect"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"faithscope/loaders"
)

// TerminalFindings are the results of asking a terminal.
type TerminalFindings struct {
	Capabilities
	// Replies are in the order asked; empty if nothing was asked, and Err says why.
	Replies []QuestionReply
	Err     error
	// Typed holds the keys pressed meanwhile.
	Typed  []tea.Msg
	bounds inputFilter
	// Took is at most about Limit.
	Took, Limit time.Duration
	// Window is the size that the terminal driver reports.
	Window WindowSize
}

// WindowSize is the size of a terminal as its driver reports it, zero if unknown. Pixels may include a
// border.
type WindowSize struct {
	Cells, Pixels image.Point
}

// Cell returns the size of a cell in pixels, (0, 0) if unknown. A border has fewer pixels than
// there are columns, so the division drops it.
func (w WindowSize) Cell() image.Point {
	if w.Cells.X <= 0 || w.Cells.Y <= 0 {
		return image.Point{}
	}
	return image.Pt(w.Pixels.X/w.Cells.X, w.Pixels.Y/w.Cells.Y)
}

// QuestionReply is a question and its answer; Got is "" if none came.
type QuestionReply struct {
	Question
	Got string
}

// Question is a question to a terminal.
type Question struct {
	Name string // "name and version"
	Text string // the sequence
}

// Capabilities describes how a terminal can show pictures.
type Capabilities struct {
	// Want is the protocol that the user asked for, "" or "auto" for none.
	Want string
	// Blocks is the fineness that the user asked for, like in [Preferences].
	Blocks string
	// Answered reports whether the terminal answered in time. [Graphics.Update] accepts later
	// answers.
	Answered bool
	// Kitty is set if the terminal, or the one around tmux, understood kitty's protocol.
	Kitty bool
	// Sixel is set if the terminal claims to show sixel.
	Sixel bool
	// Cell is the size of a cell in pixels, (0, 0) if unknown; CellGiven is set if the user chose
	// it.
	Cell      image.Point
	CellGiven bool
	// Largest is the largest sixel picture in pixels, (0, 0) if unknown.
	Largest image.Point
	// Registers is the number of sixel colours, 0 if unknown.
	Registers int
	// Version is the name and version that the terminal reports, "" for none; Outer those of the
	// terminal around tmux.
	Version, Outer string
	// Passthrough is set if tmux passes pictures through.
	Passthrough bool
	// Colors is the range of text colours; unknown counts as all. ASCII is set if no other letters
	// show.
	Colors colorprofile.Profile
	ASCII  bool
}

// SavedTerminal is a terminal's state before the program, to restore if the program cannot end normally.
type SavedTerminal struct {
	out   *os.File
	state *term.State // nil if out is not a terminal
}

// SaveTerminal saves the state of terminalOut, or of terminalIn if terminalOut is not a terminal. If
// neither is one, restoring does nothing.
func SaveTerminal(terminalIn, terminalOut *os.File) SavedTerminal {
	for _, file := range []*os.File{terminalOut, terminalIn} {
		if state, err := term.GetState(file.Fd()); err == nil {
			return SavedTerminal{file, state}
		}
	}
	return SavedTerminal{}
}

const popKittyKeyboard = "\x1b[<1u"

// leaveScreen turns off the modes of a full screen, in the renderer's order.
const leaveScreen = ansi.ResetModeSynchronizedOutput + ansi.ResetModifyOtherKeys + popKittyKeyboard +
	ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable + ansi.ResetModeBracketedPaste +
	ansi.ResetModeFocusEvent +
	ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr

// Restore writes nothing if the state is unchanged. It waits at most 200 ms for a terminal that
// accepts no output.
func (t SavedTerminal) Restore() {
	if t.state == nil {
		return
	}
	now, err := term.GetState(t.out.Fd())
	if err != nil || reflect.DeepEqual(now, t.state) {
		return
	}
	loaders.WaitAtMost(200*time.Millisecond, func() { _, _ = t.out.WriteString(leaveScreen) })
	_ = term.Restore(t.out.Fd(), t.state)
}

// Crash is a panic caused by a mistake in the program. The terminal is restored before a Crash is
// returned.
type Crash struct {
	What  string
	Stack []byte
}

// Error implements error. It leaves out the stack.
func (c *Crash) Error() string { return "internal error: " + c.What }

func crashOf(panicValue any) *Crash { return &Crash{fmt.Sprint(panicValue), debug.Stack()} }

// guardCommand turns panics into messages of a [Crash], because commands run in goroutines of their
// own, where no recover of the program's reaches. nil stays nil.
func guardCommand(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if value := recover(); value != nil {
				msg = crashOf(value)
			}
		}()
		msg = cmd()
		// A batch and a sequence are slices of commands; the type of a sequence is not exported.
		if list := reflect.ValueOf(msg); list.IsValid() && list.Type().ConvertibleTo(reflect.TypeFor[[]tea.Cmd]()) {
			cmds := list.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd)
			for i, c := range cmds {
				cmds[i] = guardCommand(c)
			}
		}
		return msg
	}
}
