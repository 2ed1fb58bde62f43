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

// Terminal is the state in which the program found the terminal, to be restored
// if the program cannot end normally.
type Terminal struct {
	out   *os.File
	state *term.State // nil if out is not a terminal
}

// SaveTerminal saves the state of the terminal out, or of in if out is not a
// terminal.
func SaveTerminal(in, out *os.File) Terminal {
	for _, file := range []*os.File{out, in} {
		if state, err := term.GetState(file.Fd()); err == nil {
			return Terminal{file, state}
		}
	}
	return Terminal{}
}

// popKittyKeyboard undoes the keyboard mode that the renderer has set.
const popKittyKeyboard = "\x1b[<1u"

// leaveScreen turns off the modes of a full screen, in the renderer's order.
const leaveScreen = ansi.ResetModeSynchronizedOutput + ansi.ResetModifyOtherKeys + popKittyKeyboard +
	ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable + ansi.ResetModeBracketedPaste +
	ansi.ResetModeFocusEvent + ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr

// Restore restores the terminal if the program has changed it, and otherwise
// writes nothing. It does not wait for a terminal that accepts no output.
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

// Crash is a panic caused by a mistake in the program. The terminal is restored
// before a Crash is returned.
type Crash struct {
	What  string
	Stack []byte
}

func (c *Crash) Error() string { return "a mistake in the program: " + c.What }

// crashed returns the crash for the recovered value of a panic.
func crashed(value any) *Crash { return &Crash{fmt.Sprint(value), debug.Stack()} }

// guarded wraps cmd, and all commands that it returns, so that a panic becomes
// a message: a [Crash].
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
		// A batch and a sequence are slices of commands; the type of a sequence is
		// not exported.
		if list := reflect.ValueOf(msg); list.IsValid() && list.Type().ConvertibleTo(reflect.TypeFor[[]tea.Cmd]()) {
			cmds := list.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd)
			for i, c := range cmds {
				cmds[i] = guarded(c)
			}
		}
		return msg
	}
}
