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

// FaithfulRun is the demo's run with the most to see; its row on the overview is the FaithfulRow.
const (
	FaithfulRun = "graph_count_decont_pretrain"
	FaithfulRow = 3
)

// ToExample goes from the overview to an example of the faithful run and selects a module by its
// row, as a person would, and waits until it is selected and all is scored.
func ToExample(term *screentest.Terminal, id string, node int) {
	term.WaitFor("5 Results")
	term.Type(strings.Repeat("j", FaithfulRow) + "2")
	term.WaitFor("60 of 60")
	term.Type("/" + id + "\r")
	term.WaitFor("1 of 60 [" + id + "]") // not 51 of those that have been read so far
	term.Type("\r")
	term.WaitFor("tab pane")
	term.WaitFor(id)
	term.Type("gg" + strings.Repeat("j", node))
	term.Wait("the selected module", func() bool { return Selected(term.Text()) == node })
	term.Wait("the scores", func() bool { return !strings.Contains(term.Text(), "scoring ") })
}

// Selected returns the row of the program that is selected on an example screen, from 0, or -1 for
// none.
func Selected(screen string) int {
	row := -1
	for line := range strings.Lines(screen) {
		switch {
		case strings.HasPrefix(line, "   program "):
			row = 0
		case row >= 0 && strings.HasPrefix(line, " ▸"):
			return row
		case row >= 0:
			row++
		}
	}
	return -1
}

// CopiedRun copies the predictions of a demo run to a temporary folder of its own, and returns the
// arguments that open it there, with the demo's gold, programs and images.
func CopiedRun(t *testing.T, name string) []string {
	t.Helper()
	args := DemoArgs(name)
	text, err := os.ReadFile(args[0])
	if err != nil {
		t.Fatal(err)
	}
	args[0] = filepath.Join(t.TempDir(), name, "predictions.json.zst")
	if err := os.Mkdir(filepath.Dir(args[0]), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(args[0], text, 0o644); err != nil {
		t.Fatal(err)
	}
	return args
}

// Beginning returns the first lines of a file packed by zstd; a file with fewer fails the test.
func Beginning(t testing.TB, path string, lines int) (text []byte) {
	t.Helper()
	f, err := os.Open(path)
	all := bufio.NewReader(unpackFile(t, f, err))
	for range lines {
		line, err := all.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
	}
	return text
}

// unpackFile returns a reader of what a file packed by zstd holds, and closes it when the test ends.
// A non-nil err, of opening it, fails the test.
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

// DemoArgs returns the arguments that open a run of the demo's NLVR from its files: its path, which
// is the first, and flags for gold, programs and images.
func DemoArgs(run string) []string {
	const dir = "demo/nlvr/"
	return []string{dir + "runs/" + run + "/predictions.json.zst", "--gold", dir + "nlvr1_dev_box_annotations.csv.zst", "--programs",
		dir + "nlvr1_dev_annotations.tsv.zst", "--images", dir + "images"}
}

// ScoredDemo returns the runs of the demo with every example read. The tests of a package share
// them: they are opened once, and nothing of them may be changed.
func ScoredDemo(t *testing.T) []*session.Scored {
	t.Helper()
	scored, err := scoredDemo()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(scored)
}

var scoredDemo = sync.OnceValues(func() ([]*session.Scored, error) {
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

// ReadAuthors returns what the authors' program wrote into the predictions of the demo at a path,
// in their order.
func ReadAuthors(t *testing.T, path string) []Authors {
	t.Helper()
	f, err := demo.Files.Open(path)
	var all []Authors
	lines := bufio.NewScanner(unpackFile(t, f, err))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var a Authors
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

// Authors holds what the authors' own program wrote into a prediction.
type Authors struct {
	Correct bool                       `json:"correct"`
	F1      float64                    `json:"box_f1_overall_score"` // averaging mode 2
	Boxes   map[string]json.RawMessage `json:"box_f1"`
	Best    map[string]json.RawMessage `json:"best_box_f1"`
}

// OpenFaithful opens the demo's faithful run, waits until it is indexed, and closes it when the
// test ends.
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

// Find returns the example with id, and fails the test if the run has none.
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
