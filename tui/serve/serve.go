package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"faithscope/loaders"
	"faithscope/scoring"
)

type sshHost struct {
	Options
	ctx    context.Context // ends all sessions
	over   context.Context // ends all connections
	signer ssh.Signer
	places *connectionLimiter
	log    *serverLog
	tidy   *time.Timer // returns memory to the system

	admitting           sync.Mutex // orders the end of ctx and the beginning of visits
	visiting, connected sync.WaitGroup
}

var errShutdown = errors.New("the server is shutting down")

// CheckKeys returns why the keys cannot be read or trusted, before anything is prepared for guests.
func (o *Options) CheckKeys() error {
	_, _, _, err := o.readAll()
	return err
}

func (o *Options) readAll() (names map[string]string, left []string, signer ssh.Signer, err error) {
	if names, left, err = readKeys(o.Keys, o.Loose, o.Owner); err == nil {
		signer, err = hostKey(o.HostKey, o.Loose)
	}
	return names, left, signer, err
}

// Serve admits guests from l until ctx ends. Then it ends the guests' programs, which restores
// their terminals, closes l and returns nil. It fails if the keys can't be read or trusted, or once
// l is closed.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	names, left, signer, err := o.readAll()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		left = append(left, o.Keys+" contains no valid guest key")
	}
	for _, line := range append(left, o.Ready) {
		o.Log(line)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	defer scoring.ComputeForMany()()
	inner, end := context.WithCancelCause(context.WithoutCancel(ctx))
	over, leave := context.WithCancel(context.WithoutCancel(ctx))
	h := &sshHost{Options: o, ctx: inner, over: over, signer: signer, places: newPlaces(o.Limits),
		log:  &serverLog{write: o.Log, of: map[string]*recentLogLines{}},
		tidy: time.AfterFunc(time.Hour, debug.FreeOSMemory)}
	defer h.tidy.Stop()
	defer context.AfterFunc(ctx, func() {
		end(errShutdown)
		_ = l.Close() // accept returns the error
	})()
	err = h.acceptAll(l)
	if ctx.Err() != nil {
		err = nil
	}
	h.admitting.Lock()
	end(errShutdown)
	h.admitting.Unlock()
	loaders.WaitAtMost(2*farewell, h.visiting.Wait)
	// A guest's client closes the connection; if the server closed it first, the client would
	// report a broken one.
	loaders.WaitAtMost(farewell, h.connected.Wait)
	leave()
	h.connected.Wait()
	return err
}

// acceptAll goes on after errors other than a closed listener: too many open files may be over in a
// moment.
func (h *sshHost) acceptAll(l net.Listener) error {
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // perhaps too many open files for the moment
			h.log.addLine("", err.Error())
			time.Sleep(again)
			continue
		}
		c, err := h.places.acceptConnection(conn)
		if err != nil {
			h.log.addLine("", fmt.Sprintf("%s: refused: %s", conn.RemoteAddr(), err))
			_ = conn.Close()
			continue
		}
		h.connected.Go(func() {
			defer context.AfterFunc(h.over, func() { _ = c.Close() })()
			defer c.leavePlace()
			h.attendConnection(c)
		})
	}
}

const keyOf = "key"

// attendConnection bounds the rate of requests, because a guest may send them without end, and grants
// only sessions.
func (h *sshHost) attendConnection(c *guestConnection) {
	config := &ssh.ServerConfig{ServerVersion: "SSH-2.0-faithscope", PublicKeyCallback: h.knowsKey}
	config.AddHostKey(h.signer)
	conn, channels, requests, err := ssh.NewServerConn(c, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	defer func() {
		_ = c.Close()
		for range channels { //nolint:revive // the connection would block until they are received
		}
	}()
	key := conn.Permissions.Extensions[keyOf]
	if err := c.countLogin(key); err != nil {
		h.log.addLine(key, fmt.Sprintf("%s: refused: %s", conn.RemoteAddr(), err))
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
			asked.Reject(ssh.UnknownChannelType, "only session channels are accepted") //nolint:errcheck // the client has gone
			continue
		}
		if v := h.admitSession(c, key, asked); v != nil {
			sessions.Go(func() {
				defer c.exitSession()
				if err := v.serveRequests(); err != nil {
					v.log(fmt.Sprintf("left (%v)", err))
				} else {
					v.log("left")
				}
				h.tidy.Reset(untidy)
				h.visiting.Done()
				ssh.DiscardRequests(v.requests) // until the guest too closes the session: what they send to it is kept
			})
		}
	}
}

func (h *sshHost) knowsKey(_ ssh.ConnMetadata, publicKey ssh.PublicKey) (*ssh.Permissions, error) {
	id := idOf(publicKey)
	if _, err := h.guestName(id); err != nil {
		if !errors.Is(err, errUnknownKey) {
			h.log.addLine("", err.Error())
		}
		return nil, err
	}
	return &ssh.Permissions{Extensions: map[string]string{keyOf: id}}, nil
}

// guestName reads the file each time, so that removing a key takes effect at once. A forbidden
// comment that came into the file meanwhile keeps nobody out.
func (h *sshHost) guestName(keyID string) (name string, err error) {
	names, _, err := readKeys(h.Keys, h.Loose, h.Owner)
	if name := names[keyID]; name != "" {
		return name, nil
	}
	return "", cmp.Or(err, errUnknownKey)
}

// admitSession looks the key up again, because it may have been removed since the login. nil means
// refused.
func (h *sshHost) admitSession(c *guestConnection, guestKey string, channelRequest ssh.NewChannel) *guestVisit {
	name, err := h.guestName(guestKey) // the key may have been removed since
	if err == nil {
		err = h.beginVisit(c)
	}
	log := func(what string) { h.log.addLine(guestKey, fmt.Sprintf("%s from %s: %s", name, c.RemoteAddr(), what)) }
	if err != nil {
		log("refused: " + err.Error())
		channelRequest.Reject(ssh.ResourceShortage, err.Error()) //nolint:errcheck // the client has gone
		return nil
	}
	channel, requests, err := channelRequest.Accept()
	if err != nil {
		c.exitSession()
		h.visiting.Done()
		return nil
	}
	log("logged in with the key " + guestKey)
	return &guestVisit{Options: h.Options, ctx: h.ctx, id: guestKey, name: name, channel: channel, requests: requests, log: log,
		known: func() error { _, err := h.guestName(guestKey); return err }, guestConnection: c}
}

// beginVisit counts a visit, but none after Serve begins to wait for them.
func (h *sshHost) beginVisit(c *guestConnection) error {
	h.admitting.Lock()
	defer h.admitting.Unlock()
	err := context.Cause(h.ctx)
	if err == nil {
		err = c.enterSession()
	}
	if err == nil {
		h.visiting.Add(1)
	}
	return err
}
