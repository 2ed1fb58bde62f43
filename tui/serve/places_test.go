package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui"
)

// from opens n connections from an address of this machine.
func (s *served) from(t *testing.T, address string, n int) (all []net.Conn) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	for range n {
		conn, err := d.Dial("tcp", s.address)
		if err != nil {
			t.Skip("no second address of this machine: ", err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		all = append(all, conn)
	}
	return all
}

func TestNobodyWithoutAKeyKeepsGuestsOut(t *testing.T) {
	alice := newKey(t)
	s := start(t, usual, line(alice, "", "alice"))
	for k := range 20 {
		s.from(t, fmt.Sprintf("127.0.0.%d", 2+k), 20)
	}
	s.guest(t, alice)
	<-s.visits
}

func TestAKeyKeepsNoOtherOut(t *testing.T) {
	alice, mallory := newKey(t), newKey(t)
	limits := usual
	limits.Address = 100
	s := start(t, limits, line(alice, "", "alice")+line(mallory, "", "mallory"))
	for range 20 {
		client, err := s.dial(t, ssh.PublicKeys(mallory))
		check.NoError(t, err)
		// The first two are given, and never run. Where the server ends the connection
		// meanwhile, the library may wait for ever.
		go func() { _, _ = client.NewSession() }()
	}
	s.guest(t, alice)
	<-s.visits
}

// Guests of one address have so many connections, and who has not logged in there
// keeps no guest out.
func TestAnAddressHasSoManyConnections(t *testing.T) {
	alice, bob := newKey(t), newKey(t)
	limits := usual
	limits.Address = 5
	s := start(t, limits, line(alice, "", "alice")+line(bob, "", "bob"))
	var all []*ssh.Client
	for k, key := range []ssh.Signer{alice, alice, alice, bob, bob} {
		s.from(t, "127.0.0.1", 5-k)
		client, err := s.dial(t, ssh.PublicKeys(key))
		check.NoError(t, err)
		_, _, _ = client.OpenChannel("x11", nil) // which is answered after the login
		all = append(all, client)
	}
	if _, err := s.dial(t, ssh.PublicKeys(bob)); err == nil {
		t.Error("a sixth connection of an address is taken")
	}
	_ = all[0].Close()
	for range 100 {
		if _, err := s.dial(t, ssh.PublicKeys(bob)); err == nil {
			return
		}
	}
	t.Error("a connection that is closed makes no room")
}

// However many connections have not logged in, a new one is taken and as many stay.
func TestANewConnectionTakesAPlace(t *testing.T) {
	p := newPlaces(Limits{Address: 1000})
	closed := func(c *guestConnection) bool { return c.SetDeadline(time.Now()) != nil }
	var all []*guestConnection
	for n := range 5 * mostStarting {
		own, other := net.Pipe()
		t.Cleanup(func() { _, _ = own.Close(), other.Close() })
		c, err := p.acceptConnection(own)
		if err != nil || closed(c) {
			t.Fatalf("connection %d is not taken: %v", n, err)
		}
		all = append(all, c)
	}
	old := slices.IndexFunc(all, func(c *guestConnection) bool { return !closed(c) })
	all = slices.DeleteFunc(all, closed)
	check.Equal(t, "connections that stay", len(all), mostStarting)
	check.Equal(t, "connections counted", len(p.connections), mostStarting)
	if old >= 4*mostStarting {
		t.Error("the oldest are closed, not any")
	}
	for _, c := range all {
		c.leavePlace()
	}
	check.Equal(t, "connections counted", len(p.connections), 0)
}

func TestNoGuestComesInWhereMemoryIsShort(t *testing.T) {
	alice := newKey(t)
	limits := usual
	limits.Memory = 8 << 20
	debug.FreeOSMemory() // of what other tests left there is room for the ballast
	s := start(t, limits, line(alice, "", "alice"))
	s.guest(t, alice)
	<-s.visits
	ballast := bytes.Repeat([]byte("x"), 64<<20)
	client, err := s.dial(t, ssh.PublicKeys(alice))
	check.NoError(t, err)
	_, err = client.NewSession()
	check.Error(t, "a session", err, "no memory left")
	runtime.KeepAlive(ballast)
}

// piped is a listener whose connections stay in this process.
type piped struct {
	conns chan net.Conn
	ended chan struct{}
}

func (p piped) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.ended:
		return nil, net.ErrClosed
	}
}

func (p piped) Close() error { close(p.ended); return nil }

func (p piped) Addr() net.Addr { return &net.TCPAddr{} }

// ahead is a pipe whose writer does not wait for the reader.
type ahead struct {
	net.Conn
	written chan []byte
	closed  context.Context
	close   context.CancelFunc
}

