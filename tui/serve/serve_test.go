package serve

import (
	"context"
	"crypto/ed25519"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui"
)

// newKey returns a private key.
func newKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	check.NoError(t, err)
	signer, err := ssh.NewSignerFromKey(private)
	check.NoError(t, err)
	return signer
}

// folder returns an empty folder that only this user may write, whatever the
// umask.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a folder
		t.Fatal(err)
	}
	return dir
}

// line returns a line of an authorized_keys file.
func line(s ssh.Signer, options, comment string) string {
	text := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(s.PublicKey())))
	return strings.TrimSpace(options+" "+text+" "+comment) + "\n"
}

// served is a server for a test.
type served struct {
	address string
	keys    string       // path
	visits  chan visitor // programs that run
	end     context.CancelFunc
	ended   chan error
}

// visitor is a guest whose program would run; the test decides when it ends.
type visitor struct {
	id, name string
	ctx      context.Context
	quit     chan struct{}
}

var errOver = errors.New("the visit is over")

// start starts a server that admits the keys. Guests see nothing: a visit lasts
// until the test or the server ends it.
func start(t *testing.T, limits Limits, keys string) *served {
	t.Helper()
	visits := make(chan visitor, 8)
	s := startWith(t, limits, keys, func(ctx context.Context, id, name string) (tui.Options, func(), error) {
		v := visitor{id, name, ctx, make(chan struct{})}
		visits <- v
		select {
		case <-v.quit:
		case <-ctx.Done():
		}
		return tui.Options{}, nil, errOver
	})
	s.visits = visits
	return s
}

// startWith starts a server that shows guests what visit returns.
func startWith(t *testing.T, limits Limits, keys string,
	visit func(ctx context.Context, id, name string) (tui.Options, func(), error)) *served {
	t.Helper()
	dir := folder(t)
	s := &served{keys: filepath.Join(dir, "keys"), ended: make(chan error, 1)}
	check.NoError(t, os.WriteFile(s.keys, []byte(keys), 0o600))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check.NoError(t, err)
	s.address = l.Addr().String()
	ctx, end := context.WithCancel(t.Context())
	s.end = end
	go func() {
		s.ended <- Serve(ctx, l, Options{
			Keys: s.keys, HostKey: filepath.Join(dir, "host"), Limits: limits, Log: func(string) {}, Visit: visit, Owner: "me",
		})
	}()
	t.Cleanup(end)
	return s
}

var usual = Limits{Guests: 3, Sessions: 2, Address: 20, Idle: time.Hour, Rate: 1 << 20}

// dial logs in with a key.
func (s *served) dial(t *testing.T, with ...ssh.AuthMethod) (*ssh.Client, error) {
	t.Helper()
	client, err := ssh.Dial("tcp", s.address, &ssh.ClientConfig{
		User: "x", Auth: with, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 2 * time.Minute,
	})
	if err == nil {
		t.Cleanup(func() { client.Close() })
	}
	return client, err
}

// guest opens a session with a terminal on which the program runs.
func (s *served) guest(t *testing.T, key ssh.Signer) *ssh.Session {
	t.Helper()
	client, err := s.dial(t, ssh.PublicKeys(key))
	check.NoError(t, err)
	return run(t, client)
}

func TestOnlyListedKeysComeIn(t *testing.T) {
	alice, bob, mallory := newKey(t), newKey(t), newKey(t)
	s := start(t, usual, line(alice, "", "alice@lab")+line(bob, `command="ls"`, "bob"))
	for why, auth := range map[string][]ssh.AuthMethod{
		"a key that is not listed":        {ssh.PublicKeys(mallory)},
		"a key with options to be obeyed": {ssh.PublicKeys(bob)},
		"no key":                          nil,
		"a password":                      {ssh.Password("")},
		"answers": {ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
			return make([]string, len(questions)), nil
		})},
	} {
		_, err := s.dial(t, auth...)
		check.Error(t, why, err, "unable to authenticate")
	}
	session := s.guest(t, alice)
	check.Equal(t, "alice's name", (<-s.visits).name, "alice@lab")
	// The name is that of the key that signed, whichever keys were offered.
	check.NoError(t, os.WriteFile(s.keys, []byte(line(alice, "", "alice")+line(mallory, "", "mallory")), 0o600))
	s.guest(t, mallory)
	check.Equal(t, "mallory's name", (<-s.visits).name, "mallory")
	check.NoError(t, os.WriteFile(s.keys, []byte(line(mallory, "", "mallory")), 0o600))
	if _, err := s.dial(t, ssh.PublicKeys(alice)); err == nil {
		t.Error("a key that was taken out still lets in")
	}
	if err := session.Wait(); err == nil {
		t.Error("a session goes on without its key")
	}
}

