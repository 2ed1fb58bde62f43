package progress

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"

	"faithscope/loaders/loadertest/check"
)

// What takes long says what it does, in one row of the terminal, and leaves nothing of it.
func TestDuring(t *testing.T) {
	t.Setenv("TERM", "xterm")
	screen, stderr, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer screen.Close()
	defer stderr.Close()
	wrong := errors.New("wrong")
	shown := make([]byte, 0, 1<<10)
	read := func(until string) {
		for !strings.Contains(string(shown), until) {
			b := make([]byte, 256)
			n, err := screen.Read(b)
			if err != nil {
				t.Errorf("%q: %v", shown, err)
				return
			}
			shown = append(shown, b[:n]...)
		}
	}
	doing := func() string { return "reading \x1b[2Ja run of " + strings.Repeat("long ", 30) }
	check.Is(t, "the error", During(On(t.Context(), stderr), doing, func() error { read("…"); return wrong }), wrong)
	if _, err := stderr.WriteString("|"); err != nil {
		t.Fatal(err)
	}
	read("|")
	line, after, _ := strings.Cut(strings.TrimPrefix(string(shown), "\r\x1b[K"), "…")
	if strings.Contains(line, "\x1b[2J") || len([]rune(line)) != width-1 || !strings.HasSuffix(after, "\r\x1b[K|") {
		t.Errorf("the terminal got %q", shown)
	}
}

// Work that is soon done, or that nobody watches, shows nothing.
func TestDuringQuietly(t *testing.T) {
	t.Parallel()
	screen, stderr, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer screen.Close()
	defer stderr.Close()
	file, err := os.Create(t.TempDir() + "/stderr")
	check.NoError(t, err)
	defer file.Close()
	if On(t.Context(), file) != t.Context() {
		t.Error("a file is taken for a terminal")
	}
	for _, ctx := range []context.Context{t.Context(), On(t.Context(), stderr)} {
		check.NoError(t, During(ctx, func() string { return "never" }, func() error { return nil }))
	}
	if _, err := stderr.WriteString("|"); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 256)
	n, err := screen.Read(b)
	if info, _ := file.Stat(); err != nil || string(b[:n]) != "|" || info.Size() > 0 {
		t.Errorf("%q, %v, %d bytes in the file", b[:n], err, info.Size())
	}
}

// A terminal that does not move its cursor would show every state of the line.
func TestNoProgressOnDumbTerminals(t *testing.T) {
	screen, stderr, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer screen.Close()
	defer stderr.Close()
	for name, want := range map[string]bool{"dumb": false, "xterm": true} {
		t.Setenv("TERM", name)
		if shown := New(stderr, "checking", nil).w != nil; shown != want || (On(t.Context(), stderr) != t.Context()) != want {
			t.Errorf("%s: progress is shown: %t", name, shown)
		}
	}
}
