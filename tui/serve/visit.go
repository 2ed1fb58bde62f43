package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"faithscope/loaders"
	"faithscope/tui"
)

// visit is one session of a guest.
type visit struct {
	Options
	ctx      context.Context // of the server: it ends all sessions
	id, name string
	channel  ssh.Channel
	requests <-chan *ssh.Request
	log      func(what string) // of this guest
	runs     func(begins bool) // the program
	typed    func()            // a key
	active   func() int        // how many guests press keys

	terminal *os.File // the server's side of the pseudo-terminal, nil until requested
	tty      *os.File // the program's
	environ  []string
	resized  chan struct{}
	started  bool
}

var (
	errIdle       = errors.New("no key was pressed for too long")
	errGuestGone  = errors.New("the connection ended")
	errNoProgram  = errors.New("asked for nothing that is served")
	errBrokenView = errors.New("a mistake in the program, which the server has logged")
)

// serveRequests answers a guest's requests, and runs the program on a goroutine of its own when
// they ask for a shell. It returns when the program has ended, with its error, nil if the guest
// quit. If the guest or the server ends the session before a program was started, it returns why.
// It closes the session at the end.
func (v *visit) serveRequests() error {
	ctx, end := context.WithCancelCause(v.ctx)
	defer end(nil)
	defer v.closeSession()
	v.resized = make(chan struct{}, 1)
	ended, requests := make(chan error, 1), v.requests
	for {
		select {
		case req, ok := <-requests:
			if !ok {
				end(errGuestGone)
				requests = nil
				if !v.started {
					return errNoProgram
				}
				continue
			}
			granted := v.grantsRequest(req)
			if req.WantReply {
				req.Reply(granted, nil) //nolint:errcheck // the loop ends with the connection
			}
			if granted && req.Type == "shell" {
				v.runs(true)
				defer v.runs(false)
				go func() { ended <- v.showProgram(ctx, end) }()
			}
		case <-ctx.Done():
			if !v.started {
				return context.Cause(ctx)
			}
			return <-ended
		case err := <-ended:
			return err
		}
	}
}

// grantsRequest carries out a request if guests may make it, and reports whether it did: a
// variable, one terminal, its size, and then one shell, which the caller starts. All others are
// refused.
func (v *visit) grantsRequest(req *ssh.Request) bool {
	switch req.Type {
	case "env":
		return v.setVariable(req.Payload)
	case "pty-req":
		return v.openTerminal(req.Payload)
	case "window-change":
		return v.resizeTerminal(req.Payload)
	case "shell":
		granted := v.terminal != nil && !v.started
		v.started = v.started || granted
		return granted
	}
	return false // exec, subsystem, auth-agent-req@openssh.com, x11-req, signal, break
}

