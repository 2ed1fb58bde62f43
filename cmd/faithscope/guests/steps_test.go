package guests

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// Two guests judge the steps of four chains over SSH, blind to the file, the judge and each other, and find
// their marks on their next visit. Of the 12 steps that both judged, alice calls 8 right, 3 wrong and one
// neutral, bob 10 right and 2 wrong; they agree on 10, so κ is (10/12 - 86/144) / (1 - 86/144).
func TestGuestsJudgeStepsBlind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run, judge := filepath.Join(folder, "processbench.json"), filepath.Join(folder, "first.jsonl")
	records, err := os.ReadFile("../../loaders/steps/testdata/processbench.json")
	for path, text := range map[string]string{run: string(records), judge: `{"id": "gsm8k-2", "first_error": 1}` + "\n"} {
		if err != nil || os.WriteFile(path, []byte(text), 0o600) != nil {
			t.Fatal(err)
		}
	}
	l := serveGuests(t, run, "--judge", judge, "--tags")
	visit := func(guest string, steps ...string) {
		t.Helper()
		term := screentest.Start(t, screentest.TerminalConfig{Cols: 80, Rows: 24}, l.client(guest, "-tt", l.host))
		term.WaitFor("logged in as " + guest)
		for step := range slices.Chunk(append([]string{"2", "4 of 4", "\r", "1 of 4"}, steps...), 2) {
			term.Walk(step...)
			if text := term.Text(); strings.Contains(text, " steps ·") && strings.ContainsAny(text, "!✗") {
				t.Fatalf("%s sees a verdict after %q:\n%s", guest, step[0], text)
			}
		}
		term.Walk("QQ", "Connection to")
	}
	const begins, right, sound = "0 of 4 examples · 0 of 6 steps", "++++++", "you: no wrong step · file: no wrong step"
	visit("alice", "wa", begins, right, sound, "J", "1 of 4 examples · 0 of 4 steps",
		"+-", "you: step 2, 2 steps unjudged · file: step 2", "J", "0 of 4 steps",
		"-", "you: step 1", "J", "0 of 4 steps",
		"0+-", "4 of 4 examples · you: step 3")
	visit("bob", "wa", begins, right, sound, "J", "0 of 4 steps",
		"+-", "you: step 2", "J", "0 of 4 steps",
		"+-", "you: step 2", "J", "0 of 4 steps",
		"++-", "4 of 4 examples · you: step 3")
	visit("alice", "wa", "4 of 4 examples", "JJ", "you: step 1")
	text, said, err := programtest.Command(t, "tags", "agreement", run, "--format", "json", "--no-intervals")
	for metric, want := range map[string]float64{"same_verdict": 10. / 12, "step_kappa": 34. / 58, "exact": .75} {
		found := false
		for _, pair := range gjson.Get(text, "runs").Array() {
			got := pair.Get(`scores.#(metric=="` + metric + `").value`).Float()
			isOfGuests := strings.Contains(pair.Get("name").String(), "alice") && strings.Contains(pair.Get("name").String(), "bob")
			found = found || isOfGuests && got > want-1e-12 && got < want+1e-12
		}
		if !found || err != nil {
			t.Errorf("%s isn't %v: %v %s\n%s", metric, want, err, said, text)
		}
	}
}