func TestNothingButTheProgramIsServed(t *testing.T) {
	alice := newKey(t)
	s := start(t, usual, line(alice, "", "alice"))
	client, err := s.dial(t, ssh.PublicKeys(alice))
	check.NoError(t, err)
	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "x11", "auth-agent@openssh.com", "tun@openssh.com"} {
		if channel, _, err := client.OpenChannel(kind, nil); err == nil {
			channel.Close()
			t.Errorf("a channel %s is opened", kind)
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "no-such-request"} {
		if ok, _, err := client.SendRequest(kind, true, nil); ok || err != nil {
			t.Errorf("%s: %t, %v", kind, ok, err)
		}
	}
	channel, requests, err := client.OpenChannel("session", nil)
	check.NoError(t, err)
	defer channel.Close()
	go ssh.DiscardRequests(requests)
	text := func(s string) []byte { return ssh.Marshal(struct{ S string }{s}) }
	env := func(name, value string) []byte { return ssh.Marshal(struct{ N, V string }{name, value}) }
	terminal := func(name string) []byte {
		return ssh.Marshal(struct {
			T          string
			C, R, W, H uint32
			M          string
		}{name, 80, 24, 800, 480, ""})
	}
	for _, c := range []struct {
		kind    string
		payload []byte
		want    bool
	}{
		{"shell", nil, false}, // no terminal
		{"exec", text("id"), false},
		{"subsystem", text("sftp"), false},
		{"auth-agent-req@openssh.com", nil, false},
		{"x11-req", nil, false},
		{"window-change", nil, false},
		{"env", env("LD_PRELOAD", "/tmp/x.so"), false},
		{"env", env("COLORTERM", strings.Repeat("x", 300)), false},
		{"env", env("COLORTERM", "truecolor"), true},
		{"pty-req", []byte{0, 0}, false},
		{"pty-req", terminal("../../../../../dev/zero"), false}, // the server reads the file of that name
		{"pty-req", terminal("xterm"), true},
		{"exec", text("id"), false}, // nor with a terminal
		{"auth-agent-req@openssh.com", nil, false},
		{"shell", nil, true},
		{"shell", nil, false}, // a second one
	} {
		if ok, err := channel.SendRequest(c.kind, true, c.payload); ok != c.want || err != nil {
			t.Errorf("%s %q: %t, %v; want %t", c.kind, c.payload, ok, err, c.want)
		}
	}
}

func TestGuestsAreLimited(t *testing.T) {
	alice, bob, carol := newKey(t), newKey(t), newKey(t)
	s := start(t, usual, line(alice, "", "alice")+line(bob, "", "bob")+line(carol, "", "carol"))
	var first visitor
	for k := range 2 {
		s.guest(t, alice)
		if v := <-s.visits; k == 0 {
			first = v
		}
	}
	refused := func(key ssh.Signer, why string) {
		t.Helper()
		client, err := s.dial(t, ssh.PublicKeys(key))
		check.NoError(t, err)
		_, err = client.NewSession()
		check.Error(t, "a session", err, why)
		client.Close()
	}
	refused(alice, "too many sessions with this key (maximum 2)")
	s.guest(t, bob)
	<-s.visits
	refused(carol, "too many guests on this server (maximum 3)")

	// A guest that leaves makes room.
	close(first.quit)
	deadline := time.Now().Add(2 * time.Minute)
	for {
		client, err := s.dial(t, ssh.PublicKeys(carol))
		check.NoError(t, err)
		if _, err = client.NewSession(); err == nil {
			break
		}
		client.Close()
		if time.Now().After(deadline) {
			t.Fatalf("no room after a guest left: %v", err)
		}
	}
}

func TestIdleGuestsLeave(t *testing.T) {
	alice := newKey(t)
	limits := usual
	limits.Idle = 50 * time.Millisecond
	s := start(t, limits, line(alice, "", "alice"))
	session := s.guest(t, alice)
	v := <-s.visits
	<-v.ctx.Done()
	if err := context.Cause(v.ctx); !errors.Is(err, errIdle) {
		t.Errorf("the visit ends because of %v", err)
	}
	if err := session.Wait(); err == nil {
		t.Error("the session ends as if all were well")
	}
}

func TestShutdownEndsVisits(t *testing.T) {
	alice := newKey(t)
	s := start(t, usual, line(alice, "", "alice"))
	session := s.guest(t, alice)
	v := <-s.visits
	s.end()
	<-v.ctx.Done()
	if err := context.Cause(v.ctx); !errors.Is(err, errShutdown) {
		t.Errorf("the visit ends because of %v", err)
	}
	if err := session.Wait(); err == nil {
		t.Error("the session ends as if all were well")
	}
	check.NoError(t, <-s.ended)
	if _, err := s.dial(t, ssh.PublicKeys(alice)); err == nil {
		t.Error("the server still listens")
	}
}

func TestKeysOfOthersAreNotRead(t *testing.T) {
	path := filepath.Join(folder(t), "keys")
	check.NoError(t, os.WriteFile(path, []byte(line(newKey(t), "", "alice")), 0o600))
	check.NoError(t, os.Chmod(path, 0o622))
	_, _, err := readKeys(path, false, "")
	check.Error(t, "a file that others may write", err, "other users can write to")
}
