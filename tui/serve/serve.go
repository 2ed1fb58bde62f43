package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"charm.land/wish/v2"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

const (
	// grace is how long a client may take to log in.
	grace = 30 * time.Second
	// untidy is how long after a guest has left the memory goes back to the
	// system, which the runtime would keep for minutes.
	untidy = time.Second
)

// host lets the guests of one listener in.
type host struct {
	Options
	ctx context.Context // ends all sessions

	mu          sync.Mutex
	connections int
	sessions    map[string]int // by the name of the key
	total       int
	open        sync.WaitGroup // sessions
	tidy        *time.Timer    // gives memory back
}

var errShutdown = errors.New("the server shuts down")

// Serve lets guests in from l until ctx ends; then it lets no more in, ends the
// programs of those who are there, which gives their terminals back, and returns
// nil.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	_, left, err := readKeys(o.Keys)
	if err != nil {
		return err
	}
	for _, line := range left {
		o.Log(line)
	}
	inner, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	h := &host{Options: o, ctx: inner, sessions: map[string]int{}, tidy: time.AfterFunc(time.Hour, debug.FreeOSMemory)}
	defer h.tidy.Stop()
	srv, err := wish.NewServer(wish.WithHostKeyPath(o.HostKey), wish.WithPublicKeyAuth(h.knows), h.only)
	if err != nil {
		return err
	}
	stopped := context.AfterFunc(ctx, func() {
		end(errShutdown)
		_ = l.Close() // Serve says what is wrong with it
	})
	defer stopped()
	err = srv.Serve(l)
	if ctx.Err() != nil {
		err = nil
	}
	end(errShutdown)
	h.wait(2 * farewell)
	// A guest whose session has ended closes the connection, and would find it
	// broken if the server did so first.
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	_ = srv.Shutdown(leaving) // who is still there then is put out
	return errors.Join(err, ignoreClosed(srv.Close()))
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// wait waits for the sessions to end, but no longer than most.
func (h *host) wait(most time.Duration) {
	ended := make(chan struct{})
	go func() {
		h.open.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(most):
	}
}

// only leaves of what the library can do the channel of a session.
func (h *host) only(srv *ssh.Server) error {
	srv.Version = "faithscope"
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": h.session}
	srv.RequestHandlers = map[string]ssh.RequestHandler{}
	srv.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	srv.ConnCallback = h.connects
	return nil
}

// knows reports whether a key is listed.
func (h *host) knows(_ ssh.Context, public ssh.PublicKey) bool {
	_, err := guest(h.Keys, public)
	if err != nil && !errors.Is(err, errUnknownKey) {
		h.Log(err.Error())
	}
	return err == nil
}

// loggedIn is the key under which a connection's context has what says that the
// client has logged in.
type loggedIn struct{}

// connects takes a connection unless there are too many, and ends it where the
// client does not log in.
func (h *host) connects(ctx ssh.Context, conn net.Conn) net.Conn {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ctx.Err() != nil || h.connections >= 2*h.Limits.Guests {
		return nil
	}
	h.connections++
	timer := time.AfterFunc(grace, func() { _ = conn.Close() })
	ctx.SetValue(loggedIn{}, func() { timer.Stop() })
	return &counted{Conn: conn, closed: sync.OnceFunc(func() {
		timer.Stop()
		h.mu.Lock()
		defer h.mu.Unlock()
		h.connections--
	})}
}

// counted is a connection that says when it is closed.
type counted struct {
	net.Conn
	closed func()
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	c.closed()
	return c.Conn.Close()
}

// session answers a client that asks for a session.
func (h *host) session(_ *ssh.Server, conn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	if in, ok := ctx.Value(loggedIn{}).(func()); ok {
		in()
	}
	public, _ := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	name, err := guest(h.Keys, public) // the key may have been taken out since
	if err == nil {
		err = h.enter(name)
	}
	if err != nil {
		h.Log(fmt.Sprintf("%s from %s: refused: %s", name, conn.RemoteAddr(), err))
		asked.Reject(gossh.ResourceShortage, err.Error()) //nolint:errcheck // the client has gone
		return
	}
	defer h.leave(name)
	channel, requests, err := asked.Accept()
	if err != nil {
		return
	}
	h.Log(fmt.Sprintf("%s from %s: comes", name, conn.RemoteAddr()))
	v := &visit{Options: h.Options, ctx: h.ctx, name: name, channel: channel}
	err = v.serve(ctx, requests)
	h.Log(fmt.Sprintf("%s from %s: leaves: %v", name, conn.RemoteAddr(), err))
}

// enter counts a session of a guest, unless there are too many.
func (h *host) enter(name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.ctx.Err() != nil:
		return errShutdown
	case h.total >= h.Limits.Guests:
		return fmt.Errorf("the server has its %d guests", h.Limits.Guests)
	case h.sessions[name] >= h.Limits.Sessions:
		return fmt.Errorf("this key has its %d sessions", h.Limits.Sessions)
	}
	h.total++
	h.sessions[name]++
	h.open.Add(1)
	return nil
}

func (h *host) leave(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.total--
	if h.sessions[name]--; h.sessions[name] == 0 {
		delete(h.sessions, name)
	}
	h.open.Done()
	h.tidy.Reset(untidy)
}
