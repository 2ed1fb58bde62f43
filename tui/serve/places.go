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

// connectionLimiter counts connections before the login separately, and all others by key, so that no guest
// can take another's place.
type connectionLimiter struct {
	Limits
	mark uint64 // bytes in use above which no guest is admitted, 0 for no limit

	sync.Mutex
	connections map[*guestConnection]bool
	keys        map[string]*keyUsage
	sessions    int
}

type keyUsage struct{ connections, sessions int }

// newPlaces lets guests use l.Memory bytes beyond the memory in use now; 0 sets no limit.
func newPlaces(l Limits) *connectionLimiter {
	p := &connectionLimiter{Limits: l, connections: map[*guestConnection]bool{}, keys: map[string]*keyUsage{}}
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

// guestConnection is closed by a timer if it has no running session.
type guestConnection struct {
	net.Conn
	at      *connectionLimiter
	address string
	key     string    // "" before it has logged in
	running int       // sessions
	pressed time.Time // when a session got its last key
	timer   *time.Timer
}

// active is how long after a key a guest counts as pressing keys.
const active = 5 * time.Second

func (c *guestConnection) recordKey() {
	c.at.Lock()
	defer c.at.Unlock()
	c.pressed = time.Now()
}

func (p *connectionLimiter) countActive() int {
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

// acceptConnection closes netConn after grace unless a session runs by then. At mostStarting, a
// connection that has not logged in gives way; at an address's limit one of that address, because
// everybody behind a tunnel has one address, or else netConn is refused.
func (p *connectionLimiter) acceptConnection(netConn net.Conn) (*guestConnection, error) {
	address, _, err := net.SplitHostPort(netConn.RemoteAddr().String())
	if err != nil {
		address = netConn.RemoteAddr().String()
	}
	p.Lock()
	defer p.Unlock()
	own, starting := 0, 0
	var last, lastOwn *guestConnection // that have not logged in
	for c := range p.connections {     // a map ends anywhere
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
			return nil, fmt.Errorf("too many connections from this address (maximum %d)", p.Address)
		}
	}
	if own >= p.Address || starting >= mostStarting {
		delete(p.connections, last)
		_ = last.Close()
	}
	c := &guestConnection{Conn: netConn, at: p, address: address, timer: time.AfterFunc(grace, func() { _ = netConn.Close() })}
	p.connections[c] = true
	return c, nil
}

// countLogin renews a connection's grace. It returns an error if the key has twice as many
// connections as sessions are allowed.
func (c *guestConnection) countLogin(guestKey string) error {
	p := c.at
	p.Lock()
	defer p.Unlock()
	has := cmp.Or(p.keys[guestKey], &keyUsage{})
	if most := 2 * p.Sessions; has.connections >= most {
		return fmt.Errorf("too many connections with this key (maximum %d)", most)
	}
	has.connections++
	p.keys[guestKey], c.key = has, guestKey
	c.timer.Reset(grace)
	return nil
}

func (c *guestConnection) leavePlace() {
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

func (c *guestConnection) enterSession() error {
	p := c.at
	p.Lock()
	defer p.Unlock()
	switch has := p.keys[c.key]; {
	case p.sessions >= p.Guests:
		return fmt.Errorf("too many guests on this server (maximum %d)", p.Guests)
	case has.sessions >= p.Sessions:
		return fmt.Errorf("too many sessions with this key (maximum %d)", p.Sessions)
	case p.mark > 0 && inUse() > p.mark:
		return errors.New("the server has no memory left for another guest")
	default:
		p.sessions++
		has.sessions++
		return nil
	}
}

func (c *guestConnection) exitSession() {
	c.at.Lock()
	defer c.at.Unlock()
	c.at.sessions--
	c.at.keys[c.key].sessions--
}

func (c *guestConnection) recordRunning(isBeginning bool) {
	c.at.Lock()
	defer c.at.Unlock()
	if isBeginning {
		c.running++
		c.timer.Stop()
	} else if c.running--; c.running == 0 {
		c.timer.Reset(grace)
	}
}
