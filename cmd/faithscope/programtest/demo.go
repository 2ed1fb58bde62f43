package programtest

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/tui/screen/screentest"
)

// FaithfulRun is the demo's run with the most to see; FaithfulRow is its row on the overview.
const (
	FaithfulRun = "graph_count_decont_pretrain"
	FaithfulRow = 3
)

// ToExample goes from the overview to an example of the faithful run, selects a module by its row,
// like a person, and waits until all is scored.
func ToExample(terminal *screentest.Terminal, id string, nodeIndex int) {
	terminal.WaitFor("5 Results")
	terminal.Walk(
		strings.Repeat("j", FaithfulRow)+"2", "60 of 60",
		"/"+id+"\r", "1 of 60 ["+id+"]", // all 60 have been read
		"\r", "tab pane",
	)
	terminal.WaitFor(id)
	terminal.Type("gg" + strings.Repeat("j", nodeIndex))
	terminal.Wait("the selected module", func() bool { return Selected(terminal.Text()) == nodeIndex })
	terminal.Wait("the scores", func() bool { return !strings.Contains(terminal.Text(), "scoring ") })
}

// Selected returns the selected row of the program on an example screen, from 0; -1 for none.
func Selected(screenText string) int {
	row := -1
	for line := range strings.Lines(screenText) {
		switch {
		case strings.HasPrefix(strings.TrimLeft(line, " ─├┌╭│"), "program "):
			row = 0
		case row >= 0 && strings.HasPrefix(strings.TrimPrefix(line, "│"), " ▸"):
			return row
		case row >= 0:
			row++
		}
	}
	return -1
}

// CopiedRun copies a demo run's predictions to a temporary folder, and returns the arguments that
// open them with the demo's gold, programs and images.
func CopiedRun(t *testing.T, demoRun string) []string {
	t.Helper()
	args := DemoArgs(demoRun)
	text, err := os.ReadFile(args[0])
	if err != nil {
		t.Fatal(err)
	}
	args[0] = filepath.Join(t.TempDir(), demoRun, "predictions.json.zst")
	if err := os.Mkdir(filepath.Dir(args[0]), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(args[0], text, 0o644); err != nil {
		t.Fatal(err)
	}
	return args
}

// Beginning returns the first lines of a zstd file; too few fail the test.
func Beginning(t testing.TB, path string, lineCount int) (text []byte) {
	t.Helper()
	f, err := os.Open(path)
	all := bufio.NewReader(unpackFile(t, f, err))
	for range lineCount {
		line, err := all.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
	}
	return text
}

func unpackFile(t testing.TB, f io.ReadCloser, err error) io.Reader {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		z.Close()
		f.Close()
	})
	return z
}

// DemoArgs returns the arguments that open a run of the demo's NLVR: its path first, then flags.
func DemoArgs(runName string) []string {
	const dir = "demo/nlvr/"
	return []string{dir + "runs/" + runName + "/predictions.json.zst", "--gold", dir + "nlvr1_dev_box_annotations.csv.zst", "--programs",
		dir + "nlvr1_dev_annotations.tsv.zst", "--images", dir + "images"}
}

// ScoredDemo returns the demo's runs, read. Tests of a package share them, because they are opened
// once; do not change them.
func ScoredDemo(t *testing.T) []*session.ScoredRun {
	t.Helper()
	scored, err := scoredDemo()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(scored)
}

var scoredDemo = sync.OnceValues(func() ([]*session.ScoredRun, error) {
	f := opening.NewFlags()
	f.Command, f.Set, f.Demo = &cobra.Command{}, pflag.NewFlagSet("", pflag.ContinueOnError), true
	f.Command.SetContext(context.Background())
	answering.Ask(f)
	j, err := f.OpenNamed(nil)
	if err != nil {
		return nil, err
	}
	return opening.Read(f.Context(), j.Runs, session.Protocols(), scoring.Defaults())
})

// ReadAuthors returns what the authors' program wrote into the demo's predictions at a path, in
// order.
func ReadAuthors(t *testing.T, path string) []AuthorsResult {
	t.Helper()
	f, err := demo.Files.Open(path)
	var all []AuthorsResult
	lines := bufio.NewScanner(unpackFile(t, f, err))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var a AuthorsResult
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// AuthorsResult holds what the authors' program wrote into a prediction.
type AuthorsResult struct {
	Correct bool                       `json:"correct"`
	F1      float64                    `json:"box_f1_overall_score"` // averaging mode 2
	Boxes   map[string]json.RawMessage `json:"box_f1"`
	Best    map[string]json.RawMessage `json:"best_box_f1"`
}

// OpenFaithful opens the demo's faithful run, indexed, until the test ends.
func OpenFaithful(t *testing.T) *loaders.Run {
	t.Helper()
	runs, err := demo.Open(t.Context(), opening.Formats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opening.CloseAll(runs) })
	run := runs[FaithfulRow]
	if run.Name != FaithfulRun {
		t.Fatalf("run %d of the demo is %s, want %s", FaithfulRow, run.Name, FaithfulRun)
	}
	if err := run.Wait(t.Context(), math.MaxInt); err != nil {
		t.Fatal(err)
	}
	return run
}

// Find returns the example with id, or fails the test.
func Find(t *testing.T, run *loaders.Run, id string) *loaders.Example {
	t.Helper()
	for i := range run.Len() {
		if ex := run.Example(i); ex.ID == id {
			return ex
		}
	}
	t.Fatalf("%s has no example %s", run.Name, id)
	return nil
}
