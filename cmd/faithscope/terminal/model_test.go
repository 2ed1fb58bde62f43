//go:build unix

package terminal

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/model"
	"faithscope/tui/screen/screentest"
)

// counting is a model that writes the number of its process to a file, and answers by how
// many words a text has.
const counting = `
import os, sys
from faithscope_model import serve
open(sys.argv[1], "a").write("%d\n" % os.getpid())
serve(lambda batch: [[len(x["premise"]) / 64, 1 - len(x["premise"]) / 64] for x in batch], ["many", "few"], ["premise", "hypothesis"])
`

// lab has a model, and a run of the demo that it can be asked about.
type modelLab struct {
	t                      *testing.T
	command, started, home string
	run                    string
}

func newModelLab(t *testing.T) *modelLab {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3: ", err)
	}
	l := &modelLab{t: t, home: t.TempDir()}
	script := filepath.Join(l.home, "count.py")
	l.started, l.run = filepath.Join(l.home, "started"), filepath.Join(l.home, "bow.jsonl")
	run := programtest.Beginning(t, "demo/alignment/runs/bow.jsonl.zst", 11) // with its header
	files := map[string]string{script: counting, filepath.Join(l.home, "faithscope_model.py"): string(model.Python()), l.run: string(run)}
	for path, text := range files {
		check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	l.command = python + " " + script + " " + l.started
	return l
}

// program returns the program with the lab's own folders.
func (l *modelLab) program(args ...string) *exec.Cmd {
	cmd := exec.Command("faithscope", args...)
	cmd.Dir = l.home
	cmd.Env = append(os.Environ(), "HOME="+l.home, "XDG_DATA_HOME="+l.home, "XDG_CONFIG_HOME="+l.home, "XDG_CACHE_HOME="+l.home)
	return cmd
}

// processes lists the processes of the model, in the order in which they started.
func (l *modelLab) processes() (pids []int) {
	text, _ := os.ReadFile(l.started)
	for line := range strings.Lines(string(text)) {
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		check.NoError(l.t, err)
		pids = append(pids, pid)
	}
	return pids
}

// ended waits until every process of the model has ended, of which n were started.
func (l *modelLab) ended(n int) {
	l.t.Helper()
	pids := l.processes()
	check.Equal(l.t, "started processes", len(pids), n)
	for _, pid := range pids {
		deadline := time.Now().Add(20 * time.Second)
		for {
			stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
			if _, state, _ := strings.Cut(string(stat), ") "); err != nil || strings.HasPrefix(state, "Z") {
				break
			}
			if time.Now().After(deadline) {
				l.t.Fatalf("process %d of the model still runs", pid)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// toPair goes to the first pair.
func toPair(term *screentest.Terminal) {
	term.WaitFor("5 Results")
	term.Walk("2", "10 of 10", "\r", "premise")
}

// removeFirst removes the first token, from wherever the cursor began.
var removeFirst = strings.Repeat("h", 30) + "-"

// A model is asked while the person looks, and however the program ends, so does the
// model.
func TestTheModelEndsWithTheProgram(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("no /proc to see processes in")
	}
	t.Parallel()
	heedSignals(t)
	for name, end := range map[string]func(term *screentest.Terminal, cmd *exec.Cmd){
		"quit":    func(term *screentest.Terminal, _ *exec.Cmd) { term.Type("Q") },
		"hang-up": func(_ *screentest.Terminal, cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGHUP) },
		"killed":  func(_ *screentest.Terminal, cmd *exec.Cmd) { _ = cmd.Process.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newModelLab(t)
			cmd := l.program("--graphics", "none", l.run, "--model", l.command)
			term := screentest.Start(t, programtest.Wide, cmd)
			toPair(term)
			if started := l.processes(); started != nil {
				t.Errorf("started before it was asked: %v", started)
			}
			term.Walk(
				removeFirst, "few .70 → few .72", // 19 words of 64, 18
				"l-", "→ few .73",
			)
			end(term, cmd)
			term.WaitForEnd()
			l.ended(1)
		})
	}
}

// :model and the person's own configuration file name a model too; another one that is
// named takes its place.
func TestNamingAModel(t *testing.T) {
	t.Parallel()
	l := newModelLab(t)
	cmd := l.program("--graphics", "none", l.run)
	term := screentest.Start(t, programtest.Wide, cmd)
	toPair(term)
	term.Walk(
		"-", "choose a model: `:model demo`",
		":model "+l.command+"\r", "is ready: `a` asks",
		removeFirst, "few .70 → few .72",
		":model demo\r", "the model bow is ready",
		"l-", "→ contradiction",
	)
	l.ended(1)
	term.Type("Q")
	term.WaitForEnd()

	check.NoError(t, os.MkdirAll(filepath.Join(l.home, "faithscope"), 0o700))
	config := filepath.Join(l.home, "faithscope", "config.toml")
	check.NoError(t, os.WriteFile(config, []byte("model = '"+l.command+"'\nmodel-restarts = 1\n"), 0o600))
	term = screentest.Start(t, programtest.Wide, l.program("--graphics", "none", l.run))
	toPair(term)
	term.Walk(removeFirst, "few .70 → few .72")
	term.Type("Q")
	term.WaitForEnd()
	l.ended(2)

	// What draws screens without a person heeds the command line alone, and a view asks
	// only there.
	view := "examples; goto dev-6811; open; set-text passage without 0"
	out := filepath.Join(l.home, "x.ansi")
	said, err := l.program("render", l.run, "--view", view, "-o", out).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "choose a model: `:model demo`") {
		t.Errorf("render without --model: %v, %s", err, said)
	}
	if said, err = l.program("open", l.run, "--graphics", "none", "--view", view).CombinedOutput(); err == nil {
		t.Errorf("no terminal, and it opens: %s", said)
	}
	term = screentest.Start(t, programtest.Wide, l.program("open", l.run, "--graphics", "none", "--view", view))
	term.WaitFor("couldn't finish opening the view: the steps of a view must be read-only")
	term.Type("Q")
	term.WaitForEnd()
	l.ended(2)
	if said, err := l.program("render", l.run, "--view", view, "-o", out, "--model", l.command).CombinedOutput(); err != nil {
		t.Errorf("render with --model: %v, %s", err, said)
	}
	if text, err := os.ReadFile(out); err != nil || !strings.Contains(string(text), "without “A”") {
		t.Errorf("drawn: %v\n%s", err, text)
	}
	l.ended(3)
}
