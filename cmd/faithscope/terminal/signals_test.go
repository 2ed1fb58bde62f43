//go:build unix

package terminal

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// TestSignalsRestoreTheTerminal ends the program at different moments of its
// start and its life. It used to hang in some: two parts of it took the same
// signal, and the first to do so left the other waiting.
func TestSignalsRestoreTheTerminal(t *testing.T) {
	t.Parallel()
	heedSignals(t)
	random, rounds := rand.New(rand.NewPCG(1, 2)), 2
	if programtest.Long {
		rounds = 8
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGHUP} {
		for round := range rounds {
			moment := time.Duration(random.IntN(1000)) * time.Millisecond
			t.Run(fmt.Sprint(s, round), func(t *testing.T) {
				t.Parallel()
				cmd, tty, _, written := hang(t)
				before, err := term.GetState(tty.Fd())
				check.NoError(t, err)
				check.NoError(t, cmd.Start())
				written.wait(t) // it has started, and takes signals
				time.Sleep(moment)
				_ = cmd.Process.Signal(s)
				check.Equal(t, "exit code", programtest.AwaitExit(t, cmd), 128+int(s))
				after, err := term.GetState(tty.Fd())
				if err != nil || !reflect.DeepEqual(before, after) {
					t.Errorf("the terminal is not as it was: %v", err)
				}
				tty.Close()
				text := written.all()
				for on, off := range map[string]string{"\x1b[?1049h": "\x1b[?1049l", "\x1b[?1002h": "\x1b[?1002l", "\x1b[?25l": "\x1b[?25h"} {
					if strings.LastIndex(text, on) > strings.LastIndex(text, off) {
						t.Errorf("%q was turned on and not off: …%q", on, text[max(0, len(text)-200):])
					}
				}
			})
		}
	}
}

// unheard are the signals that the tests were started to ignore: by nohup, or in a
// script's background, to which Ctrl-C does not go.
var unheard = slices.DeleteFunc([]os.Signal{syscall.SIGINT, syscall.SIGHUP}, func(s os.Signal) bool { return !signal.Ignored(s) })

// heedSignals has what the test starts heed them: a signal that is handled is not
// ignored by children.
func heedSignals(t *testing.T) {
	heard := make(chan os.Signal, 1)
	for _, s := range unheard {
		signal.Notify(heard, s)
	}
	t.Cleanup(func() { signal.Stop(heard) })
}

// hang returns the program, to be started on a new terminal of its own, both
// sides of that, and what will be written to it.
func hang(t *testing.T) (cmd *exec.Cmd, tty, ptmx *os.File, w *written) {
	t.Helper()
	blocking, tty, err := pty.Open()
	check.NoError(t, err)
	defer blocking.Close()
	check.NoError(t, pty.Setsize(blocking, &pty.Winsize{Cols: 100, Rows: 30}))
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	check.NoError(t, err)
	if err := unix.SetNonblock(fd, true); err != nil { // a read then ends when the file is closed
		t.Fatal(err)
	}
	ptmx = os.NewFile(uintptr(fd), "ptmx")
	t.Cleanup(func() {
		ptmx.Close()
		tty.Close()
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
		}
	})
	cmd = programtest.FaithfulCommand()
	if programtest.Long {
		cmd = exec.Command("faithscope") // with the whole demo, which is still being read at most moments
	}
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	return cmd, tty, ptmx, drain(ptmx)
}

// written holds what a program wrote to a terminal.
type written struct {
	first, end chan struct{}
	text       []byte
}

// drain reads a terminal until it is closed.
func drain(ptmx *os.File) *written {
	w := &written{first: make(chan struct{}), end: make(chan struct{})}
	go func() {
		defer close(w.end)
		buf := make([]byte, 1<<16)
		for started := false; ; started = true {
			n, err := ptmx.Read(buf)
			if w.text = append(w.text, buf[:n]...); !started {
				close(w.first)
			}
			if err != nil {
				return
			}
		}
	}()
	return w
}

func (w *written) wait(t *testing.T) {
	t.Helper()
	select {
	case <-w.first:
	case <-time.After(screentest.Patience):
		t.Fatal("nothing was written")
	}
}

// all waits until every process has closed the terminal.
func (w *written) all() string {
	<-w.end
	return string(w.text)
}

