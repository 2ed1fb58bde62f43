package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"faithscope/tui"
)

// Limits are what guests may have of the server.
type Limits struct {
	Guests   int           // sessions in all
	Sessions int           // sessions of one key, which may have twice as many connections
	Address  int           // connections of one address
	Memory   uint64        // bytes that guests take, above which no other comes in; 0 for any
	Idle     time.Duration // without a key pressed
	Rate     int           // bytes a second to one session
}

// Options say whom the server lets in and what they see.
type Options struct {
	Keys    string // path of the authorized_keys file
	HostKey string // path of the private key; it is made where it is not there
	// Loose: others than this user may own or write these files and the folders
	// they are in.
	Loose  bool
	Limits Limits
	// Visit returns what a guest sees on their terminal, and what to call when
	// they have left. It is called from several goroutines. In and Out of the
	// options, and what belongs to the terminal, are set by the server.
	Visit func(ctx context.Context, name string) (o tui.Options, left func(), err error)
	// Log is told a line about each guest that comes, goes or is refused, one a
	// second of each key, and about each key that is left out. It is called from
	// several goroutines.
	Log func(line string)
}

const (
	// untidy is how long after a guest has left the memory goes back to the
	// system, which the runtime would keep for minutes.
	untidy = time.Second
	// asksEach and asksFirst are how many sessions a connection may ask for, a
	// second and at first, before its questions wait.
	asksEach, asksFirst = 5, 20
	// again is how long after the listener fails it is asked again.
	again = 100 * time.Millisecond
)

// host lets the guests of one listener in.
type host struct {
	Options
	ctx    context.Context // ends all sessions
	over   context.Context // ends all connections
	signer ssh.Signer
	places *places
	log    *log
	tidy   *time.Timer // gives memory back

	visiting, connected sync.WaitGroup
}

var errShutdown = errors.New("the server shuts down")

// Serve lets guests in from l until ctx ends; then it lets no more in, ends the
// programs of those who are there, which gives their terminals back, and returns
// nil.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	_, left, err := readKeys(o.Keys, o.Loose)
	if err != nil {
		return err
	}
	signer, err := hostKey(o.HostKey, o.Loose)
	if err != nil {
		return err
	}
	for _, line := range left {
		o.Log(line)
	}
	inner, end := context.WithCancelCause(context.WithoutCancel(ctx))
	over, leave := context.WithCancel(context.WithoutCancel(ctx))
	h := &host{Options: o, ctx: inner, over: over, signer: signer, places: newPlaces(o.Limits), log: newLog(o.Log),
		tidy: time.AfterFunc(time.Hour, debug.FreeOSMemory)}
	defer h.tidy.Stop()
	stopped := context.AfterFunc(ctx, func() {
		end(errShutdown)
		_ = l.Close() // accept says what is wrong with it
	})
	defer stopped()
	err = h.accept(l)
	if ctx.Err() != nil {
		err = nil
	}
	end(errShutdown)
	within(&h.visiting, 2*farewell)
	// A guest whose session has ended closes the connection, and would find it
	// broken if the server did so first.
	within(&h.connected, farewell)
	leave()
	h.connected.Wait()
	return err
}

// within waits for a group, but no longer than most.
func within(group *sync.WaitGroup, most time.Duration) {
	ended := make(chan struct{})
	go func() {
		group.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(most):
	}
}

// accept takes connections until the listener is closed, and returns why it was.
func (h *host) accept(l net.Listener) error {
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // too many open files, for now
			h.log.say("", err.Error())
			time.Sleep(again)
			continue
		}
		c, err := h.places.take(conn, chance())
		if err != nil {
			h.log.say("", fmt.Sprintf("%s: refused: %s", conn.RemoteAddr(), err))
			_ = conn.Close()
			continue
		}
		h.connected.Go(func() {
			defer context.AfterFunc(h.over, func() { _ = c.Close() })()
			defer c.leave()
			h.attend(c)
		})
	}
}

