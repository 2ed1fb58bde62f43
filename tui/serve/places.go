package serve

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"faithscope/loaders"
	"faithscope/loaders/files/writer"
)

// harmless lists the options that forbid what no guest may do anyway.
var harmless = []string{"no-agent-forwarding", "no-port-forwarding", "no-X11-forwarding", "no-user-rc"}

// idOf returns what identifies a guest: the fingerprint of their key, in characters that
// a file's name may have.
func idOf(public ssh.PublicKey) string {
	return strings.NewReplacer(":", "=", "/", "_").Replace(ssh.FingerprintSHA256(public))
}

// readKeys returns the names by which guests are shown, by their ids, from an
// authorized_keys file (sshd(8)). It skips lines with an option that is not harmless,
// since it cannot enforce the option, and names them in left. Like sshd it skips lines
// that are not keys, and further lines of a key. It returns no names and an error if
// others could change the file, unless loose permits that. Unless owner is "", no key
// may have this name, or that of another key, case aside: err lists those that do, which
// are shown by their ids.
func readKeys(path string, loose bool, owner string) (names map[string]string, left []string, err error) {
	if err := trusted(path, writable, loose); err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	names, holders := map[string]string{}, map[string]string{owner: "the owner"}
	for n, line := range bytes.Split(text, []byte("\n")) {
		public, comment, options, _, wrong := ssh.ParseAuthorizedKey(line)
		if wrong != nil {
			continue
		}
		if i := slices.IndexFunc(options, func(o string) bool { return !slices.Contains(harmless, o) }); i >= 0 {
			left = append(left, fmt.Sprintf("%s:%d: the option %q is not known here: the key is left out", path, n+1, options[i]))
			continue
		}
		id := idOf(public)
		if names[id] != "" {
			continue
		}
		name := cmp.Or(nameOf(comment), id)
		folded := strings.ToLower(strings.ToUpper(name))
		if other := holders[folded]; other != "" && owner != "" {
			err = errors.Join(err, fmt.Errorf("%s:%d: the comment %q is also that of %s: give the key another one",
				path, n+1, name, other))
			name = id
		}
		names[id], holders[folded] = name, fmt.Sprintf("line %d", n+1)
	}
	return names, left, err
}

// longestName bounds the name of a guest in bytes.
const longestName = 64

// nameOf returns what is shown of a key's comment: its words, without what a terminal
// cannot show; "" for a comment that is too long.
func nameOf(comment string) string {
	name := strings.Join(strings.Fields(strings.ReplaceAll(loaders.Clean(comment), "\ufffd", "")), " ")
	if len(name) > longestName {
		return ""
	}
	return name
}

var errUnknownKey = errors.New("the key is not listed")

// hostKey reads the server's private key, and makes it if there is none. It
// returns an error if others could read the key, unless loose permits that.
func hostKey(path string, loose bool) (ssh.Signer, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(path); err != nil {
			return nil, fmt.Errorf("the host key is not made: %w", err)
		}
	}
	if err := trusted(path, readable, loose); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return signer, nil
}

// makeKey makes a private key that only this user can read.
func makeKey(path string) error {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "faithscope")
	if err != nil {
		return err
	}
	return writer.Save(path, pem.EncodeToMemory(block))
}

// trusted returns an error that says what to do if others could change a file
// or a folder above it. Like StrictModes in sshd_config(5), it requires that
// both belong to this user or to root and that no others may write them, nor
// read the file if mode is readable. It accepts a folder that everybody may
// write if it has the sticky bit, such as /tmp.
func trusted(path string, mode fs.FileMode, loose bool) error {
	at, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(at)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	if at, err = filepath.Abs(at); err != nil || loose {
		return err
	}
	if mode == readable && info.Mode()&readable != 0 {
		return fmt.Errorf("users other than its owner may read %s: chmod 600 it%s", at, orLoose)
	}
	if err := changeable(at, info, writable); err != nil {
		return err
	}
	for above := filepath.Dir(at); above != at; at, above = above, filepath.Dir(above) {
		if info, err = os.Stat(above); err != nil {
			return err
		}
		if err := changeable(above, info, writable|fs.ModeSticky); err != nil {
			return err
		}
	}
	return nil
}