// TestWaitsEnd gives commands what never comes: pipes that nobody writes to are
// not opened, and other waits end with a signal.
func TestWaitsEnd(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	check.NoError(t, unix.Mkfifo(fifo, 0o600))
	run := filepath.Join(dir, "run.jsonl")
	line := `{"id":"a","question":"q","answer":{"predicted":"x","gold":"x","correct":true},"program":[{"op":"find"}]}` + "\n"
	check.NoError(t, os.WriteFile(run, []byte(line), 0o600))
	rooted := filepath.Join(dir, "rooted.jsonl")
	check.NoError(t, os.WriteFile(rooted, []byte(`{"faithscope":1,"run":{"name":"r","image_root":"fifo"}}`+"\n"+line), 0o600))
	own := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, own)
	}
	table := filepath.Join(dir, "table.csv")
	check.NoError(t, errors.Join(
		os.MkdirAll(filepath.Join(own, "faithscope", "themes"), 0o700),
		os.Mkdir(filepath.Join(own, "faithscope", "formats"), 0o700),
		os.WriteFile(table, []byte("a,b\n1,2\n"), 0o600),
	))
	for _, name := range []string{"user-dirs.dirs", "faithscope/maps.toml", "faithscope/themes/pipe.toml", "faithscope/formats/pipe.toml",
		"faithscope/marks.jsonl",
		"faithscope/filters.txt", "faithscope/ssh_host_ed25519_key", "faithscope/authorized_keys"} {
		check.NoError(t, unix.Mkfifo(filepath.Join(own, name), 0o600))
	}
	asked := make(chan struct{}, 100)
	dripping := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte(" "))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	}))
	defer dripping.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	check.NoError(t, err)
	defer silent.Close()
	go func() {
		for {
			conn, err := silent.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			asked <- struct{}{}
		}
	}()
	serves := []string{"serve", run, "--listen", "127.0.0.1:0", "--strict-modes=false", "--authorized-keys"}
	const opens = 128 + int(syscall.SIGINT) // it waits, or shows a run, until it is stopped
	for _, c := range []struct {
		code int
		args []string
	}{
		{1, []string{fifo}}, {opens, []string{run, "--images", fifo}}, {1, []string{run, "--config", fifo}}, {1, []string{run, "--gold", fifo}},
		{opens, []string{rooted}}, {1, []string{"score", fifo}}, {0, []string{"score", run, "--images", fifo}}, {0, []string{"score", rooted}},
		{1, []string{"score", run, "--base", fifo}}, {1, []string{"convert", fifo, "-o", filepath.Join(dir, "out.jsonl")}},
		{opens, []string{dripping.URL + "/run.jsonl"}}, {opens, []string{"score", dripping.URL + "/run.jsonl"}},
		{opens, []string{"http://" + silent.Addr().String() + "/run.jsonl"}}, {1, []string{"score", "-"}},
		{1, []string{"score", table}}, {1, []string{"config", "--theme", "pipe"}},
		{0, []string{"tags", "export", run}}, {opens, []string{run}}, {1, slices.Concat(serves, []string{table})},
		{1, slices.Concat(serves, []string{filepath.Join(own, "faithscope", "authorized_keys")})},
	} {
		t.Run(strings.ReplaceAll(strings.Join(c.args, " "), dir, ""), func(t *testing.T) {
			cmd := exec.Command("faithscope", c.args...)
			terminal := screentest.Start(t, programtest.Wide, cmd)
			if c.code == opens {
				// Whoever asks a server or writes takes signals.
				terminal.Wait("a sign of life", func() bool { return terminal.Written() > 0 || len(asked) > 0 })
				_ = cmd.Process.Signal(syscall.SIGINT)
			}
			if code := programtest.AwaitExit(t, cmd); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			for len(asked) > 0 {
				<-asked
			}
		})
	}
	parts, err := filepath.Glob(filepath.Join(dir, ".*.part"))
	if err != nil || len(parts) > 0 {
		t.Errorf("left behind: %v (%v)", parts, err)
	}
}

// TestProgramEndsWithItsTerminal hangs up a terminal on a program that, as
// under nohup, is not told by a signal.
func TestProgramEndsWithItsTerminal(t *testing.T) {
	t.Parallel()
	cmd, tty, ptmx, written := hang(t)
	// A shell ignores the signal for it: were it this process, programs that other tests
	// start meanwhile would ignore it too.
	cmd.Path, cmd.Args = "/bin/sh", slices.Concat([]string{"sh", "-c", `trap "" HUP; exec "$@"`, "sh"}, cmd.Args)
	check.NoError(t, cmd.Start())
	tty.Close()
	written.wait(t)
	time.Sleep(time.Second)
	ptmx.Close()
	if code := programtest.AwaitExit(t, cmd); code == 0 {
		t.Error("exit code 0")
	}
}
