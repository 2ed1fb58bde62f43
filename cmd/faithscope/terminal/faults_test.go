//go:build unix

package terminal

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// TestProgramResizedAThousandTimes drags the terminal about, down to one cell: 300 times, and a
// thousand with FAITHSCOPE_TEST_LONG.
// Afterwards the screen is what a new terminal of that size shows.
func TestProgramResizedAThousandTimes(t *testing.T) {
	t.Parallel()
	c := screentest.TerminalConfig{Cols: 100, Rows: 30, Cell: image.Pt(2, 4)}
	show := func() *screentest.Terminal {
		term := screentest.Start(t, c, programtest.FaithfulCommand("--graphics", "blocks"))
		programtest.ToExample(term, "dev-3817-0", 2)
		term.WaitFor("of 36 boxes with p > .50")
		return term
	}
	times := 300
	if programtest.Long {
		times = 1000
	}
	want := show()
	term, random := show(), rand.New(rand.NewPCG(3, 4))
	for i := range times {
		term.Resize(1+random.IntN(180), 1+random.IntN(60))
		if i%50 == 0 {
			time.Sleep(30 * time.Millisecond)
		}
	}
	term.Resize(c.Cols, c.Rows)
	term.Quiet()
	want.Quiet()
	term.Wait("the screen of a new terminal", func() bool { return term.Text() == want.Text() })
}

// TestProgramOutlivesItsFile takes the run's file away while it is open.
func TestProgramOutlivesItsFile(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(programtest.OneExample, 3000)
	for _, c := range []struct {
		why  string
		does func(path string) error
	}{
		{"truncated", func(path string) error { return os.Truncate(path, int64(len(text)/3)) }},
		{"emptied", func(path string) error { return os.Truncate(path, 0) }},
		{"deleted", os.Remove},
		{"replaced by another", func(path string) error {
			if err := os.WriteFile(path+".new", []byte("{}\n"), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		}},
		{"overwritten", func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("\x1b]0;x\x07", len(text)/6)), 0o600)
		}},
		{"replaced by a folder", func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o700)
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "run.jsonl")
			check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			cmd := exec.Command("faithscope", path)
			term := screentest.Start(t, screentest.TerminalConfig{Cols: 100, Rows: 30, Record: true}, cmd)
			term.WaitFor("3000")
			term.Walk("2", "of 3000")
			check.NoError(t, c.does(path))
			for _, keys := range []string{"G", "\r", "kkkk", "q", "ggjj\r", "]", "q", ":reload\r", "!", "q"} {
				term.Type(keys)
				time.Sleep(50 * time.Millisecond)
			}
			term.Walk("?", "enter pick")
			term.Type("\x1b[27u")
			term.Type("Q")
			check.Equal(t, "exit code", programtest.AwaitExit(t, cmd), 0)
			term.WaitForEnd() // the exit is known before the last output is read
			programtest.CheckWritten(t, term.Recorded())
		})
	}
}

// TestFoldersThatTakeNoFile has every folder that the program writes to refuse,
// for root too.
func TestFoldersThatTakeNoFile(t *testing.T) {
	t.Parallel()
	const refuses = "/proc/self/task"
	if err := os.WriteFile(filepath.Join(refuses, "x"), nil, 0o600); err == nil {
		t.Skip("a file can be written to " + refuses)
	}
	run := filepath.Join(t.TempDir(), "run.jsonl")
	check.NoError(t, os.WriteFile(run, []byte(strings.Repeat(programtest.OneExample, 3000)), 0o600))
	env := append(os.Environ(), "XDG_CACHE_HOME="+refuses, "XDG_CONFIG_HOME="+refuses, "XDG_DATA_HOME="+refuses, "XDG_STATE_HOME="+refuses,
		"TMPDIR="+refuses)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"score", run, "--no-intervals"}, 0, "3000"},
		{[]string{"convert", run, "-o", refuses + "/out.jsonl"}, 1, refuses},
		{[]string{"score", run, "--partial", refuses + "/out.json"}, 1, refuses},
	} {
		cmd := exec.Command("faithscope", c.args...)
		cmd.Env = env
		text, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(text), c.says) {
			t.Errorf("%v: exit code %d, want %d:\n%s", c.args, code, c.code, text)
		}
	}
	cmd := exec.Command("faithscope", run)
	cmd.Env = env
	term := screentest.Start(t, programtest.Wide, cmd)
	term.WaitFor("3000")
	term.Type("Q")
	check.Equal(t, "exit code", programtest.AwaitExit(t, cmd), 0)
}

// TestProgramKilledWhileTagging kills the program as soon as it says that an
// example is marked: the mark is there when it is opened again.
func TestProgramKilledWhileTagging(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	var text strings.Builder
	for i := range 10 {
		text.WriteString(strings.Replace(programtest.OneExample, `"id":"`, fmt.Sprintf(`"id":"%d-`, i), 1))
	}
	check.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
	for i := range 10 {
		cmd := exec.Command("faithscope", path)
		term := screentest.Start(t, programtest.Wide, cmd)
		term.WaitFor("5 Results")
		term.Type("2")
		term.Wait(fmt.Sprintf("the list with %d marks", i), func() bool {
			// in the rows, not in what is said of the selected one
			return strings.Contains(term.Text(), "question  ") && strings.Count(term.Text(), "-a  ◆") == i
		})
		term.Walk("gg"+strings.Repeat("j", i)+" ", ": marked")
		check.NoError(t, cmd.Process.Kill())
		term.WaitForEnd()
	}
}

// Where the shell leaves too few addresses, a sentence says so instead of a dump of the
// runtime, which itself may lack some below 1.8 GB where it is linked with C.
func TestTooFewAddresses(t *testing.T) {
	t.Parallel()
	const said = "faithscope: ulimit -v allows only %s kB of address space; raise it to 2621440 kB or more"
	for limit, want := range map[string]string{
		"2000000": fmt.Sprintf(said, "2000000"), "2621439": fmt.Sprintf(said, "2621439"), "8000000": "",
	} {
		out, err := exec.CommandContext(t.Context(), "sh", "-c", "ulimit -v "+limit+"; exec faithscope formats >/dev/null").CombinedOutput()
		if (err != nil) != (want != "") || !strings.HasPrefix(string(out), want) || strings.Count(string(out), "\n") > 1 {
			t.Errorf("with %s kB: %v, %.300s", limit, err, out)
		}
	}
}
