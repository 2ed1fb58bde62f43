//go:build unix

package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// annotates starts the program on ten examples of the demo that ann is to annotate.
func annotates(t *testing.T) (term *screentest.Terminal, folder string) {
	t.Helper()
	program := exec.Command("faithscope", "--sample", "10", "--seed", "7", "--annotator", "ann")
	program.Dir = t.TempDir()
	program.Env = append(os.Environ(), "XDG_DATA_HOME="+program.Dir)
	term = screentest.Start(t, programtest.Wide, program)
	term.WaitFor("right, not faithful")
	term.Wait("the scores", func() bool { return !strings.Contains(term.Text(), "scoring ") })
	return term, program.Dir
}

// Ten examples take 33 keys, and every one of them is annotated.
func TestTenExamplesAreAnnotated(t *testing.T) {
	t.Parallel()
	term, folder := annotates(t)
	keys := 0
	press := func(text string, want ...string) {
		t.Helper()
		keys += len(text)
		term.Type(text)
		for _, w := range want {
			term.WaitFor(w)
		}
	}
	press("2")
	press("\r", "1 of 10", "! the culprit")
	press("wa", "annotating · 0 of ")
	press("wg", "annotating · 1 of ")
	for n := 2; n <= 10; n++ {
		press("J", fmt.Sprint(n, " of 10"), "annotating · 0 of ")
		press("wg", "annotating · 1 of ")
	}
	if keys > 33 {
		t.Errorf("%d keys", keys)
	}
	kept, err := os.ReadFile(filepath.Join(folder, "faithscope", "marks.jsonl"))
	check.NoError(t, err)
	check.Equal(t, "annotated examples", strings.Count(string(kept), `"gold"`), 10)
}

// The walk of views/README.md, key by key.
func TestAnnotatingAsTheREADMEWalks(t *testing.T) {
	t.Parallel()
	term, _ := annotates(t)
	term.Walk(
		"2\r", "! the culprit",
		"wa", "annotating · 0 of ",
		"\t+", "box drawn",
		"", "1 gold box",
		"-", "box removed",
		"e", "enter accepts",
		"10 20 40 60\r", "box drawn",
		"", "120×40 px",
		"+", "2 gold boxes",
		"=llllll>", "left 11",
		"=", "tab pane",
		"wg", "annotation set to the file's gold",
		"wn", "annotated: nothing to find",
		"wb", "annotation removed",
		"", "annotating · 0 of ",
		"u", "undid the last change",
		"", "annotating · 1 of ",
		"J", "2 of 10",
		"", "annotating · 0 of ",
		"wg", "annotation set to the file's gold",
		"K", "1 of 10",
		"", "annotating · 1 of ",
		"l", "annotating",
		"h", "annotating",
		"\x1b", "unfaithful ",
	)
	check.Lacks(t, term.Text(), "annotating")
}

// Steps of ProcessBench are judged without seeing people's or the judge's verdicts, and are kept. The
// file calls 10 of the 12 steps that both judged right and 2 wrong, ann 8, 3 and one neutral; they
// agree on 10, so κ is (10/12 - 86/144) / (1 - 86/144).
func TestStepsAreJudgedBlind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run, judge := filepath.Join(folder, "processbench.json"), filepath.Join(folder, "first.jsonl")
	records, err := os.ReadFile("../../loaders/steps/testdata/processbench.json")
	for path, text := range map[string]string{run: string(records), judge: `{"id": "gsm8k-201", "first_error": -1}
{"id": "gsm8k-2", "first_error": 1}
{"id": "gsm8k-264", "first_error": 0}
{"id": "gsm8k-5", "first_error": 2}
`} {
		if err != nil || os.WriteFile(path, []byte(text), 0o600) != nil {
			t.Fatal(err)
		}
	}
	start := func() *screentest.Terminal {
		return programtest.Start(t, screentest.TerminalConfig{Cols: 80, Rows: 24}, "open", run, "--judge", judge, "--annotator", "ann")
	}
	term := start()
	for step := range slices.Chunk([]string{
		"2", "4 of 4",
		"J\r", "people: step 2 · judge: step 2",
		"K", "1 of 4",
		"wa", "0 of 4 examples · 0 of 6 steps",
		"+++++", "5 of 6 steps",
		"+", "you: no wrong step · file: no wrong step",
		"J", "1 of 4 examples · 0 of 4 steps",
		"", "+ right  - wrong",
		"", "is this step right?",
		"+", "1 of 4 steps",
		"", "✓",
		"eit forgets the refund", "enter accepts",
		"\r", "you: step 2, 2 steps unjudged · file: step 2",
		"J", "0 of 4 steps",
		"-", "you: step 1, 3 steps unjudged · file: step 2",
		"u", "2 of 4 examples · 0 of 4 steps",
		"-", "you: step 1",
		"J", "0 of 4 steps",
		"0+", "2 of 4 steps",
		"-", "4 of 4 examples · you: step 3",
		"", "file: step 3",
	}, 2) {
		term.Walk(step...)
		if text := term.Text(); strings.Contains(text, " steps ·") && strings.ContainsAny(text, "!✗") || strings.Contains(text, "the refund ·") {
			t.Fatalf("a verdict is shown after %q:\n%s", step[0], text)
		}
	}
	term.Type("QQ")
	again := start()
	again.Walk("2", "4 of 4", "\r", "1 of 4", "wa", "4 of 4 examples", "J", "you: step 2")
	kept, err := os.ReadFile(filepath.Join(folder, ".processbench.json.faithscope-marks.jsonl"))
	if err != nil || !strings.Contains(string(kept), `\"reason\":\"it forgets the refund\"`) {
		t.Errorf("the reason is not kept: %v\n%s", err, kept)
	}
	check := func(metric string, want float64, n int64, args ...string) {
		t.Helper()
		text, said, err := programtest.Command(t, append(args, "--format", "json", "--no-intervals")...)
		got := gjson.Get(text, `runs.0.scores.#(metric=="`+metric+`")`)
		if d := got.Get("value").Float() - want; err != nil || d > 1e-12 || d < -1e-12 || got.Get("count").Int() != n {
			t.Errorf("%s is %s, want %v of %d: %v %s", metric, got, want, n, err, said)
		}
	}
	check("same_verdict", 10./12, 12, "tags", "agreement", run)
	check("step_kappa", 34./58, 12, "tags", "agreement", run)
	check("exact", .75, 4, "tags", "agreement", run)
	check("exact", .75, 4, "score", run, "--judge", judge)
	check("exact", 1, 4, "score", run, "--judge", judge, "--annotator", "ann")
}