// chance is a number that nobody can foresee, in [0, 1).
func chance() float64 {
	const parts = 1 << 20
	n, err := rand.Int(rand.Reader, big.NewInt(parts))
	if err != nil {
		return 0
	}
	return float64(n.Int64()) / parts
}

// What a login tells of its key.
const keyOf = "key"

// attend lets a connection log in and answers what it asks for until it is
// closed: sessions, one question after the other, and nothing else.
func (h *host) attend(c *connection) {
	config := &ssh.ServerConfig{ServerVersion: "SSH-2.0-faithscope", PublicKeyCallback: h.knows}
	config.AddHostKey(h.signer)
	conn, channels, requests, err := ssh.NewServerConn(c, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	defer func() {
		_ = c.Close()
		for range channels { //nolint:revive // else the connection would wait for somebody to take them
		}
	}()
	key := conn.Permissions.Extensions[keyOf]
	if err := c.login(key); err != nil {
		h.log.say(key, fmt.Sprintf("%s: refused: %s", conn.RemoteAddr(), err))
		return
	}
	pace := rate.NewLimiter(asksEach, asksFirst)
	var sessions sync.WaitGroup
	defer sessions.Wait()
	for asked := range channels {
		if pace.Wait(h.over) != nil {
			return
		}
		if asked.ChannelType() != "session" {
			asked.Reject(ssh.UnknownChannelType, "nothing but sessions is served") //nolint:errcheck // the client has gone
			continue
		}
		if v := h.admit(c, key, asked); v != nil {
			h.visiting.Add(1)
			sessions.Go(func() {
				defer h.visiting.Done()
				h.show(c, v)
			})
		}
	}
}

// knows lets a key in that is listed.
func (h *host) knows(_ ssh.ConnMetadata, public ssh.PublicKey) (*ssh.Permissions, error) {
	if _, err := h.guest(public); err != nil {
		if !errors.Is(err, errUnknownKey) {
			h.log.say("", err.Error())
		}
		return nil, err
	}
	return &ssh.Permissions{Extensions: map[string]string{keyOf: string(public.Marshal())}}, nil
}

// guest returns the name of the guest whose key is public. The file is read
// each time: a key that is taken out is out at once.
func (h *host) guest(public ssh.PublicKey) (name string, err error) {
	keys, _, err := readKeys(h.Keys, h.Loose)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		if bytes.Equal(k.Marshal(), public.Marshal()) {
			return k.name, nil
		}
	}
	return "", errUnknownKey
}

// admit answers a client that asks for a session, nil where there is none. It
// takes the session's place.
func (h *host) admit(c *connection, key string, asked ssh.NewChannel) *visit {
	public, err := ssh.ParsePublicKey([]byte(key))
	if err != nil {
		return nil // it has logged in
	}
	name, err := h.guest(public) // the key may have been taken out since
	if err == nil {
		err = context.Cause(h.ctx)
	}
	if err == nil {
		err = c.enter()
	}
	say := func(what string) { h.log.say(key, fmt.Sprintf("%s from %s: %s", name, c.RemoteAddr(), what)) }
	if err != nil {
		say("refused: " + err.Error())
		asked.Reject(ssh.ResourceShortage, err.Error()) //nolint:errcheck // the client has gone
		return nil
	}
	channel, requests, err := asked.Accept()
	if err != nil {
		c.exit()
		return nil
	}
	say("comes")
	return &visit{Options: h.Options, ctx: h.ctx, name: name, channel: channel, requests: requests, say: say, runs: c.runs}
}

// show serves a guest until the session ends.
func (h *host) show(c *connection, v *visit) {
	defer h.tidy.Reset(untidy)
	defer c.exit()
	v.say(fmt.Sprintf("leaves: %v", v.serve()))
	go ssh.DiscardRequests(v.requests) // else the connection would wait for somebody to take them
}
