package guests

import (
	"bufio"
	"context"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// lab is a server of runs and a guest's files for the OpenSSH client.
type lab struct {
	dir, host, port string
	server          *exec.Cmd
	heap            atomic.Int64 // what was in use after the last collection that the server asked for, in MB
}

// collected is the line that the runtime writes of such a collection.
var collected = regexp.MustCompile(`->(\d+) MB, .*\(forced\)`)

// serveGuests starts the server itself, for guests called alice and bob; without arguments it
// serves the demo's faithful run.
func serveGuests(t testing.TB, args ...string) *lab {
	t.Helper()
	l := newLab(t)
	l.authorize(t, "alice", "alice", "bob", "bob")
	if len(args) == 0 {
		args = programtest.DemoArgs(programtest.FaithfulRun)
	}
	l.serve(t, args...)
	return l
}

// newLab makes keys of alice, bob and mallory. The test is skipped where there is no
// OpenSSH client.
func newLab(t testing.TB) *lab {
	t.Helper()
	for _, name := range []string{"ssh", "ssh-keygen"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("no OpenSSH client: ", err)
		}
	}
	l := &lab{dir: t.TempDir()}
	if err := os.Chmod(l.dir, 0o700); err != nil { //nolint:gosec // a folder that others may write is refused
		t.Fatal(err)
	}
	for _, name := range []string{"alice", "bob", "mallory"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f",
			filepath.Join(l.dir, name)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return l
}

// authorize writes the authorized keys: those of names, each before its comment.
func (l *lab) authorize(t testing.TB, namesAndComments ...string) {
	t.Helper()
	var lines strings.Builder
	for pair := range slices.Chunk(namesAndComments, 2) {
		key, err := os.ReadFile(filepath.Join(l.dir, pair[0]+".pub"))
		programtest.Check(t, err)
		lines.WriteString(strings.Join(append(strings.Fields(string(key))[:2], pair[1]), " ") + "\n")
	}
	programtest.Check(t, os.WriteFile(filepath.Join(l.dir, "authorized"), []byte(lines.String()), 0o600))
}

// command returns the server, which is not started.
func (l *lab) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "faithscope", append([]string{
		"serve", "--listen", "127.0.0.1:0", "--authorized-keys", filepath.Join(l.dir, "authorized"), "--host-key", filepath.Join(l.dir, "host"),
	}, args...)...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+l.dir, "GODEBUG=gctrace=1")
	return cmd
}

// serve starts the server, and ends the one before.
func (l *lab) serve(t testing.TB, args ...string) {
	t.Helper()
	if l.server != nil {
		_ = l.server.Process.Kill()
		_ = l.server.Wait()
	}
	l.server = l.command(context.Background(), args...)
	said, err := l.server.StderrPipe()
	programtest.Check(t, err)
	programtest.Check(t, l.server.Start())
	server := l.server
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	in := bufio.NewReader(said)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("the server did not start: %v %s", err, line)
		}
		if what, address, ok := strings.Cut(strings.TrimSpace(line), " at "); ok && strings.Contains(what, "serving ") {
			if l.host, l.port, err = net.SplitHostPort(address); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	go func() {
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			if heap := collected.FindStringSubmatch(line); heap != nil {
				mb, _ := strconv.ParseInt(heap[1], 10, 64)
				l.heap.Store(mb)
			}
		}
	}()
}

// client returns an OpenSSH client that offers one key.
func (l *lab) client(key string, args ...string) *exec.Cmd {
	base := []string{
		"-F", "/dev/null", "-p", l.port, "-i", filepath.Join(l.dir, key), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes",
		"-o", "StrictHostKeyChecking=accept-new", "-o", "UserKnownHostsFile=" + filepath.Join(l.dir, "known"), "-o", "LogLevel=INFO",
	}
	return exec.Command("ssh", append(base, args...)...)
}

// visit returns the client on a terminal.
func (l *lab) visit(t testing.TB, c screentest.TerminalConfig) *screentest.Terminal {
	return screentest.Start(t, c, l.client("alice", "-tt", l.host))
}

