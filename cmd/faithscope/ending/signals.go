// Package ending ends the program in order: by a signal, and after a mistake in it.
package ending

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"faithscope/tui"
)

// grace is how long the program may take to end in order after a signal. A
// second signal ends it at once.
const grace = 2 * time.Second

// Stopped is the cause of a context that a signal ended.
type Stopped struct{ signal os.Signal }

func (s Stopped) Error() string { return "stopped: " + s.signal.String() }

// Code is the exit code that a shell gives a program which a signal ended.
func (s Stopped) Code() int {
	if n, ok := s.signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// UntilSignal returns a context that the first signal ends, with a [Stopped]
// as its cause. Whatever does not end with the context, such as a read from a
// file that nobody writes, ends with the process soon after, the terminal
// restored. A signal that is ignored when the program starts stays ignored, as
// under nohup. The caller has to call release.
func UntilSignal(ctx context.Context) (_ context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	terminal := tui.SaveTerminal(os.Stdin, os.Stdout)
	signals, done := make(chan os.Signal, 2), make(chan struct{})
	for _, s := range endings {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		var s Stopped
		select {
		case s.signal = <-signals:
			cancel(s)
		case <-done:
			return
		}
		select {
		case <-done:
			return
		case <-signals:
		case <-time.After(grace):
		}
		terminal.Restore()
		fmt.Fprintln(os.Stderr, "faithscope: "+s.Error())
		os.Exit(s.Code())
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}