// variables lists the accepted environment variables, which describe the
// guest's terminal. LC_ stands for all that begin with it.
var variables = []string{"LANG", "LC_", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR"}

const (
	mostVariables = 32
	longestValue  = 256 // bytes
)

// setVariable accepts an environment variable (RFC 4254, 6.4), and reports whether it did: one of
// those listed, or LC_*, up to a length and a number of them.
func (v *visit) setVariable(payload []byte) bool {
	var in struct{ Name, Value string }
	if ssh.Unmarshal(payload, &in) != nil || len(v.environ) >= mostVariables || len(in.Name)+len(in.Value) > longestValue {
		return false
	}
	if !slices.Contains(variables, in.Name) && !strings.HasPrefix(in.Name, "LC_") {
		return false
	}
	v.environ = append(v.environ, in.Name+"="+in.Value)
	return true
}

// window is the size of a guest's terminal in cells and pixels (RFC 4254, 6.2
// and 6.7).
type window struct{ Columns, Rows, Width, Height uint32 }

// asWinsize returns the size for a pseudo-terminal, each number at most 65535.
func (w window) asWinsize() *pty.Winsize {
	bound := func(n uint32) uint16 { return uint16(min(n, 1<<16-1)) }
	return &pty.Winsize{Cols: bound(w.Columns), Rows: bound(w.Rows), X: bound(w.Width), Y: bound(w.Height)}
}

// openTerminal makes a pseudo-terminal with the size of the guest's terminal, adds its name to the
// environment as TERM, and reports whether it did; a session has only one. It refuses a name that
// is a path: the terminfo library would read any file of the server by it, even one without an end.
func (v *visit) openTerminal(payload []byte) bool {
	var in struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	isRefused := v.terminal != nil || ssh.Unmarshal(payload, &in) != nil || len(in.Term) > longestValue || strings.Contains(in.Term, "/")
	if isRefused {
		return false
	}
	var err error
	if v.terminal, v.tty, err = pty.Open(); err == nil {
		v.terminal, err = asClosable(v.terminal)
	}
	if err != nil {
		v.log("no pseudo-terminal: " + err.Error())
		return false
	}
	v.environ = append(v.environ, "TERM="+in.Term)
	return pty.Setsize(v.terminal, window{in.Columns, in.Rows, in.Width, in.Height}.asWinsize()) == nil
}

// resizeTerminal sets the size of the session's terminal and lets the program know, without waiting
// for it. It reports whether it did: false without a terminal or for a size that cannot be read.
func (v *visit) resizeTerminal(payload []byte) bool {
	var in window
	if v.terminal == nil || ssh.Unmarshal(payload, &in) != nil || pty.Setsize(v.terminal, in.asWinsize()) != nil {
		return false
	}
	select {
	case v.resized <- struct{}{}:
	default: // the program has not handled the last one yet
	}
	return true
}

// closeSession disconnects the guest, and closes both sides of the terminal if there is one.
func (v *visit) closeSession() {
	v.hangUp()
	if v.tty != nil {
		v.tty.Close()
	}
}

// hangUp disconnects the guest, and closes the server's side of the terminal, so that the program
// finds it gone. The program's side stays open until the last question about its size.
func (v *visit) hangUp() {
	_ = v.channel.Close() // the guest may have closed it
	if v.terminal != nil {
		v.terminal.Close()
	}
}

// showProgram runs the program on the guest's terminal until the guest quits, which returns nil, or
// ctx ends. It hands keys and output on, each at a bounded rate, and calls end if no key came for
// Limits.Idle or the guest is gone. Afterwards it sends the text of an error and the exit status, 1
// for an error, unless the output does not reach the guest within farewell.
func (v *visit) showProgram(ctx context.Context, end context.CancelCauseFunc) error {
	idle := time.AfterFunc(v.Limits.Idle, func() { end(errIdle) })
	defer idle.Stop()
	go func() {
		pace := rate.NewLimiter(keysEach, keysFirst)
		handOn(v.terminal, v.channel, keysFirst, func(n int) {
			idle.Reset(v.Limits.Idle)
			v.typed()
			_ = pace.WaitN(ctx, n)
		})
		end(errGuestGone)
	}()
	told := make(chan struct{})
	go func() {
		defer close(told)
		pace := rate.NewLimiter(rate.Limit(v.Limits.Rate), max(v.Limits.Rate/10, burst)) // no faster than Limits.Rate
		handOn(v.channel, v.terminal, burst, func(n int) { _ = pace.WaitN(ctx, n) })     // the farewell is short and goes at once
	}()
	// A program blocked on writing to a guest that does not read must end too.
	unblock := context.AfterFunc(ctx, func() {
		time.AfterFunc(farewell, v.hangUp)
	})
	defer unblock()

	err := v.runProgram(ctx)
	v.tty.Close() // ends the output
	select {
	case <-told:
	case <-time.After(farewell):
		return err
	}
	status := struct{ Status uint32 }{}
	if err != nil {
		status.Status = 1
		fmt.Fprintf(v.channel, "%s\r\n", loaders.Clean(err.Error()))
	}
	_, _ = v.channel.SendRequest("exit-status", false, ssh.Marshal(&status))
	return err
}

// farewell is how long a guest has to receive the last bytes, which restore the
// terminal, after the program has ended.
const farewell = 3 * time.Second

// runProgram runs the program on tty, as for a guest, with the options that Visit returns and the
// guest's environment, and returns its error, or that of Visit. A crash is logged with its stack,
// and the guest gets errBrokenView instead.
func (v *visit) runProgram(ctx context.Context) error {
	o, left, err := v.Visit(ctx, v.id, v.name)
	if err != nil {
		return err
	}
	defer left()
	o.In, o.Out, o.Resized, o.Guest, o.Wish.Environ = v.tty, v.tty, v.resized, true, v.environ
	o.Guests = v.active
	o.WakeIn = func() {
		go v.terminal.Write([]byte{0}) //nolint:errcheck // closing the terminal wakes it too
	}
	err = tui.Run(ctx, o)
	if crash, ok := errors.AsType[*tui.Crash](err); ok {
		v.log(fmt.Sprintf("%s\n%s", crash.What, crash.Stack))
		return errBrokenView
	}
	return err
}

// handOn copies from one to the other in pieces of at most `most` bytes, and calls count with the
// length of each after writing it, which may delay the next, until reading or writing fails.
func handOn(to io.Writer, from io.Reader, most int, count func(n int)) {
	buf := make([]byte, most)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
			count(n)
		}
		if err != nil {
			return
		}
	}
}

// burst is the largest piece sent to a guest at once, in bytes.
const burst = 32 << 10
