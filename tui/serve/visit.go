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

// serveRequests starts the program when the guest asks for a shell. It closes the session and
// returns the program's error, nil if the guest quit, or why the session ended before.
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

// grantsRequest grants variables, one terminal, its size, and one shell, which the caller starts.
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

// variables lists the accepted environment variables, which describe the guest's terminal; LC_ is a
// prefix.
var variables = []string{"LANG", "LC_", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR"}

const (
	mostVariables = 32
	longestValue  = 256 // bytes
)

// setVariable accepts some environment variables (RFC 4254, 6.4), bounded in length and number.
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

// window is in cells and pixels (RFC 4254, 6.2 and 6.7).
type window struct{ Columns, Rows, Width, Height uint32 }

func (w window) asWinsize() *pty.Winsize {
	bound := func(n uint32) uint16 { return uint16(min(n, 1<<16-1)) }
	return &pty.Winsize{Cols: bound(w.Columns), Rows: bound(w.Rows), X: bound(w.Width), Y: bound(w.Height)}
}

// openTerminal accepts one terminal a session. It refuses a TERM that is a path: the terminfo
// library would read any file of the server by it, even an endless one.
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

// resizeTerminal does not wait for the program. It returns false without a terminal or for an
// unreadable size.
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

func (v *visit) closeSession() {
	v.hangUp()
	if v.tty != nil {
		v.tty.Close()
	}
}

// hangUp closes the server's side, so that the program finds its terminal gone. The program's side
// stays open until the last question about its size.
func (v *visit) hangUp() {
	_ = v.channel.Close() // the guest may have closed it
	if v.terminal != nil {
		v.terminal.Close()
	}
}

// showProgram runs the program until the guest quits or ctx ends, with keys and output at bounded
// rates. It calls end if no key came for Limits.Idle or the guest is gone. Afterwards it sends the
// error's text and the exit status, within farewell.
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

// farewell is how long a guest has to receive the last bytes, which restore the terminal.
const farewell = 3 * time.Second

// runProgram logs a crash with its stack; the guest sees errBrokenView instead.
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

// handOn copies pieces of at most `most` bytes. count may delay the next piece.
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

const burst = 32 << 10
