package serve

import (
	"bytes"
	"context"
	"io"
	"net"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// program starts a server that shows guests the program itself.
func program(t *testing.T, limits Limits, keys string) *served {
	t.Helper()
	return startWith(t, limits, keys, func(context.Context, string, string) (tui.Options, func(), error) {
		base := viewtest.Sample(t)
		s := &views.Session{Data: views.Data{Runs: base.Runs, Settings: base.Settings}}
		return tui.Options{Session: s, Wish: tui.Preferences{Graphics: "blocks"}, Mouse: true}, func() {}, nil
	})
}

// typist is a guest whose connection the test can break.
type typist struct {
	conn net.Conn
	keys io.Writer
	out  io.Reader
	ssh  *ssh.Session
}

// newTypist logs a guest in and waits until they see the program.
func (s *served) newTypist(t *testing.T, key ssh.Signer) *typist {
	t.Helper()
	conn, err := net.Dial("tcp", s.address)
	check.NoError(t, err)
	own, channels, requests, err := ssh.NewClientConn(conn, s.address, &ssh.ClientConfig{
		User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	check.NoError(t, err)
	session, err := ssh.NewClient(own, channels, requests).NewSession()
	check.NoError(t, err)
	g := &typist{conn: conn, ssh: session}
	if g.keys, err = session.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if g.out, err = session.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	check.NoError(t, session.RequestPty("xterm", 24, 80, nil))
	check.NoError(t, session.Shell())
	var shown bytes.Buffer
	for buf := make([]byte, 4096); !bytes.Contains(shown.Bytes(), []byte("layer_count")); {
		n, err := g.out.Read(buf)
		if err != nil {
			t.Fatalf("%v after %q", err, shown.String())
		}
		shown.Write(buf[:n])
	}
	return g
}

// settled returns the number of goroutines and of bytes in use, once there are
// at most most goroutines or a long time has passed.
func settled(most int, bytes uint64) (goroutines int, heap uint64) {
	var m runtime.MemStats
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		runtime.GC()
		runtime.ReadMemStats(&m)
		if goroutines = runtime.NumGoroutine(); goroutines <= most && m.HeapAlloc <= bytes || time.Now().After(end) {
			return goroutines, m.HeapAlloc
		}
	}
}

// baseline returns the number of goroutines once no more end, and the bytes in
// use.
func baseline() (goroutines int, heap uint64) {
	for same := 0; same < 10; same++ {
		now, bytes := settled(1<<20, 1<<60)
		if now != goroutines {
			same = 0
		}
		goroutines, heap = now, bytes
		time.Sleep(100 * time.Millisecond)
	}
	return goroutines, heap
}

// Keys under way when a guest leaves, whether the connection breaks or one of
// the keys quits, keep no part of the program in memory.
func TestGuestsWhoLeaveLeaveNothing(t *testing.T) {
	const most = 16 << 20
	for _, c := range []struct {
		why    string
		guests int
		leave  func(*typist)
	}{
		{"a connection breaks", 100, func(g *typist) {
			go io.Copy(io.Discard, g.out)
			_, _ = g.keys.Write(bytes.Repeat([]byte("jk"), 8<<10))
			_ = g.conn.Close()
		}},
		{"a connection breaks whose guest does not read", 25, func(g *typist) {
			go func() { _, _ = g.keys.Write(bytes.Repeat([]byte("jkC"), 1<<18)) }()
			time.Sleep(50 * time.Millisecond) // all buffers are full, or will be soon
			_ = g.conn.Close()
		}},
		{"a guest quits", 25, func(g *typist) {
			go io.Copy(io.Discard, g.out)
			_, _ = g.keys.Write(append([]byte("Q"), bytes.Repeat([]byte("jk"), 8<<10)...))
			if err := g.ssh.Wait(); err != nil {
				t.Error(err)
			}
			_ = g.conn.Close()
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			alice := newKey(t)
			limits := usual
			limits.Guests, limits.Sessions, limits.Address = c.guests, c.guests, c.guests
			s := program(t, limits, line(alice, "", "alice"))
			c.leave(s.newTypist(t, alice))
			before, heap := baseline()
			var all sync.WaitGroup
			for range 25 {
				all.Go(func() {
					for range c.guests / 25 {
						c.leave(s.newTypist(t, alice))
					}
				})
			}
			all.Wait()
			if now, bytes := settled(before, heap+most); now > before || bytes > heap+most {
				t.Errorf("%d goroutines and %d KB more than before %d guests left", now-before, (int64(bytes)-int64(heap))/1024, c.guests)
			}
		})
	}
}
