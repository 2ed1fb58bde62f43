// Package ending ends the program in order, after a signal or a mistake in it.
package ending

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files/writer"
	"faithscope/tui"
)

// grace is for ending after a signal. A second signal ends the program at once.
const grace = 2 * time.Second

// StopSignal is the cause of a context that a signal ended.
type StopSignal struct{ signal os.Signal }

// Error implements error.
func (s StopSignal) Error() string { return "stopped: " + s.signal.String() }

// Code returns a shell's exit code: 128 plus the signal's number, or 1 if it has none.
func (s StopSignal) Code() int {
	if n, ok := s.signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// UntilSignal returns a context that the first signal ends, with a [StopSignal] as its cause. What
// does not end within two seconds, or before a second signal, ends with the process, the terminal
// restored. Signals ignored at the start, as under nohup, stay ignored. The caller must call
// release, once.
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
		var s StopSignal
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

// WriteCrash writes a crash report into a temporary file, and its path to w. If that fails, w gets
// the stack and the reason.
func WriteCrash(w io.Writer, version string, crash *tui.Crash) {
	file, err := writer.Temporary("", "faithscope-crash-*.txt")
	if err == nil {
		_, err = fmt.Fprintf(file, "faithscope %s on %s/%s, %s\nTERM=%q\n\n%s\n\n%s",
			version, runtime.GOOS, runtime.GOARCH, runtime.Version(), os.Getenv("TERM"), crash.What, crash.Stack)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		fmt.Fprintf(w, "%s\nCan't write a crash report: %v\n", crash.Stack, err)
		return
	}
	fmt.Fprintf(w, "A crash report is in %s: please send it to the authors.\n", file.Name())
}

// PrintError writes each joined error on a line after the program's name, cleaned because it may
// quote a file. Errors without text are not printed.
func PrintError(w io.Writer, err error) {
	if exit, ok := err.(ExitCodeError); ok && exit.Err != nil { //nolint:errorlint // what wraps it has a text of its own
		err = exit.Err
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // likewise
		for _, one := range joined.Unwrap() {
			PrintError(w, one)
		}
	} else if err.Error() != "" {
		text, place := err.Error(), ""
		if at, ok := errors.AsType[errorWithPlace](err); ok {
			place = "\n" + at.Place()
			text = strings.TrimSuffix(text, place)
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n", " ")+place, "\n") {
			fmt.Fprintln(w, "faithscope: "+loaders.Clean(line))
		}
	}
}

type errorWithPlace interface {
	error
	Place() string
}

// ExitCodeError is an error with its own exit code. Without an error inside, nothing is printed.
type ExitCodeError struct {
	Code int
	Err  error
}

// Error implements error; "" without an error inside.
func (e ExitCodeError) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap returns the error.
func (e ExitCodeError) Unwrap() error { return e.Err }

// Monitoring is set in the environment of a monitor. Besides the terminal it has two files: one to
// read a crash's text, one to report that it is ready.
const Monitoring = "FAITHSCOPE_MONITOR"

const (
	crashFile = 3 + iota
	readyFile
)

const monitorPatience = time.Second

// Monitored starts a process that restores the terminal and writes a report when this one ends
// beyond recovery, such as by a panic in a library's goroutine or a lack of memory. ready waits, at
// most a second, until the monitor has read the terminal's state; without a monitor it does
// nothing.
func Monitored() (ready func()) {
	none := func() {}
	self, err := os.Executable()
	if err != nil {
		return none
	}
	text, crash, err := os.Pipe()
	if err != nil {
		return none
	}
	defer crash.Close() // the runtime has its own
	defer text.Close()
	told, telling, err := os.Pipe()
	if err != nil {
		return none
	}
	defer telling.Close()
	cmd := exec.Command(self)
	cmd.Args, cmd.Env = os.Args[:1], append(os.Environ(), Monitoring+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdin, os.Stdout, os.Stderr, []*os.File{text, telling}
	if err := errors.Join(debug.SetCrashOutput(crash, debug.CrashOptions{}), cmd.Start()); err != nil {
		told.Close()
		return none
	}
	go cmd.Wait() //nolint:errcheck // how it ends doesn't matter
	return func() {
		defer told.Close()
		_ = told.SetReadDeadline(time.Now().Add(monitorPatience))
		_, _ = told.Read(make([]byte, 1))
	}
}

// Monitor waits until the process that started it ends. After a crash it restores the terminal,
// prints the reason and writes a report. The exit code is 1 if the process was gone before the
// monitor was ready, else 0.
func Monitor(version string) int {
	signal.Ignore(inBackground...) // the terminal is the shell's again by then
	terminal := tui.SaveTerminal(os.Stdin, os.Stdout)
	ready := os.NewFile(readyFile, "ready")
	if _, err := ready.Write([]byte{1}); err != nil {
		return 1
	}
	ready.Close()
	text := os.NewFile(crashFile, "crash")
	first := make([]byte, 1)
	if _, err := io.ReadFull(text, first); err != nil {
		return 0
	}
	terminal.Restore() // at once: the shell sets it as it likes
	stack, _ := io.ReadAll(text)
	stack = append(first, stack...)
	crash := &tui.Crash{What: reasonOf(string(stack)), Stack: stack}
	PrintError(os.Stderr, crash)
	WriteCrash(os.Stderr, version, crash)
	return 0
}

// fatal has reasons that the runtime prints only to standard error, by a function on the stack.
var fatal = []struct{ function, reason string }{
	{"runtime.newstack(", "stack overflow"},
	{"runtime.mallocgc", "out of memory"},
	{"runtime.sysMap", "out of memory"},
	{"runtime.sysReserve", "out of memory"},
	{"maps.fatal(", "concurrent access to a map"},
}

// reasonOf returns the first line of the runtime's text, which has a panic's words. Errors of the
// runtime bury theirs, so for them it returns the reason in fatal and the innermost function outside
// the runtime.
func reasonOf(crashText string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(crashText), "\n")
	if !strings.Contains(crashText, "runtime.throw(") && !strings.Contains(crashText, "maps.fatal(") {
		return first
	}
	reason := "fatal error in the Go runtime"
	for _, f := range fatal {
		if strings.Contains(crashText, f.function) {
			reason = f.reason
			break
		}
	}
	for line := range strings.Lines(crashText) {
		call := strings.HasSuffix(line, ")\n") && !strings.HasPrefix(line, "\t")
		if call && !strings.HasPrefix(line, "runtime.") && !strings.HasPrefix(line, "internal/") {
			return reason + ", in " + line[:strings.LastIndexByte(line, '(')]
		}
	}
	return reason
}