func TestGuestSeesPictures(t *testing.T) {
	t.Parallel()
	l := serveGuests(t)
	term := l.visit(t, programtest.Wide)
	term.WaitFor("logged in as alice")
	term.Walk(strings.Repeat("j", programtest.FaithfulRow)+"2", "60 of 60", "\r", "tab pane")
	photo := programtest.PhotoOn(programtest.Picture(term))

	// Another guest has a view of their own, of another size, without pictures.
	other := l.visit(t, screentest.TerminalConfig{Cols: 80, Rows: 24})
	other.WaitFor("5 Results")
	other.Walk("<", "p ‹.45›")
	check.Lacks(t, term.Text(), "‹.45›")
	if programtest.PhotoOn(term.Pixels()) != photo {
		t.Error("the first guest's picture changed")
	}
	other.Walk(":suspend\r", "there is no shell to return to")
	other.Type("Q")
	other.Wait("the end of the session", func() bool { return strings.Contains(other.Text(), "Connection to") })
}

// A guest's query that would take all memory ends in place, while it is typed and
// after that.
func TestGuestsQueryIsBounded(t *testing.T) {
	t.Parallel()
	l := serveGuests(t)
	term := l.visit(t, programtest.Wide)
	term.WaitFor("5 Results")
	term.Walk("2", "answer  ")
	term.Type("/let a = question; ")
	for _, names := range []string{"ab", "bc", "cd", "de", "ef", "fg", "gh", "hi", "ij"} {
		term.Type("let " + names[1:] + " = " + strings.Repeat(names[:1]+" + ", 7) + names[:1] + "; ")
	}
	term.Walk("len(j) > 0", "the query creates more than")
	term.Type("\r")
	other := l.visit(t, screentest.TerminalConfig{Cols: 80, Rows: 24})
	other.WaitFor("5 Results")
	term.WaitFor("the query creates more than")
}

func TestGuestResizes(t *testing.T) {
	t.Parallel()
	l := serveGuests(t)
	term := l.visit(t, programtest.Wide)
	term.WaitFor("5 Results")
	term.Quiet() // its pictures were drawn for the larger screen
	term.Resize(80, 24)
	term.Type("j") // ssh may notice the signal at its next byte only: it looks for one before it waits, not while it does
	term.Wait("the keys on the last row of the smaller screen", func() bool {
		lines := strings.Split(strings.TrimRight(term.Text(), "\n"), "\n")
		return len(lines) == 24 && strings.Contains(lines[23], ": command  q quit")
	})
}

func TestWhatGuestsDoNotGet(t *testing.T) {
	t.Parallel()
	l := serveGuests(t)
	for _, c := range []struct {
		why  string
		cmd  *exec.Cmd
		says string
	}{
		{"a wrong key", l.client("mallory", "-tt", l.host), "Permission denied (publickey)"},
		{"no key", l.client("alice", "-o", "PubkeyAuthentication=no", "-tt", l.host), "Permission denied (publickey)"},
		{"a password", l.client("alice", "-o", "PubkeyAuthentication=no", "-o", "PreferredAuthentications=password,keyboard-interactive", l.host),
			"Permission denied (publickey)"},
		{"a shell without a terminal", l.client("alice", "-T", l.host), "shell request failed"},
		{"a command", l.client("alice", l.host, "id"), "exec request failed"},
		{"a command on a terminal", l.client("alice", "-tt", l.host, "id"), "exec request failed"},
		{"a subsystem", l.client("alice", "-s", l.host, "sftp"), "subsystem request failed"},
		{"ports of the server", l.client("alice", "-o", "ExitOnForwardFailure=yes", "-N", "-R", "127.0.0.1:0:127.0.0.1:1", l.host),
			"remote port forwarding failed"},
		{"connections from the server", l.client("alice", "-W", "127.0.0.1:"+l.port, l.host), "stdio forwarding failed"},
	} {
		out, err := c.cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: %v, %q; want %q", c.why, err, out, c.says)
		}
	}
}