// The mode bits that let users other than the owner access a file, or write it.
const readable, writable fs.FileMode = 0o077, 0o022

const orLoose = ", or start with --strict-modes=false if that is intended"

// changeable returns an error that says what to do if users other than the
// owner may write the file or folder at, and nil if they may not. With the
// sticky bit in mode, it accepts a folder that has this bit.
func changeable(at string, info fs.FileInfo, mode fs.FileMode) error {
	if uid, known := owner(info); known && uid != 0 && uid != os.Geteuid() {
		return fmt.Errorf("%s belongs to another user: chown it to yours%s", at, orLoose)
	}
	if others := info.Mode() & mode; others&writable != 0 && others&fs.ModeSticky == 0 {
		return fmt.Errorf("users other than its owner may write %s: chmod go-w it%s", at, orLoose)
	}
	return nil
}

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

	mu          sync.Mutex
	connections map[*connection]bool
	keys        map[string]*held
	sessions    int
}

// held counts what one key uses.
type held struct{ connections, sessions int }

func newPlaces(l Limits) *places {
	p := &places{Limits: l, connections: map[*connection]bool{}, keys: map[string]*held{}}
	if l.Memory > 0 {
		p.mark = inUse() + l.Memory
	}
	return p
}

// inUse returns how many bytes of memory the process holds from the system.
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
	key     string // "" before it has logged in
	running int    // sessions
	timer   *time.Timer
}

// accept takes a connection, or returns an error that says why not. If there are
// too many, it closes one that has not logged in: of the same address if that has
// too many, since everybody behind a tunnel has one address.
func (p *places) accept(conn net.Conn) (*connection, error) {
	address, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil {
		address = conn.RemoteAddr().String()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
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

// login counts the connection for a key, unless the key has enough.
func (c *connection) login(key string) error {
	p := c.at
	p.mu.Lock()
	defer p.mu.Unlock()
	has := cmp.Or(p.keys[key], &held{})
	if most := 2 * p.Sessions; has.connections >= most {
		return fmt.Errorf("this key has its %d connections", most)
	}
	has.connections++
	p.keys[key], c.key = has, key
	c.timer.Reset(grace)
	return nil
}

// leave closes the connection and gives its place back.
func (c *connection) leave() {
	_ = c.Close()
	c.timer.Stop()
	p := c.at
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.connections, c)
	if has := p.keys[c.key]; has != nil {
		if has.connections--; has.connections == 0 {
			delete(p.keys, c.key)
		}
	}
}

// enter takes the place of a session, or returns an error that says why there
// is none.
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

// exit gives a session's place back.
func (c *connection) exit() {
	c.at.mu.Lock()
	defer c.at.mu.Unlock()
	c.at.sessions--
	c.at.keys[c.key].sessions--
}

// runs records that a session begins to run, or that it ends.
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

// log writes at most one line a second for each guest, so that none can flood
// it.
type log struct {
	write func(line string)
	mu    sync.Mutex
	of    map[string]*lately
}

// lately holds what a guest has logged since the last line written.
type lately struct {
	more int
	last string
}

func newLog(write func(line string)) *log { return &log{write: write, of: map[string]*lately{}} }

// add logs a line for a guest: at once if it is the first within a second.
// Otherwise the last line of that second is written at its end, with the number
// of lines before it.
func (l *log) add(who, line string) {
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

// catchUp writes what has come since the last line, every second until nothing
// more comes.
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
		since.last += fmt.Sprintf(" (and %s before)", loaders.Count(since.more-1, "line"))
	}
	l.write(since.last)
	time.AfterFunc(time.Second, func() { l.catchUp(who) })
}
