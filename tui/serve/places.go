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
	// grace is how long a connection may exist without a running session.
	grace = 30 * time.Second
	// mostStarting bounds connections that have not logged in. A new one replaces a random one, so
	// that guests can log in during a flood. Refusing new ones, like MaxStartups in sshd_config(5),
	// would let a few silent connections keep all guests out.
	mostStarting = 60
)

// places counts connections before the login separately, and all others by key, so that no guest
// can take another's place.
type places struct {
	Limits
	mark uint64 // bytes in use above which no guest is admitted, 0 for no limit

	sync.Mutex
	connections map[*connection]bool
	keys        map[string]*held
	sessions    int
}

type held struct{ connections, sessions int }

// newPlaces lets guests use l.Memory bytes beyond the memory in use now; 0 sets no limit.
func newPlaces(l Limits) *places {
	p := &places{Limits: l, connections: map[*connection]bool{}, keys: map[string]*held{}}
	if l.Memory > 0 {
		p.mark = inUse() + l.Memory
	}
	return p
}

func inUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}

// connection is closed by a timer if it has no running session.
type connection struct {
	net.Conn
	at      *places
	address string
	key     string    // "" before it has logged in
	running int       // sessions
	pressed time.Time // when a session got its last key
	timer   *time.Timer
}

// active is how long after a key a guest counts as pressing keys.
const active = 5 * time.Second

func (c *connection) recordKey() {
	c.at.Lock()
	defer c.at.Unlock()
	c.pressed = time.Now()
}

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

// acceptConnection closes conn after grace unless a session runs by then. At mostStarting, a
// connection that has not logged in gives way; at an address's limit one of that address, because
// everybody behind a tunnel has one address, or else conn is refused.
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

// countLogin renews a connection's grace. It returns an error if the key has twice as many
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

// enterSession returns an error for too many guests, too many sessions of this key, or too much
// memory.
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
