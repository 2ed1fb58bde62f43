package tui

import (
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Terminal is the terminal as the program found it, to be put back when the
// program cannot end in order.
type Terminal struct {
	out   *os.File
	state *term.State // nil where out is not a terminal
}

// SaveTerminal keeps the state of the terminal that out is, or else in.
func SaveTerminal(in, out *os.File) Terminal {
	for _, file := range []*os.File{out, in} {
		if state, err := term.GetState(file.Fd()); err == nil {
			return Terminal{file, state}
		}
	}
	return Terminal{}
}

// popKittyKeyboard takes back what the renderer asked of the keyboard.
const popKittyKeyboard = "\x1b[<1u"

// leaveScreen undoes what a full screen turns on, in the order in which the
// renderer does.
const leaveScreen = ansi.ResetModeSynchronizedOutput + ansi.ResetModifyOtherKeys + popKittyKeyboard +
	ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable + ansi.ResetModeBracketedPaste +
	ansi.ResetModeFocusEvent + ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr

// Restore puts the terminal back if the program has changed it: a terminal
// that is as it was gets nothing written. It does not wait for a terminal that
// takes no output.
func (t Terminal) Restore() {
	if t.state == nil {
		return
	}
	now, err := term.GetState(t.out.Fd())
	if err != nil || reflect.DeepEqual(now, t.state) {
		return
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = t.out.WriteString(leaveScreen)
	}()
	select {
	case <-written:
	case <-time.After(200 * time.Millisecond):
	}
	_ = term.Restore(t.out.Fd(), t.state)
}

// Crash is a mistake in the program, found when it panicked. The terminal was
// restored before it is returned.
type Crash struct {
	What  string
	Stack []byte
}

func (c *Crash) Error() string { return "a mistake in the program: " + c.What }

// crashed returns the crash of a panic that was recovered to value.
func crashed(value any) *Crash { return &Crash{fmt.Sprint(value), debug.Stack()} }

// guarded returns cmd, and all that it returns to be run, so that a panic
// becomes a message, a [Crash].
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if value := recover(); value != nil {
				msg = crashed(value)
			}
		}()
		msg = cmd()
		// A batch and a sequence are slices of commands; the type of the
		// latter has no name outside its package.
		if list := reflect.ValueOf(msg); list.IsValid() && list.Type().ConvertibleTo(reflect.TypeFor[[]tea.Cmd]()) {
			cmds := list.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd)
			for i, c := range cmds {
				cmds[i] = guarded(c)
			}
		}
		return msg
	}
}
