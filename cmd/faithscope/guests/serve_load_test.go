package guests

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

const (
	// keysEach is how many keys a guest presses, one every keyEvery, like a person who
	// scrolls.
	keysEach = 30
	keyEvery = 200 * time.Millisecond
	// plenty is how many pieces a guest reads ahead who reads all.
	plenty = 1024
)

// manyGuests are fifty, or eight with -short.
func manyGuests() int {
	if testing.Short() {
		return 8
	}
	return 50
}

// scroller is a guest who scrolls.
type scroller struct {
	client *ssh.Client
	keys   io.Writer
	shown  chan []byte // what comes from the server; full, nothing more is read
}

// newScroller opens the list of examples with a key, and reads so many pieces ahead.
func newScroller(l *lab, name string, ahead int) (*scroller, error) {
	text, err := os.ReadFile(filepath.Join(l.dir, name))
	if err != nil {
		return nil, err
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, err
	}
	s := &scroller{shown: make(chan []byte, ahead)}
	s.client, err = ssh.Dial("tcp", net.JoinHostPort(l.host, l.port), &ssh.ClientConfig{
		User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, err
	}
	session, err := s.client.NewSession()
	if err != nil {
		return nil, err
	}
	keys, in := session.StdinPipe()
	out, from := session.StdoutPipe()
	if err := errors.Join(in, from, session.RequestPty("xterm-256color", 40, 120, nil), session.Shell()); err != nil {
		return nil, err
	}
	s.keys = keys
	go func() {
		defer close(s.shown)
		for {
			buf := make([]byte, 32<<10)
			n, err := out.Read(buf)
			if n > 0 {
				s.shown <- buf[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return s, errors.Join(s.until(" Results"), s.press("2"), s.until("there is"))
}

func (s *scroller) press(keys string) error {
	_, err := io.WriteString(s.keys, keys)
	return err
}

// until waits until the server has sent a text.
func (s *scroller) until(text string) error {
	var all strings.Builder
	limit := time.After(2 * time.Minute)
	for {
		select {
		case b, ok := <-s.shown:
			all.Write(b)
			if strings.Contains(all.String(), text) {
				return nil
			}
			if !ok {
				return fmt.Errorf("the server left before %q", text)
			}
		case <-limit:
			return fmt.Errorf("%q does not come", text)
		}
	}
}

// shows presses a key and waits until the server sends something.
func (s *scroller) shows(key string) error {
	for len(s.shown) > 0 {
		<-s.shown
	}
	if err := s.press(key); err != nil {
		return err
	}
	select {
	case _, ok := <-s.shown:
		if !ok {
			return errors.New("the server left")
		}
		return nil
	case <-time.After(2 * time.Minute):
		return fmt.Errorf("%q changes nothing", key)
	}
}

// scroll presses a key again and again, from a moment of the guest's own on, and
// returns how long each took to show. It is one key, since of two that undo each other
// nothing may be seen if they are drawn at once.
func (s *scroller) scroll(key string, from time.Duration) (took []time.Duration, err error) {
	time.Sleep(from)
	next := time.NewTicker(keyEvery)
	defer next.Stop()
	for range keysEach {
		<-next.C
		start := time.Now()
		if err := s.shows(key); err != nil {
			return nil, err
		}
		took = append(took, time.Since(start))
	}
	return took, nil
}

// A guest who stops reading stops no other, and finds the present when reading
// again. A session of one megabit a second has its terminal full at once when all
// of the screen changes with every key.
func TestGuestWhoStopsReadingStopsNobody(t *testing.T) {
	t.Parallel()
	l := serveGuests(t, append(programtest.DemoArgs(programtest.FaithfulRun), "--rate", "1")...)
	guests := make([]*scroller, 2)
	for i := range guests {
		var err error
		if guests[i], err = newScroller(l, "alice", []int{1, plenty}[i]); err != nil {
			t.Fatal(err)
		}
		defer guests[i].client.Close()
	}
	deaf, other := guests[0], guests[1]
	for range 40 { // of 60 examples, so that each key changes something
		programtest.Check(t, errors.Join(deaf.press(">>>>"), other.shows("j")))
	}
	const left = "\x1b[?1049l" // the other screen of a terminal
	check.NoError(t, errors.Join(deaf.press("Q"), deaf.until(left), other.press("Q"), other.until(left)))
}

// memory returns what the server holds, in bytes.
func (l *lab) memory(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.server.Process.Pid))
	if err != nil {
		b.Skip("no /proc: ", err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	programtest.Check(b, err)
	return float64(kb) * 1024
}

// worked returns the processor's time that the server took, in seconds.
func (l *lab) worked(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", l.server.Process.Pid))
	if err != nil {
		b.Skip("no /proc: ", err)
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest) // from the third on; see proc_pid_stat(5)
	user, err := strconv.Atoi(fields[11])
	system, wrong := strconv.Atoi(fields[12])
	programtest.Check(b, errors.Join(err, wrong))
	const ticks = 100 // a second
	return float64(user+system) / ticks
}

// scrollAll has all guests scroll at the same time with one key, each from a moment of
// their own on, and returns how long the keys took, in order.
func scrollAll(b *testing.B, guests []*scroller, key string, from func(i int) time.Duration) (all []time.Duration) {
	b.Helper()
	var mu sync.Mutex
	var scrolling sync.WaitGroup
	for i, g := range guests {
		scrolling.Go(func() {
			took, err := g.scroll(key, from(i))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				b.Error(err)
			}
			all = append(all, took...)
		})
	}
	scrolling.Wait()
	if len(all) == 0 {
		b.Fatal("no key was shown")
	}
	slices.Sort(all)
	return all
}

// BenchmarkGuests measures what many guests feel who scroll at the same time, and what
// they take of the server's memory.
func BenchmarkGuests(b *testing.B) {
	for b.Loop() {
		many := manyGuests()
		l := serveGuests(b, "--guests", strconv.Itoa(many), "--sessions", strconv.Itoa(many), "--per-address", strconv.Itoa(many))
		alone := l.memory(b)
		guests := make([]*scroller, many)
		for i := range guests {
			var err error
			if guests[i], err = newScroller(l, "alice", plenty); err != nil {
				b.Fatal(err)
			}
		}
		before := l.worked(b)
		all := scrollAll(b, guests, "j", func(i int) time.Duration { return time.Duration(i) * keyEvery / time.Duration(many) })
		full, work := l.memory(b), l.worked(b)-before
		atOnce := scrollAll(b, guests, "k", func(int) time.Duration { return 0 })
		for _, g := range guests {
			_ = g.client.Close()
		}
		after := full
		for end := time.Now().Add(30 * time.Second); after > alone+(full-alone)/4 && time.Now().Before(end); time.Sleep(time.Second) {
			after = l.memory(b)
		}
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms/key-p50")
		b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "ms/key-p95")
		b.ReportMetric(float64(atOnce[len(atOnce)*95/100].Microseconds())/1000, "ms/key-p95-same-instant")
		b.ReportMetric((full-alone)/float64(many)/1e6, "MB/guest")
		b.ReportMetric(work*1000/float64(len(all)), "cpu-ms/key")
		b.ReportMetric(alone/1e6, "MB-alone")
		b.ReportMetric(after/1e6, "MB-after")
		_ = l.server.Process.Kill()
	}
}

// attack does what a guest can to others until stop: queries that take all they may,
// floods of keys, sessions that never run, and connections that break or never log in.
// It returns how often it came in.
func attack(l *lab, stop <-chan struct{}) (visits int) {
	const (
		long  = `/any(modules, any(modules, .score < 1)) and question matches "(a|b|c|d|e)*(f|g)*x"` + "\r"
		large = `/let a = question; let b = a+a+a+a+a+a+a+a; let c = b+b+b+b+b+b+b+b; let d = c+c+c+c+c+c+c+c; ` +
			`let e = d+d+d+d+d+d+d+d; let f = e+e+e+e+e+e+e+e; let g = f+f+f+f+f+f+f+f; len(g) > 0` + "\r"
	)
	for {
		select {
		case <-stop:
			return visits
		default:
		}
		var silent []net.Conn
		for range 20 {
			if conn, err := net.Dial("tcp", net.JoinHostPort(l.host, l.port)); err == nil {
				silent = append(silent, conn)
			}
		}
		s, err := newScroller(l, "mallory", plenty)
		if err != nil {
			time.Sleep(100 * time.Millisecond)
			continue
		}
		visits++
		for range 5 {
			_, _ = s.client.NewSession()
		}
		_ = s.press(strings.Repeat(long+large, 5))
		_ = s.press(strings.Repeat("jk<>zz", 2000))
		time.Sleep(200 * time.Millisecond)
		_ = s.client.Close() // with keys under way
		for _, conn := range silent {
			_ = conn.Close()
		}
	}
}

// BenchmarkGuestsBesideAnAttacker measures what many guests feel while another one does
// what it can to them, for FAITHSCOPE_TEST_SIEGE (ten seconds), and what is left in the
// server's heap after a collection, and of memory.
func BenchmarkGuestsBesideAnAttacker(b *testing.B) {
	siege, err := time.ParseDuration(cmp.Or(os.Getenv("FAITHSCOPE_TEST_SIEGE"), "10s"))
	programtest.Check(b, err)
	for b.Loop() {
		many := manyGuests()
		l := serveGuests(b, "--guests", strconv.Itoa(many+4), "--sessions", strconv.Itoa(many), "--per-address", "1000")
		file, err := os.OpenFile(filepath.Join(l.dir, "authorized"), os.O_APPEND|os.O_WRONLY, 0)
		programtest.Check(b, err)
		key, err := os.ReadFile(filepath.Join(l.dir, "mallory.pub"))
		if _, wrote := file.Write(key); errors.Join(err, wrote, file.Close()) != nil {
			b.Fatal(err, wrote)
		}
		guests := make([]*scroller, many)
		for i := range guests {
			if guests[i], err = newScroller(l, "alice", plenty); err != nil {
				b.Fatal(err)
			}
		}
		first, err := newScroller(l, "mallory", plenty)
		programtest.Check(b, err)
		_ = first.client.Close()
		time.Sleep(7 * time.Second) // after a guest has left the server collects, and returns memory
		before, heap, visits, stop := l.memory(b), l.heap.Load(), 0, make(chan struct{})
		var attacking sync.WaitGroup
		attacking.Go(func() { visits = attack(l, stop) })
		var all []time.Duration
		for i, end := 0, time.Now().Add(siege); time.Now().Before(end); i++ {
			all = append(all, scrollAll(b, guests, string("jk"[i%2]),
				func(i int) time.Duration { return time.Duration(i) * keyEvery / time.Duration(many) })...)
		}
		close(stop)
		attacking.Wait()
		time.Sleep(7 * time.Second)
		after := l.memory(b)
		for end := time.Now().Add(30 * time.Second); after > before*1.2 && time.Now().Before(end); time.Sleep(time.Second) {
			after = l.memory(b)
		}
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "ms/key-p95")
		b.ReportMetric(float64(visits), "attacks")
		b.ReportMetric(float64(heap), "heap-MB-before")
		b.ReportMetric(float64(l.heap.Load()), "heap-MB-after")
		b.ReportMetric(before/1e6, "MB-before")
		b.ReportMetric(after/1e6, "MB-after")
		for _, g := range guests {
			_ = g.client.Close()
		}
		_ = l.server.Process.Kill()
	}
}

// BenchmarkGuestsBesideOneWhoComputes measures what eight guests feel who scroll through all runs
// of the demo while a ninth has them scored or compared again, fifty times a second.
func BenchmarkGuestsBesideOneWhoComputes(b *testing.B) {
	for _, keys := range []string{"", "=<", "4"} {
		b.Run("keys="+keys, func(b *testing.B) {
			for b.Loop() {
				l := newLab(b)
				l.authorize(b, "alice", "alice")
				l.serve(b, "--sessions", "9")
				guests := make([]*scroller, 9)
				for i := range guests {
					var err error
					if guests[i], err = newScroller(l, "alice", plenty); err != nil {
						b.Fatal(err)
					}
				}
				stop, stopped := make(chan struct{}), make(chan struct{})
				go func() {
					defer close(stopped)
					for often := time.NewTicker(20 * time.Millisecond); keys != ""; <-often.C {
						select {
						case <-stop:
							return
						default:
							_ = guests[8].press(keys)
						}
						for len(guests[8].shown) > 0 {
							<-guests[8].shown
						}
					}
				}()
				all := scrollAll(b, guests[:8], "j", func(i int) time.Duration { return time.Duration(i) * keyEvery / 8 })
				close(stop)
				<-stopped
				b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms/key-p50")
				b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "ms/key-p95")
				for _, g := range guests {
					_ = g.client.Close()
				}
				_ = l.server.Process.Kill()
			}
		})
	}
}
