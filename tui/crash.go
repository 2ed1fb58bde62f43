package tui

import (
	"fmt"
	"reflect"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

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
