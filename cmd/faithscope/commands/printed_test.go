package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// printed runs a command line that must succeed, and returns what it prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	out, said, err := command(t, args...)
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, said)
	}
	return out
}

// printedAndSaid is printed with what the command says on standard error.
func printedAndSaid(t *testing.T, args ...string) string {
	t.Helper()
	out, said, err := command(t, args...)
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, said)
	}
	return out + said
}

// answered returns all that a command line prints and says, be it an error.
func answered(t *testing.T, args ...string) string {
	t.Helper()
	out, said, err := command(t, args...)
	if err != nil {
		said += err.Error()
	}
	return out + said
}

// writeFile writes a file, and the folders above it.
func writeFile[T string | []byte](t testing.TB, path string, content T) {
	t.Helper()
	check.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	check.NoError(t, os.WriteFile(path, []byte(content), 0o600))
}

// newPath returns the path of a file in a folder of its own, where nothing is yet.
func newPath(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(t.TempDir(), name)
}

// newFile writes a file into a folder of its own, and returns its path.
func newFile[T string | []byte](t testing.TB, name string, content T) string {
	t.Helper()
	path := newPath(t, name)
	writeFile(t, path, content)
	return path
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	check.NoError(t, err)
	return string(content)
}

// refused runs a command line that must fail, and say why.
func refused(t *testing.T, why string, args ...string) {
	t.Helper()
	_, _, err := command(t, args...)
	check.Error(t, "error", err, why, "of", args)
}

// reported returns what score prints of the only run, as JSON.
func reported(t *testing.T, args ...string) gjson.Result {
	t.Helper()
	out := printed(t, append([]string{"score --format json --no-intervals"}, args...)...)
	if n := gjson.Get(out, "runs.#").Int(); n != 1 {
		t.Fatalf("%q: %d runs", args, n)
	}
	return gjson.Get(out, "runs.0.scores")
}

// picked returns one score of a report.
func picked(scores gjson.Result, protocol, metric, of string) gjson.Result {
	return scores.Get(fmt.Sprintf(`#(protocol==%q)#|#(metric==%q)#|#(of==%q)`, protocol, metric, of))
}

// openedRun opens a run until the test ends, and waits for all of it.
func openedRun(t testing.TB, path string) *loaders.Run {
	t.Helper()
	run := loadertest.Formats(opening.Formats).Open(t, nil, path, loaders.Options{})
	return run
}

func readRun(t testing.TB, run *loaders.Run) *session.ScoredRun {
	t.Helper()
	scored := session.New(run, session.Protocols())
	check.NoError(t, scored.Read(t.Context()))
	return scored
}

// demoSession returns a session of the demo's runs.
func demoSession(t *testing.T, settings scoring.Settings) *views.Session {
	t.Helper()
	return &views.Session{Data: views.Data{Runs: programtest.ScoredDemo(t), Settings: settings}, Console: viewtest.Sample(t).Console}
}

// stageOf opens runs for steps, the demo's for none.
func stageOf(t *testing.T, runs ...string) *headlessScreen {
	t.Helper()
	var o headlessOptions
	o.addStage(pflag.NewFlagSet("", pflag.ContinueOnError))
	opened, done, err := openStage(quiet(t), runs, &o)
	check.NoError(t, err)
	t.Cleanup(done)
	return opened
}