func TestServerLeavesInOrder(t *testing.T) {
	t.Parallel()
	l := serveGuests(t)
	term := l.visit(t, programtest.Wide)
	term.WaitFor("5 Results")
	programtest.Check(t, l.server.Process.Signal(syscall.SIGTERM))
	term.WaitFor("the server is shutting down", "Connection to")
}

func TestGuestsTagUnderTheirName(t *testing.T) {
	t.Parallel()
	run := programtest.SmallRun(t, "small")
	l := serveGuests(t, run, "--tags")
	term := l.visit(t, screentest.TerminalConfig{Cols: 100, Rows: 30})
	term.WaitFor("5 Results")
	term.Walk("2", "is there a dog", "ttodo\r", "todo", "QQ", "Connection to")
	own, _, err := programtest.Command(t, "tags", "export", run)
	if err != nil || strings.Contains(own, "todo") {
		t.Errorf("the person's own tags are %q, %v", own, err)
	}
	hers, _, err := programtest.Command(t, "tags", "export", run, "--of", "alice")
	if err != nil || !strings.Contains(hers, `"todo"`) {
		t.Errorf("alice's tags are %q, %v", hers, err)
	}
}

// Two guests annotate the same example, blind to each other. What they said is compared
// afterwards, and the owner sees it to settle their differences. Alice marks the second and
// the third of five tokens, Bob the third: κ is (.8 - .56) / .44.
func TestGuestsAnnotateBlindToEachOther(t *testing.T) {
	t.Parallel()
	run := filepath.Join(t.TempDir(), "run.jsonl")
	programtest.Check(t, os.WriteFile(run, []byte(`{"id": "a", "question": "which animal", `+
		`"passage": {"tokens": ["the", "big", "dog", "ran", "home"]}, `+
		`"program": [{"op": "find", "text": "animal", "output": {"tokens": [0, 0, 0, 0, 1]}}]}`+"\n"), 0o600))
	l := serveGuests(t, run, "--tags")
	for _, guest := range []struct{ name, keys string }{{"alice", "j+j+"}, {"bob", "jj+"}} {
		term := screentest.Start(t, screentest.TerminalConfig{Cols: 100, Rows: 30}, l.client(guest.name, "-tt", l.host))
		term.WaitFor("5 Results")
		term.Walk(
			"2", "which animal",
			"\r", "span or token",
			"wa", "0 of 1 module annotated",
			"\t"+guest.keys, "1 of 1 module annotated",
			"QQ", "Connection to",
		)
	}
	agreed, _, err := programtest.Command(t, "tags", "agreement", run, "--format", "json")
	if kappa := gjson.Get(agreed, `runs.0.scores.#(metric=="kappa").value`).Float(); err != nil || math.Abs(kappa-.24/.44) > 1e-12 {
		t.Errorf("κ is %v, %v:\n%s", kappa, err, agreed)
	}
	drawn := filepath.Join(t.TempDir(), "screen.ansi")
	if _, said, err := programtest.Command(t, "render", run, "--view", "examples; open; annotate; others", "--size", "100x30", "-o",
		drawn); err != nil {
		t.Fatal(err, said)
	}
	text, err := os.ReadFile(drawn)
	for _, part := range []string{"others' annotations shown", "the [big [dog]] ran home", "0 of 1 module annotated"} {
		if err != nil || !strings.Contains(ansi.Strip(string(text)), part) {
			t.Errorf("no %q, %v, where differences are settled:\n%s", part, err, ansi.Strip(string(text)))
		}
	}
}

// Guests ask the server's model, within their limits, and no other one.
func TestGuestsAskTheServersModel(t *testing.T) {
	t.Parallel()
	l := serveGuests(t, "demo/alignment/runs/bow.jsonl.zst", "--model", "demo", "--guest-texts", "6")
	term := screentest.Start(t, programtest.Wide, l.client("alice", "-tt", l.host))
	term.WaitFor("logged in as alice")
	term.Walk(
		"2", "50 of 50",
		"\r", "premise",
		strings.Repeat("h", 30)+"l-", "without “woman”", // from the first token
	)
	term.WaitFor("without gradient-input")
	term.Walk(":model demo2\r", "guests can only use this server's model", "l-", "you have used up the 6 texts")
}
