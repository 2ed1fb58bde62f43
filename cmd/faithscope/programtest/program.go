// Package programtest has helpers for tests of the running program: a terminal, runs, and checks of
// what it writes.
package programtest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"faithscope/tui/screen/screentest"
)

// Wide is a terminal with room for everything, which shows sixel.
var Wide = screentest.TerminalConfig{Cols: 132, Rows: 40, Cell: image.Pt(10, 20), Sixel: true, Sync: true}

// Fine is a terminal with many pixels, on which boxes are further apart.
var Fine = screentest.TerminalConfig{Cols: 132, Rows: 40, Cell: image.Pt(20, 40), Sixel: true, Sync: true}

// Long has tests wait or repeat in full; .ci/run sets it.
var Long = os.Getenv("FAITHSCOPE_TEST_LONG") != ""

// Start runs the program with args in a process, on a terminal, until the test ends.
func Start(t *testing.T, c screentest.TerminalConfig, args ...string) *screentest.Terminal {
	t.Helper()
	return screentest.Start(t, c, exec.Command("faithscope", args...))
}

// StartFaithful opens only the demo's faithful run, because the whole demo takes ten times as long.
func StartFaithful(t *testing.T, c screentest.TerminalConfig) *screentest.Terminal {
	t.Helper()
	return screentest.Start(t, c, FaithfulCommand())
}

// FaithfulCommand returns the program with that run and further arguments, not started.
func FaithfulCommand(moreArgs ...string) *exec.Cmd {
	return exec.Command("faithscope", append(DemoArgs(FaithfulRun), moreArgs...)...)
}

// AwaitExit returns a process's exit code, -1 after a signal. If it does not end in time the test
// fails.
func AwaitExit(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode()
	case <-time.After(screentest.Patience):
		t.Fatalf("%v is still running after %v", cmd.Args, screentest.Patience)
	}
	return 0
}

// Main runs the tests of a package of cmd/faithscope, in which the command faithscope is the
// program, and subprograms are further functions.
func Main(m *testing.M, programMain func(version string) int, subprograms map[string]func()) {
	commands := map[string]func(){"faithscope": func() { os.Exit(programMain("0.1.0")) }}
	maps.Copy(commands, subprograms)
	testscript.Main(testSuite{m}, commands)
}

// testSuite run in cmd/faithscope, because the demo's paths are relative to it. More run side by side
// than there are processors, because most wait for a program. Garbage is collected less often: a
// quarter of the time went into it, because cobra keeps every command that it ever completed.
type testSuite struct{ *testing.M }

// Run returns 1 also if a program crashed unseen. Tests that crash on purpose have their own
// temporary folder.
func (t testSuite) Run() int {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(3 << 30)
	// Within tmux, copies would go there.
	if err := errors.Join(os.Unsetenv("TMUX"), os.Setenv("GOGC", "400"), flag.Set("test.parallel", "6"), os.Chdir("..")); err != nil {
		panic(err)
	}
	crashes := filepath.Join(os.TempDir(), "faithscope-crash-*.txt")
	before, _ := filepath.Glob(crashes)
	code := t.M.Run()
	after, _ := filepath.Glob(crashes)
	for _, report := range after {
		if !slices.Contains(before, report) {
			text, _ := os.ReadFile(report)
			fmt.Fprintf(os.Stdout, "a program has crashed: %s\n%s", report, text)
			code = 1
		}
	}
	return code
}

// Command runs the program to its end and returns standard output and standard error; err has its
// messages. The first argument may be several words.
func Command(t *testing.T, args ...string) (out, errors string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "faithscope", append(strings.Fields(args[0]), args[1:]...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err = cmd.Run(); err != nil {
		err = fmt.Errorf("%w: %s", err, stderr.String())
	}
	return stdout.String(), stderr.String(), err
}
