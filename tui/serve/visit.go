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

type guestVisit struct {
	Options
	ctx      context.Context // of the server: it ends all sessions
	id, name string
	channel  ssh.Channel
	requests <-chan *ssh.Request
	log      func(what string) // of this guest
	known    func() error      // why the key isn't admitted any more
	*guestConnection

	terminal *os.File // the server's side of the pseudo-terminal, nil until requested
	tty      *os.File // the program's
	environ  []string
	resized  chan struct{}
	started  bool
}

var (
	errIdle       = errors.New("idle for too long")
	errGuestGone  = errors.New("the connection ended")
	errNoProgram  = errors.New("requested a service that this server doesn't offer")
	errBrokenView = errors.New("internal error, logged by the server")
)

// serveRequests returns the program's error, nil if the guest quit, or why the session ended before.
func (v *guestVisit) serveRequests() error {
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
				v.recordRunning(true)
				defer v.recordRunning(false)
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

// grantsRequest refuses everything that would run, copy or forward something on the server.
func (v *guestVisit) grantsRequest(request *ssh.Request) bool {
	switch request.Type {
	case "env":
		return v.setVariable(request.Payload)
	case "pty-req":
		return v.openTerminal(request.Payload)
	case "window-change":
		return v.resizeTerminal(request.Payload)
	case "shell":
		granted := v.terminal != nil && !v.started
		v.started = v.started || granted
		return granted
	}
	return false // exec, subsystem, auth-agent-req@openssh.com, x11-req, signal, break
}

// variables lists the accepted environment variables, besides those of the locale (LC_…): they describe the
// guest's terminal.
var variables = []string{"LANG", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR"}

const (
	mostVariables = 32
	longestValue  = 256 // bytes
)

// setVariable bounds length and number, because guests choose both (RFC 4254, 6.4), and accepts only
// variables that terminals need.
func (v *guestVisit) setVariable(requestPayload []byte) bool {
	var in struct{ Name, Value string }
	if ssh.Unmarshal(requestPayload, &in) != nil || len(v.environ) >= mostVariables || len(in.Name)+len(in.Value) > longestValue {
		return false
	}
	if !slices.Contains(variables, in.Name) && !strings.HasPrefix(in.Name, "LC_") {
		return false
	}
	v.environ = append(v.environ, in.Name+"="+in.Value)
	return true
}

// terminalWindow is in cells and pixels (RFC 4254, 6.2 and 6.7).
type terminalWindow struct{ Columns, Rows, Width, Height uint32 }

func (w terminalWindow) asWinsize() *pty.Winsize {
	bound := func(n uint32) uint16 { return uint16(min(n, 1<<16-1)) }
	return &pty.Winsize{Cols: bound(w.Columns), Rows: bound(w.Rows), X: bound(w.Width), Y: bound(w.Height)}
}

// openTerminal accepts one terminal a session. It refuses a TERM that is a path: the terminfo
// library would read any file of the server by it, even an endless one.
func (v *guestVisit) openTerminal(requestPayload []byte) bool {
	var in struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if v.terminal != nil || ssh.Unmarshal(requestPayload, &in) != nil || len(in.Term) > longestValue || strings.Contains(in.Term, "/") {
		return false
	}
	var err error
	if v.terminal, v.tty, err = pty.Open(); err == nil {
		v.terminal, err = asClosable(v.terminal)
	}
	if err != nil {
		v.log("can't open a pseudo-terminal: " + err.Error())
		return false
	}
	v.environ = append(v.environ, "TERM="+in.Term)
	return pty.Setsize(v.terminal, terminalWindow{in.Columns, in.Rows, in.Width, in.Height}.asWinsize()) == nil
}

// resizeTerminal does not wait for the program, which reads the latest size anyway.
func (v *guestVisit) resizeTerminal(requestPayload []byte) bool {
	var in terminalWindow
	if v.terminal == nil || ssh.Unmarshal(requestPayload, &in) != nil || pty.Setsize(v.terminal, in.asWinsize()) != nil {
		return false
	}
	select {
	case v.resized <- struct{}{}:
	default: // the program has not handled the last one yet
	}
	return true
}

func (v *guestVisit) closeSession() {
	v.hangUp()
	if v.tty != nil {
		v.tty.Close()
	}
}

// hangUp closes the server's side, so that the program finds its terminal gone. The program's side
// stays open until the last question about its size.
func (v *guestVisit) hangUp() {
	_ = v.channel.Close() // the guest may have closed it
	if v.terminal != nil {
		v.terminal.Close()
	}
}

// showProgram bounds the rates of keys and output, so that no guest slows down the others. It calls
// endVisit if no key came for Limits.Idle or the guest is gone. The error's text and the exit status
// follow, within farewell.
func (v *guestVisit) showProgram(ctx context.Context, endVisit context.CancelCauseFunc) error {
	idle := time.AfterFunc(v.Limits.Idle, func() { endVisit(errIdle) })
	defer idle.Stop()
	go func() {
		pace := rate.NewLimiter(keysEach, keysFirst)
		handOn(v.terminal, v.channel, keysFirst, func(n int) {
			idle.Reset(v.Limits.Idle)
			v.recordKey()
			_ = pace.WaitN(ctx, n)
		})
		endVisit(errGuestGone)
	}()
	go v.endWithKey(ctx, endVisit)
	told := make(chan struct{})
	go func() {
		defer close(told)
		pace := rate.NewLimiter(rate.Limit(v.Limits.Rate), max(v.Limits.Rate/10, burst)) // no faster than Limits.Rate
		handOn(v.channel, v.terminal, burst, func(n int) { _ = pace.WaitN(ctx, n) })     // the farewell is short and goes at once
	}()
	// A program blocked on writing to a guest that does not read must end too.
	defer context.AfterFunc(ctx, func() { time.AfterFunc(farewell, v.hangUp) })()

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

// endWithKey ends the visit once the key was missing twice, because an editor empties a file before it writes it.
func (v *guestVisit) endWithKey(ctx context.Context, endVisit context.CancelCauseFunc) {
	look := time.NewTicker(looksAtKeys)
	defer look.Stop()
	for missing := 0; missing < 2; {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			missing = loaders.IfElse(errors.Is(v.known(), errUnknownKey), missing+1, 0)
		}
	}
	endVisit(errUnknownKey)
}

const looksAtKeys = time.Second

// farewell is how long a guest has to receive the last bytes, which restore the terminal.
const farewell = 3 * time.Second

// runProgram logs a crash with its stack, which would tell a guest about the server; the guest sees
// errBrokenView.
func (v *guestVisit) runProgram(ctx context.Context) error {
	o, left, err := v.Visit(ctx, v.id, v.name)
	if err != nil {
		return err
	}
	defer left()
	o.In, o.Out, o.Resized, o.Guest, o.Wish.Environ = v.tty, v.tty, v.resized, true, v.environ
	o.Guests = v.at.countActive
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

func handOn(destination io.Writer, source io.Reader, bufferSize int, countBytes func(n int)) {
	buf := make([]byte, bufferSize)
	for {
		n, err := source.Read(buf)
		if n > 0 {
			if _, err := destination.Write(buf[:n]); err != nil {
				return
			}
			countBytes(n)
		}
		if err != nil {
			return
		}
	}
}

const burst = 32 << 10
