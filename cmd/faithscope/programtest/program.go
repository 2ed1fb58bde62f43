// Package programtest has what tests of the running program share: a terminal that
// it runs on, runs of the demo and small ones, and what it may write.
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
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"faithscope/tui/screen/screentest"
)

// Wide is a terminal with room for everything, which shows sixel.
var Wide = screentest.Config{Cols: 132, Rows: 40, Cell: image.Pt(10, 20), Sixel: true, Sync: true}

// Fine is a terminal with many pixels, on which boxes are further apart.
var Fine = screentest.Config{Cols: 132, Rows: 40, Cell: image.Pt(20, 40), Sixel: true, Sync: true}

// Long has tests that wait or repeat do so in full; .ci/run sets it.
var Long = os.Getenv("FAITHSCOPE_TEST_LONG") != ""

// Start runs the program itself with args, in a process of its own, on a terminal until the test
// ends.
func Start(t *testing.T, c screentest.Config, args ...string) *screentest.Terminal {
	t.Helper()
	return screentest.Start(t, c, exec.Command("faithscope", args...))
}

// StartFaithful runs the program on the demo's faithful run alone: the whole demo takes ten times
// as long to open, and only tests of what it shows need that.
func StartFaithful(t *testing.T, c screentest.Config) *screentest.Terminal {
	t.Helper()
	return screentest.Start(t, c, FaithfulCommand())
}

// FaithfulCommand returns the program, which is not started, with that run and further arguments.
func FaithfulCommand(more ...string) *exec.Cmd {
	return exec.Command("faithscope", append(DemoArgs(FaithfulRun), more...)...)
}

// AwaitExit waits for a started process to end and returns its exit code, -1 where a signal killed
// it. One that does not end in time fails the test.
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
		t.Fatalf("%v still runs after %v", cmd.Args, screentest.Patience)
	}
	return 0
}

// Main runs the tests of a package of cmd/faithscope, in which the command faithscope
// is the program itself, and others are further functions.
func Main(m *testing.M, program func(version string) int, others map[string]func()) {
	commands := map[string]func(){"faithscope": func() { os.Exit(program("0.1.0")) }}
	maps.Copy(commands, others)
	testscript.Main(tests{m}, commands)
}

// tests belong to one package. They run in cmd/faithscope, from where the paths of
// the demo lead. Most of them wait for a program more than they work, so that more run
// side by side than there are processors. Garbage is collected less often, as long as there
// is memory: six gigabytes were in use otherwise, and two are so few that a quarter of the
// time went into collecting: cobra keeps every command that it ever completed. The programs
// that they start collect less often too.
type tests struct{ *testing.M }

// Run runs the tests in cmd/faithscope, six side by side, with less frequent garbage collection,
// and returns their exit code: 1 also where a program has crashed and no test saw it. Those that
// crash on purpose have a folder of their own for temporary files.
func (t tests) Run() int {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(3 << 30)
	// Within tmux, what tests copy would go there.
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

// Command runs the program to its end and returns what it printed to standard output and to
// standard error; if it failed, the error has its messages.
func Command(t *testing.T, args ...string) (out, said string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "faithscope", args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err = cmd.Run(); err != nil {
		err = fmt.Errorf("%w: %s", err, stderr.String())
	}
	return stdout.String(), stderr.String(), err
}