func newAhead(c net.Conn) *ahead {
	a := &ahead{Conn: c, written: make(chan []byte, 1000)}
	a.closed, a.close = context.WithCancel(context.Background())
	go func() {
		for {
			select {
			case b := <-a.written:
				_, _ = c.Write(b)
			case <-a.closed.Done():
				return
			}
		}
	}()
	return a
}

func (a *ahead) Write(b []byte) (int, error) {
	a.written <- bytes.Clone(b)
	return len(b), nil
}

func (a *ahead) Close() error {
	a.close()
	return a.Conn.Close()
}

// servePiped starts a server whose guests see nothing until visit returns; end ends
// it.
func servePiped(t *testing.T, keys string, visit func(ctx context.Context)) (l piped, end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	l = piped{make(chan net.Conn), make(chan struct{})}
	served := make(chan error)
	go func() {
		served <- Serve(ctx, l, Options{Keys: keys, HostKey: filepath.Join(filepath.Dir(keys), "host"), Limits: usual, Log: func(string) {},
			Visit: func(ctx context.Context, _, _ string) (tui.Options, func(), error) {
				visit(ctx)
				return tui.Options{}, nil, errOver
			}})
	}()
	return l, func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}
}

// dial logs in, through a pipe.
func (p piped) dial(t *testing.T, key ssh.Signer) *ssh.Client {
	t.Helper()
	own, other := net.Pipe()
	p.conns <- newAhead(other)
	return logIn(t, own, key)
}

func logIn(t *testing.T, own net.Conn, key ssh.Signer) *ssh.Client {
	t.Helper()
	conn, channels, requests, err := ssh.NewClientConn(own, "pipe", &ssh.ClientConfig{
		User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	check.NoError(t, err)
	return ssh.NewClient(conn, channels, requests)
}

// session opens a session with a terminal.
func session(t *testing.T, c *ssh.Client) *ssh.Session {
	t.Helper()
	s, err := c.NewSession()
	check.NoError(t, err)
	if _, err := s.StdinPipe(); err != nil { // else it is at its end, and the guest gone
		t.Fatal(err)
	}
	check.NoError(t, s.RequestPty("xterm", 24, 80, nil))
	return s
}

// run opens a session in which the program runs.
func run(t *testing.T, c *ssh.Client) *ssh.Session {
	t.Helper()
	s := session(t, c)
	if s.Shell() != nil {
		t.Fatal("no program")
	}
	return s
}

func TestConnectionsWithoutASessionEnd(t *testing.T) {
	keys := filepath.Join(folder(t), "keys")
	alice := newKey(t)
	check.NoError(t, os.WriteFile(keys, []byte(line(alice, "", "alice")), 0o600))
	for _, c := range []struct {
		why  string
		asks func(t *testing.T, c *ssh.Client)
	}{
		{"asks for nothing", func(*testing.T, *ssh.Client) {}},
		{"asks for a session that is refused", func(t *testing.T, c *ssh.Client) {
			if _, _, err := c.OpenChannel("x11", nil); err == nil {
				t.Error("a channel is opened")
			}
		}},
		{"asks for no program", func(t *testing.T, c *ssh.Client) { session(t, c) }},
		{"has left the program", func(t *testing.T, c *ssh.Client) { _ = run(t, c).Close() }},
	} {
		synctest.Test(t, func(t *testing.T) {
			l, end := servePiped(t, keys, func(ctx context.Context) { <-ctx.Done() })
			client := l.dial(t, alice)
			c.asks(t, client)
			gone := make(chan struct{})
			go func() { _ = client.Wait(); close(gone) }()
			time.Sleep(grace + time.Second)
			synctest.Wait()
			select {
			case <-gone:
			default:
				t.Errorf("a guest who %s stays", c.why)
			}
			end()
			_ = client.Close()
		})
	}
}

// deaf is a connection on which nothing more arrives once deaf is closed.
type deaf struct {
	net.Conn
	deaf, closed chan struct{}
}

func (d deaf) Read(b []byte) (int, error) {
	n, err := d.Conn.Read(b)
	select {
	case <-d.deaf:
		<-d.closed
		return 0, net.ErrClosed
	default:
		return n, err
	}
}

// What a guest sends to a session is kept in memory until they close it too: as long
// as they do not, it has its place.
func TestASessionThatTheGuestKeepsOpenHasAPlace(t *testing.T) {
	keys := filepath.Join(folder(t), "keys")
	alice := newKey(t)
	check.NoError(t, os.WriteFile(keys, []byte(line(alice, "", "alice")), 0o600))
	synctest.Test(t, func(t *testing.T) {
		quit := make(chan struct{})
		l, end := servePiped(t, keys, func(context.Context) { <-quit })
		own, other := net.Pipe()
		l.conns <- newAhead(other)
		d := deaf{own, make(chan struct{}), make(chan struct{})}
		mute := logIn(t, d, alice)
		for range usual.Sessions {
			run(t, mute)
		}
		close(d.deaf)
		close(quit)
		synctest.Wait()
		client := l.dial(t, alice)
		_, err := client.NewSession()
		check.Error(t, "a session", err, "too many sessions with this key (maximum 2)")
		_ = client.Close()
		time.Sleep(grace + time.Second) // then the connection is closed
		client = l.dial(t, alice)
		if _, err := client.NewSession(); err != nil {
			t.Error("a connection that is closed makes no room: ", err)
		}
		close(d.closed)
		_, _ = client.Close(), mute.Close()
		end()
	})
}

func TestARunningSessionHasNoTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		own, other := net.Pipe()
		defer other.Close()
		c, err := newPlaces(usual).acceptConnection(own)
		check.NoError(t, errors.Join(err, c.countLogin("alice"), c.enterSession()))
		c.recordRunning(true)
		time.Sleep(2 * grace)
		if err := own.SetDeadline(time.Now()); err != nil {
			t.Error("a guest who sees the program is put out: ", err)
		}
		c.recordRunning(false)
		time.Sleep(2 * grace)
		if err := own.SetDeadline(time.Now()); err == nil {
			t.Error("a guest whose program has ended stays")
		}
	})
}

func TestAGuestHasALineASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var written []string
		l := &serverLog{write: func(line string) { written = append(written, line) }, of: map[string]*recentLogLines{}}
		for k := range 18_000 {
			l.addLine("mallory", fmt.Sprintf("refused %d", k))
			if k == 5000 {
				l.addLine("alice", "comes")
				time.Sleep(1500 * time.Millisecond)
			}
		}
		time.Sleep(10 * time.Second)
		for _, what := range []string{"comes", "asks", "leaves"} {
			l.addLine("mallory", what)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		check.EqualLists(t, "written", written, []string{"refused 0", "comes", "refused 5000 (after skipping 4999 lines)",
			"refused 17999 (after skipping 12998 lines)", "comes", "leaves (after skipping 1 line)"})
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if len(l.of) > 0 {
			t.Errorf("%d are remembered", len(l.of))
		}
	})
}

func TestFilesThatOthersCouldChangeAreRefused(t *testing.T) {
	alice := newKey(t)
	for _, c := range []struct {
		why   string
		spoil func(dir string) error
		says  string
		loose bool // what is spoilt does not matter without the modes
	}{
		{"all may write the keys", func(dir string) error { return os.Chmod(filepath.Join(dir, "keys"), 0o622) }, "keys: run chmod go-w", true},
		{"all may read the host key", func(dir string) error { return os.Chmod(filepath.Join(dir, "host"), 0o644) }, "host: run chmod 600", true},
		{"all may write the folder", func(dir string) error { return os.Chmod(dir, 0o777) }, "run chmod go-w", true},
		{"another owns the keys", func(dir string) error {
			if os.Geteuid() != 0 {
				return errors.ErrUnsupported
			}
			return os.Chown(filepath.Join(dir, "keys"), 12345, -1)
		}, "belongs to another user", true},
		{"the keys are a folder", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "keys")), os.Mkdir(filepath.Join(dir, "keys"), 0o700))
		}, "not a regular file", false},
	} {
		t.Run(c.why, func(t *testing.T) {
			dir := filepath.Join(folder(t), "own")
			keys, host := filepath.Join(dir, "keys"), filepath.Join(dir, "host")
			if _, err := hostKey(host, false); err != nil {
				t.Fatal(err)
			}
			check.NoError(t, os.WriteFile(keys, []byte(line(alice, "", "alice")), 0o600))
			read := func(loose bool) error {
				_, _, err := readKeys(keys, loose, "")
				_, wrong := hostKey(host, loose)
				return errors.Join(err, wrong)
			}
			check.NoError(t, read(false))
			if err := c.spoil(dir); errors.Is(err, errors.ErrUnsupported) {
				t.Skip("not the superuser")
			} else if err != nil {
				t.Fatal(err)
			}
			if err := read(false); err == nil || !strings.Contains(err.Error(), c.says) ||
				c.loose && !strings.Contains(err.Error(), "--strict-modes=false") {
				t.Errorf("%v, want %q", err, c.says)
			}
			check.Equal(t, "read without modes", read(true) == nil, c.loose)
		})
	}
}
