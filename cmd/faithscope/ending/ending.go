// Package ending ends the program in order: by a signal, and after a mistake in it.
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

// grace is how long the program may take to end in order after a signal. A
// second signal ends it at once.
const grace = 2 * time.Second

// Stopped is the cause of a context that a signal ended.
type Stopped struct{ signal os.Signal }

// Error implements error: it names the signal.
func (s Stopped) Error() string { return "stopped: " + s.signal.String() }

// Code returns the exit code that a shell gives a program which a signal ended: 128 and its number,
// or 1 if it has none.
func (s Stopped) Code() int {
	if n, ok := s.signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// UntilSignal returns a context that the first signal ends, with a [Stopped] as its cause. Whatever
// does not end within two seconds, such as a read from a file that nobody writes, or before a
// second signal, ends with the process, the terminal restored. A signal that is ignored when the
// program starts stays ignored, as under nohup. The caller must call release, once.
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

// WriteCrash writes a report about a crash into a new temporary file, and where that is to w. If it
// cannot be written, w gets the stack and the reason.
func WriteCrash(w io.Writer, version string, crash *tui.Crash) {
	file, err := writer.Temporary("", "faithscope-crash-*.txt")
	if err == nil {
		_, err = fmt.Fprintf(file, "faithscope %s on %s/%s, %s\nTERM=%q\n\n%s\n\n%s",
			version, runtime.GOOS, runtime.GOARCH, runtime.Version(), os.Getenv("TERM"), crash.What, crash.Stack)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		fmt.Fprintf(w, "%s\nNo report could be written: %v\n", crash.Stack, err)
		return
	}
	fmt.Fprintf(w, "A report of it is in %s: please send it to the authors.\n", file.Name())
}

// PrintError writes err to w, each of several joined on a line of its own, after the program's name
// and cleaned: it may quote a file. An error without a text is not printed.
func PrintError(w io.Writer, err error) {
	if exit, ok := err.(Exit); ok && exit.Err != nil { //nolint:errorlint // what wraps it has a text of its own
		err = exit.Err
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // likewise
		for _, one := range joined.Unwrap() {
			PrintError(w, one)
		}
	} else if err.Error() != "" {
		text, place := err.Error(), ""
		if at, ok := errors.AsType[placed](err); ok {
			place = "\n" + at.Place()
			text = strings.TrimSuffix(text, place)
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n", " ")+place, "\n") {
			fmt.Fprintln(w, "faithscope: "+loaders.Clean(line))
		}
	}
}

// placed is an error whose text ends with lines that mark a place in what was typed.
type placed interface {
	error
	Place() string
}

// Exit is an error with an exit code of its own. Nothing is printed where it
// holds no error.
type Exit struct {
	Code int
	Err  error
}

// Error implements error: it returns the text of the error that e holds, "" for none.
func (e Exit) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap returns the error.
func (e Exit) Unwrap() error { return e.Err }

// Monitoring is set in the environment of the process that waits for another
// one's crash. Besides the terminal it gets two files: it reads the crash's
// text from one, and writes to the other when it is ready.
const Monitoring = "FAITHSCOPE_MONITOR"

const (
	crashFile = 3 + iota
	readyFile
)

// monitorPatience is how long the screen waits for its monitor.
const monitorPatience = time.Second

// Monitored starts a monitor: a process that restores the terminal and writes a report when this
// one ends in a way that none of its code can recover from, such as a panic in a library's
// goroutine or a lack of memory. ready waits, for a second at most, until the monitor has read the
// terminal's state. Where no monitor can be started, ready does nothing.
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
	go cmd.Wait() //nolint:errcheck // nothing depends on how it ends
	return func() {
		defer told.Close()
		_ = told.SetReadDeadline(time.Now().Add(monitorPatience))
		_, _ = told.Read(make([]byte, 1))
	}
}

// Monitor waits until the process that started it ends. If that left the text of a crash, it
// restores the terminal, prints the reason and writes a report. It returns the exit code: 1 if the
// process was gone before it was ready, else 0.
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

// fatal gives the reasons that the runtime prints only to standard error, by a
// function that is on the stack then.
var fatal = []struct{ function, reason string }{
	{"runtime.newstack(", "calls are nested too deeply"},
	{"runtime.mallocgc", "out of memory"},
	{"runtime.sysMap", "out of memory"},
	{"runtime.sysReserve", "out of memory"},
	{"maps.fatal(", "a map is written while it is used"},
}

// reasonOf returns in one line why a process ended, by the text that the runtime left: its first
// line, which has a panic's own words, or for an error of the runtime itself the reason in fatal
// for a function on the stack, and the innermost function outside the runtime.
func reasonOf(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if !strings.Contains(text, "runtime.throw(") && !strings.Contains(text, "maps.fatal(") {
		return first
	}
	reason := "the runtime gave up"
	for _, f := range fatal {
		if strings.Contains(text, f.function) {
			reason = f.reason
			break
		}
	}
	for line := range strings.Lines(text) {
		call := strings.HasSuffix(line, ")\n") && !strings.HasPrefix(line, "\t")
		if call && !strings.HasPrefix(line, "runtime.") && !strings.HasPrefix(line, "internal/") {
			return reason + ", in " + line[:strings.LastIndexByte(line, '(')]
		}
	}
	return reason
}
