//go:build unix

package terminal

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// TestOutputMode writes files as other programs do.
func TestOutputMode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := filepath.Join(dir, "run.jsonl")
	check.NoError(t, os.WriteFile(run, []byte(programtest.OneExample), 0o600))
	for _, c := range []struct {
		why, umask string
		before     fs.FileMode // 0 for none
		want       fs.FileMode
	}{
		{"an open umask", "000", 0, 0o666},
		{"the usual umask", "022", 0, 0o644},
		{"a private umask", "077", 0, 0o600},
		{"a private file", "022", 0o600, 0o600},
		{"a file for the group", "077", 0o664, 0o664},
	} {
		t.Run(c.why, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out.jsonl")
			if c.before != 0 {
				check.NoError(t, os.WriteFile(out, nil, 0o600))
				check.NoError(t, os.Chmod(out, c.before))
			}
			script := "umask " + c.umask + `; exec faithscope convert "$0" -o "$1" --force`
			if text, err := exec.Command("sh", "-c", script, run, out).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			info, err := os.Stat(out)
			if err != nil || info.Size() == 0 || info.Mode().Perm() != c.want {
				t.Errorf("%v, %v; want %v", info.Mode(), err, c.want)
			}
		})
	}
}

// TestNoPartStays stops a conversion in the middle of a run that is piped in.
func TestNoPartStays(t *testing.T) {
	t.Parallel()
	heedSignals(t)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1} {
		t.Run(s.String(), func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command("faithscope", "convert", "-", "-o", filepath.Join(dir, "out.jsonl.gz"))
			in, err := cmd.StdinPipe()
			check.NoError(t, err)
			defer in.Close()
			check.NoError(t, cmd.Start())
			go func() { _, _ = in.Write([]byte(strings.Repeat(programtest.OneExample, 20000))) }()
			entries := func() []os.DirEntry {
				list, err := os.ReadDir(dir)
				check.NoError(t, err)
				return list
			}
			for end := time.Now().Add(2 * time.Minute); len(entries()) == 0; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("nothing is written")
				}
			}
			check.NoError(t, cmd.Process.Signal(s))
			check.Equal(t, "exit code", programtest.AwaitExit(t, cmd), 128+int(s))
			if left := entries(); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// A command that is interrupted while it decodes four megabytes of unknown keys ends with nothing
// said of them. One that is done before the signal comes is started again.
func TestUnknownKeysAreInterrupted(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/io"); err != nil {
		t.Skip(err)
	}
	heedSignals(t)
	run := filepath.Join(t.TempDir(), "run.jsonl")
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, `{"id": "%d", "question": "q", "program": [{"op": "find"}]`, i)
		for k := range 7_500 {
			fmt.Fprintf(&text, `, "k%05d": 1`, k)
		}
		text.WriteString("}\n")
	}
	check.NoError(t, os.WriteFile(run, []byte(text.String()), 0o600))
	for range 10 {
		cmd := exec.Command("faithscope", "slices", "--no-cache", run)
		var out strings.Builder
		cmd.Stdout = &out
		check.NoError(t, cmd.Start())
		for read := 0; read < text.Len(); time.Sleep(time.Millisecond) { // then its records are decoded
			io, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", cmd.Process.Pid))
			if _, scanned := fmt.Sscanf(string(io), "rchar: %d", &read); err != nil || scanned != nil {
				break
			}
		}
		_ = cmd.Process.Signal(syscall.SIGINT)
		if code := programtest.AwaitExit(t, cmd); code == 128+int(syscall.SIGINT) {
			if out.Len() > 0 {
				t.Errorf("it says %q", out.String())
			}
			return
		}
	}
	t.Error("no signal ended it")
}

// A program that is quit while it exports leaves nothing behind: neither a file that
// looks complete nor a part of one.
func TestLeavingEndsAnExport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run, page := filepath.Join(dir, "run.jsonl"), filepath.Join(t.TempDir(), "page.html")
	check.NoError(t, os.WriteFile(run, []byte(strings.Repeat(programtest.OneExample, 20000)), 0o600))
	cmd := exec.Command("faithscope", run, "--no-cache")
	term := screentest.Start(t, programtest.Wide, cmd)
	term.WaitFor("20000")
	term.Walk("2", "of 20000", ":export "+page+"\r", "writing 20")
	term.Type("Q")
	check.Equal(t, "exit code", programtest.AwaitExit(t, cmd), 0)
	if left, err := os.ReadDir(filepath.Dir(page)); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
