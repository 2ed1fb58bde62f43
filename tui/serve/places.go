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
	// grace is how long a connection may have no session that runs: to log in,
	// to ask for one, and after one has ended.
	grace = 30 * time.Second
	// Of the connections that have not logged in, so few are all taken; from
	// there on, more and more of those that come are refused, beginning with a
	// share of firstRefused, up to so many, of which no more is taken. As
	// MaxStartups of sshd_config(5): who logs in has a chance, whoever fills the
	// pool.
	fewStarting, mostStarting = 10, 60
	firstRefused              = .3
)

// places counts who is there: connections that have not logged in for
// themselves, all others for their key, so that nobody takes another's place.
type places struct {
	Limits
	mark uint64 // bytes in use from which on no guest comes in, 0 for none

	mu        sync.Mutex
	starting  int
	addresses map[string]int // connections
	keys      map[string]*held
	sessions  int
}

// held is what one key has.
type held struct{ connections, sessions int }

func newPlaces(l Limits) *places {
	p := &places{Limits: l, addresses: map[string]int{}, keys: map[string]*held{}}
	if l.Memory > 0 {
		p.mark = inUse() + l.Memory
	}
	return p
}

// inUse is how many bytes the process has from the system.
func inUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}

// connection is one that was taken. A timer closes it while it has no session
// that runs.
type connection struct {
	net.Conn
	at      *places
	address string
	key     string // "" before it has logged in
	running int    // sessions
	timer   *time.Timer
}

// take takes a connection, or says why not. Chance, 0 ≤ chance < 1, decides
// where it may be refused.
func (p *places) take(conn net.Conn, chance float64) (*connection, error) {
	address, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil {
		address = conn.RemoteAddr().String()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.addresses[address] >= p.Address {
		return nil, fmt.Errorf("this address has its %d connections", p.Address)
	}
	if over := p.starting - fewStarting; over >= 0 {
		if refused := firstRefused + (1-firstRefused)*float64(over)/(mostStarting-fewStarting); chance < refused {
			return nil, fmt.Errorf("%d connections have not logged in yet", p.starting)
		}
	}
	p.starting++
	p.addresses[address]++
	return &connection{Conn: conn, at: p, address: address, timer: time.AfterFunc(grace, func() { _ = conn.Close() })}, nil
}

// login counts the connection for a key, unless the key has enough.
func (c *connection) login(key string) error {
	p := c.at
	p.mu.Lock()
	defer p.mu.Unlock()
	has := cmp.Or(p.keys[key], &held{})
	if most := 2 * p.Sessions; has.connections >= most {
		return fmt.Errorf("this key has its %d connections", most)
	}
	p.starting--
	has.connections++
	p.keys[key], c.key = has, key
	c.timer.Reset(grace)
	return nil
}

// leave gives the connection's place back.
func (c *connection) leave() {
	_ = c.Close()
	c.timer.Stop()
	p := c.at
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.addresses[c.address]--; p.addresses[c.address] == 0 {
		delete(p.addresses, c.address)
	}
	if c.key == "" {
		p.starting--
	} else if p.keys[c.key].connections--; p.keys[c.key].connections == 0 {
		delete(p.keys, c.key)
	}
}

// enter takes the place of a session, or says why there is none.
func (c *connection) enter() error {
	p := c.at
	p.mu.Lock()
	defer p.mu.Unlock()
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

// exit gives the place of a session back.
func (c *connection) exit() {
	c.at.mu.Lock()
	defer c.at.mu.Unlock()
	c.at.sessions--
	c.at.keys[c.key].sessions--
}

// runs notes that a session begins to run, or ends.
func (c *connection) runs(begins bool) {
	c.at.mu.Lock()
	defer c.at.mu.Unlock()
	if begins {
		c.running++
		c.timer.Stop()
	} else if c.running--; c.running == 0 {
		c.timer.Reset(grace)
	}
}

// log writes a line a second of everybody, who would else fill it.
type log struct {
	write func(line string)
	mu    sync.Mutex
	of    map[string]*lately
}

// lately is what somebody had written since the last line.
type lately struct {
	more int
	last string
}

func newLog(write func(line string)) *log { return &log{write: write, of: map[string]*lately{}} }

// say writes a line of somebody: at once where that is the first of the second,
// else with the others of the second, as their number and the last of them.
func (l *log) say(who, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[who] != nil {
		l.of[who].more++
		l.of[who].last = line
		return
	}
	l.of[who] = &lately{}
	l.write(line)
	time.AfterFunc(time.Second, func() { l.catchUp(who) })
}

// catchUp writes what came since the last line, every second until nothing does.
func (l *log) catchUp(who string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := *l.of[who]
	if since.more == 0 {
		delete(l.of, who)
		return
	}
	*l.of[who] = lately{}
	if since.more > 1 {
		since.last += fmt.Sprintf(" (and %d lines before)", since.more-1)
	}
	l.write(since.last)
	time.AfterFunc(time.Second, func() { l.catchUp(who) })
}
