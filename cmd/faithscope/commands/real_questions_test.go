package commands

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/ending"
)

// Real questions of GQA, with their graphs and lists beside them and another file of graphs, are
// answered, counted and sorted by what is missing.
func TestRealQuestionsFindTheirFiles(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS(filepath.Join("..", "..", "scoring", "executor", "dfol", "testdata", "gqa"))); err != nil {
		t.Fatal(err)
	}
	other := `{"77": {"width": 9, "height": 9, "objects": {"1": {"name": "a", "x": 1, "y": 1, "w": 2, "h": 2, ` +
		`"attributes": [], "relations": []}}}}`
	if err := os.WriteFile(filepath.Join(home, "a_sceneGraphs.json"), []byte(other), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		cmd := rootCommand()
		cmd.SetArgs(args)
		cmd.SetOut(&out)
		cmd.SetErr(io.Discard)
		if err := cmd.ExecuteContext(t.Context()); err != nil && !errors.As(err, new(ending.Exit)) {
			t.Fatalf("%q: %v", args, err)
		}
		return out.String()
	}
	questions, made := filepath.Join(home, "train_balanced_questions.json.zst"), filepath.Join(t.TempDir(), "golden.jsonl")
	oracle := "golden:" + filepath.Join(home, "train_sceneGraphs.json.zst")
	said := run("check", questions, "--oracle", oracle)
	for _, want := range []string{
		"2 files of scene graphs beside it; joined with " + filepath.Join(home, "train_sceneGraphs.json.zst"),
		"67 with a program that can be run, 67 answered",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("check does not say %q but\n%s", want, said)
		}
	}
	run("run", questions, "--oracle", oracle, "-o", made)
	score := gjson.Get(run("score", made, "--protocol", "reasoning", "--format", "json"),
		`runs.0.scores.#(metric=="accuracy_shared")`)
	if got, want := score.Get("value").Num, (63+1/8.+1/3.+1/4.)/67; got < want-1e-9 || got > want+1e-9 || !score.Get("interval.low").Exists() {
		t.Errorf("accuracy %s, want %v", score, want)
	}
	checkGoldenRows(t, run("tables", made, "--table", "dfol-1", "--paper", "--format", "csv"))
	if said := run("tables", made, "--table", "dfol-1", "--paper"); !strings.Contains(said, "94.03 [85.63, 97.65]") { // Wilson's, by hand
		t.Errorf("no interval of the golden oracle:\n%s", said)
	}
	blamed := run("blame", made, "--format", "csv")
	for _, want := range []string{"graph", "program", "tie"} {
		if !strings.Contains(blamed, want) {
			t.Errorf("blame has no %s:\n%s", want, blamed)
		}
	}
	// Without the lists, what is not answered is counted by operation.
	for _, name := range []string{"gqa_all_class.json", "gqa_all_attribute.json"} {
		if err := os.Remove(filepath.Join(home, name)); err != nil {
			t.Fatal(err)
		}
	}
	said = run("check", questions, "--oracle", oracle)
	for _, want := range []string{
		"13  relate[…] finds nothing", "9  select[…] finds nothing", "61 with a program that can be run, 38 answered"} {
		if !strings.Contains(said, want) {
			t.Errorf("check without lists does not say %q but\n%s", want, said)
		}
	}
}

// checkGoldenRows compares the rows of the golden oracle that ∇-FOL's table has with those of its run, golden.
func checkGoldenRows(t *testing.T, table string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string][]string{}
	for _, row := range rows {
		if row[6] == "accuracy" {
			numbers[row[1]] = []string{row[15], row[17]}
		}
	}
	for _, kind := range []string{"Open", "Binary", "All"} {
		got, want := numbers["golden oracle on real graphs, "+kind+", GQA train"], numbers["golden, "+kind]
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: the row has %q, the run %q", kind, got, want)
		}
	}
}
