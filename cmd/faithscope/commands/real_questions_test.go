package commands

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/ending"
	"faithscope/loaders/loadertest/check"
)

// Real questions of GQA, with their graphs and lists beside them and another file of graphs, are
// answered, counted and sorted by what is missing.
func TestRealQuestionsFindTheirFiles(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	check.NoError(t, os.CopyFS(home, os.DirFS(filepath.Join("..", "..", "scoring", "executor", "dfol", "testdata", "gqa"))))
	other := `{"77": {"width": 9, "height": 9, "objects": {"1": {"name": "a", "x": 1, "y": 1, "w": 2, "h": 2, ` +
		`"attributes": [], "relations": []}}}}`
	writeFile(t, filepath.Join(home, "a_sceneGraphs.json"), other)
	run := func(args ...string) string {
		t.Helper()
		out, _, err := command(t, args...)
		if err != nil && !errors.As(err, new(ending.ExitCodeError)) {
			t.Fatalf("%q: %v", args, err)
		}
		return out
	}
	questions, made := filepath.Join(home, "train_balanced_questions.json.zst"), newPath(t, "golden.jsonl")
	oracle := "golden:" + filepath.Join(home, "train_sceneGraphs.json.zst")
	said := run("check", questions, "--oracle", oracle)
	check.Contains(t, said,
		"2 scene graph files beside the run; joined with "+filepath.Join(home, "train_sceneGraphs.json.zst"),
		"67 with a runnable program, 67 answered",
	)
	run("run", questions, "--oracle", oracle, "-o", made)
	score := gjson.Get(run("score", made, "--protocol", "reasoning", "--format", "json"),
		`runs.0.scores.#(metric=="accuracy_shared")`)
	if got, want := score.Get("value").Num, (63+1/8.+1/3.+1/4.)/67; got < want-1e-9 || got > want+1e-9 || !score.Get("interval.low").Exists() {
		t.Errorf("accuracy %s, want %v", score, want)
	}
	table := run("tables", made, "--table", "dfol-1", "--paper")
	rows := regexp.MustCompile(`golden(?:, | oracle on real graphs, )(\w+)\S* .*?(\d+\.\d+ ).* (\d+/0) `).FindAllStringSubmatch(table, -1)
	for k := range 3 { // the run, and what the program says of the same questions
		if len(rows) != 6 || !slices.Equal(rows[k][1:], rows[k+3][1:]) {
			t.Fatalf("%q", rows)
		}
	}
	if !strings.Contains(table, "94.03 [85.63, 97.65]") { // Wilson's, by hand
		t.Errorf("no interval of the golden oracle:\n%s", table)
	}
	blamed := run("blame", made, "--format", "csv")
	check.Contains(t, blamed, "graph", "program", "tie")
	checkSimulatedBase(t, run, questions, made, oracle+",noise=.3")
	// Without the lists, what is not answered is counted by operation.
	for _, name := range []string{"gqa_all_class.json", "gqa_all_attribute.json"} {
		check.NoError(t, os.Remove(filepath.Join(home, name)))
	}
	said = run("check", questions, "--oracle", oracle)
	check.Contains(t, said,
		"13  relate[…] finds nothing", "9  select[…] finds nothing", "61 with a runnable program, 38 answered")
}

// checkSimulatedBase compares the hard set that a simulated base gives bare answers, whose borrowed
// steps are not scored, with that of the same base from a file.
func checkSimulatedBase(t *testing.T, run func(args ...string) string, questions, made, base string) {
	t.Helper()
	file, bare := newPath(t, "base.jsonl"), filepath.Join(filepath.Dir(questions), "bare.jsonl")
	run("run", questions, "--oracle", base, "-o", file)
	text := readFile(t, made)
	var answers strings.Builder
	gjson.ForEachLine(text, func(line gjson.Result) bool {
		if id := line.Get("id").String(); id != "" {
			fmt.Fprintf(&answers, `{"questionId": %q, "prediction": "yes"}`+"\n", id)
		}
		return true
	})
	writeFile(t, bare, answers.String())
	scores := func(base string) string {
		return gjson.Get(run("score", bare, "--base", base, "--format", "json"), "runs.0.scores").Raw
	}
	got, want := scores(base), scores(file)
	if n := gjson.Get(got, `#(metric=="acc_hard").count`).Int(); got != want || n != 41 {
		t.Errorf("%d hard questions:\n%s\nthe base from a file gives\n%s", n, got, want)
	}
	check.Lacks(t, got, "module-boxes")
}
