package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// grace is how long a connection may exist without a running session: while
	// logging in, before requesting a session, and after one has ended.
	grace = 30 * time.Second
	// mostStarting is how many connections that have not logged in the server
	// holds. A new one then takes the place of a random one: guests can still log in
	// while somebody floods the server. If the new one were refused, as by MaxStartups
	// in sshd_config(5), a few silent connections would keep all guests out.
	mostStarting = 60
)

// places counts connections and sessions. It counts connections before the
// login separately, and all others by key, so that no guest can take another's
// place.
type places struct {
	Limits
	mark uint64 // bytes in use above which no guest is admitted, 0 for no limit

	sync.Mutex
	connections map[*connection]bool
	keys        map[string]*held
	sessions    int
}

// held counts what one key uses.
type held struct{ connections, sessions int }

// newPlaces returns the places of a server without connections. Guests may use l.Memory bytes
// beyond the memory in use now; 0 sets no limit.
func newPlaces(l Limits) *places {
	p := &places{Limits: l, connections: map[*connection]bool{}, keys: map[string]*held{}}
	if l.Memory > 0 {
		p.mark = inUse() + l.Memory
	}
	return p
}

// inUse returns how many bytes of memory the process holds from the system, without what it has
// given back.
func inUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}

// connection is a connection that was accepted. A timer closes it if it has no
// running session.
type connection struct {
	net.Conn
	at      *places
	address string
	key     string    // "" before it has logged in
	running int       // sessions
	pressed time.Time // when a session got its last key
	timer   *time.Timer
}

// active is how long after a key a guest counts as one who presses keys.
const active = 5 * time.Second

func (c *connection) recordKey() {
	c.at.Lock()
	defer c.at.Unlock()
	c.pressed = time.Now()
}

// countActive returns how many connections got a key lately, at least 1.
func (p *places) countActive() int {
	p.Lock()
	defer p.Unlock()
	n := 0
	for c := range p.connections {
		if time.Since(c.pressed) < active {
			n++
		}
	}
	return max(1, n)
}

// acceptConnection gives a connection a place, and closes it after grace unless a session runs by
// then. An address that has all its connections, or a server on which mostStarting have not logged
// in, gives up one that has not logged in, of the same address in the first case, since everybody
// behind a tunnel has one address. If that address has none such, it returns an error.
func (p *places) acceptConnection(conn net.Conn) (*connection, error) {
	address, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil {
		address = conn.RemoteAddr().String()
	}
	p.Lock()
	defer p.Unlock()
	own, starting := 0, 0
	var last, lastOwn *connection  // that have not logged in
	for c := range p.connections { // a map ends anywhere
		if c.address == address {
			own++
		}
		if c.key != "" {
			continue
		}
		if starting, last = starting+1, c; c.address == address {
			lastOwn = c
		}
	}
	if own >= p.Address {
		if last = lastOwn; last == nil {
			return nil, fmt.Errorf("this address has its %d connections", p.Address)
		}
	}
	if own >= p.Address || starting >= mostStarting {
		delete(p.connections, last)
		_ = last.Close()
	}
	c := &connection{Conn: conn, at: p, address: address, timer: time.AfterFunc(grace, func() { _ = conn.Close() })}
	p.connections[c] = true
	return c, nil
}

// countLogin counts the connection for a key, which becomes its own, and gives it grace again to
// begin a session. It returns an error, and counts nothing, if the key has twice as many
// connections as sessions are allowed.
func (c *connection) countLogin(key string) error {
	p := c.at
	p.Lock()
	defer p.Unlock()
	has := cmp.Or(p.keys[key], &held{})
	if most := 2 * p.Sessions; has.connections >= most {
		return fmt.Errorf("this key has its %d connections", most)
	}
	has.connections++
	p.keys[key], c.key = has, key
	c.timer.Reset(grace)
	return nil
}

// leavePlace closes the connection, stops its timer and removes it from the places; its key has one
// connection less, and is forgotten with the last one.
func (c *connection) leavePlace() {
	_ = c.Close()
	c.timer.Stop()
	p := c.at
	p.Lock()
	defer p.Unlock()
	delete(p.connections, c)
	if has := p.keys[c.key]; has != nil {
		if has.connections--; has.connections == 0 {
			delete(p.keys, c.key)
		}
	}
}

// enterSession counts a session for the server and for the connection's key, or returns an error
// that says why there is none: too many guests, too many sessions of this key, or more memory in
// use than the limit, if there is one.
func (c *connection) enterSession() error {
	p := c.at
	p.Lock()
	defer p.Unlock()
	switch has := p.keys[c.key]; {
	case p.sessions >= p.Guests:
		return fmt.Errorf("the server has its %d guests", p.Guests)
	case has.sessions >= p.Sessions:
		return fmt.Errorf("this key has its %d sessions", p.Sessions)
	case p.mark > 0 && inUse() > p.mark:
		return errors.New("the server has no memory left for another guest")
	default:
		p.sessions++
		has.sessions++
		return nil
	}
}

func (c *connection) exitSession() {
	c.at.Lock()
	defer c.at.Unlock()
	c.at.sessions--
	c.at.keys[c.key].sessions--
}

func (c *connection) recordRunning(begins bool) {
	c.at.Lock()
	defer c.at.Unlock()
	if begins {
		c.running++
		c.timer.Stop()
	} else if c.running--; c.running == 0 {
		c.timer.Reset(grace)
	}
}
