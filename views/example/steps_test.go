package example

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/steps"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// chainsOf opens a file of marked chains, with a judge's file unless judge is "".
func chainsOf(t *testing.T, file, judge string) *loaders.Run {
	t.Helper()
	const folder = "../../loaders/steps/testdata"
	formats := loadertest.Formats{steps.ProcessBench, steps.PRMBench, steps.WhoWhen, steps.AgentProcess}
	run := formats.Open(t, nil, filepath.Join(folder, file), loaders.Options{})
	check.NoError(t, run.Wait(t.Context(), math.MaxInt))
	if judge != "" {
		j, err := steps.OpenJudge(files.DiskFiles{}, filepath.Join(folder, judge))
		if err == nil {
			err = j.Join(t.Context(), run)
		}
		check.NoError(t, err)
	}
	return run
}

// everyFailure lists examples that are all failures.
type everyFailure struct{ short }

func (l everyFailure) Next(example, d int, _ bool) (next int, ok bool) {
	return l.short.Next(example, d, false)
}

// openChain opens an example of the first run on w×h cells.
func openChain(t *testing.T, w, h, at int, runs ...*loaders.Run) (*viewtest.Screen, *exampleScreen) {
	t.Helper()
	s := viewtest.ReadAll(t, viewtest.Of(t, runs...))
	v := New(s, 0, at, everyFailure{short(runs[0].Len())}).(*exampleScreen)
	return viewtest.New(t, w, h, s, v), v
}

// verdictsByRule writes both verdicts by the rule: the first step that each calls wrong, how far apart they are,
// or why they can't be.
func verdictsByRule(ex *loaders.Example, threshold float64) string {
	people, judge, asked := -1, -2, false
	for i, m := range ex.Program[1:] {
		if m.Gold != nil && m.Gold.Verdict.Verdict == loaders.Wrong && people < 0 {
			people = i
		}
		if o := m.Output.Verdict; o != nil {
			judge = max(judge, -1)
			if (o.Verdict == loaders.Wrong || o.Score != nil && *o.Score < threshold) && judge < 0 {
				judge = i
			}
		}
	}
	asked = ex.Program[0].Output.Verdict != nil
	name := func(first int) string {
		return map[int]string{-1: "sound", -2: "unparsed"}[first] + map[bool]string{true: fmt.Sprintf("step %d", first+1)}[first >= 0]
	}
	words := []string{"", "one", "two", "three", "four"}
	text := "people: " + name(people)
	if !asked {
		return text
	}
	text += " · judge: " + name(judge)
	switch {
	case judge == people || judge == -2:
		return text
	case people == -1:
		return text + ", false alarm"
	case judge == -1:
		return text + ", missed error"
	case judge > people:
		return text + ", " + words[judge-people] + " late"
	}
	return text + ", " + words[people-judge] + " early"
}

// A chain reads like a page: question, both verdicts, a numbered line for each step with its marks, the text of
// the step selected below the list.
func TestChainsReadLikePages(t *testing.T) {
	said := map[string]bool{}
	for _, c := range []struct {
		file, judge string
		threshold   float64
	}{
		{"processbench.json", "", .5}, {"processbench.json", "scores.judge", .5}, {"processbench.json", "scores.judge", .1},
		{"processbench.json", "scores.judge", .95}, {"processbench-eval.jsonl", "", .5}, {"prmbench.jsonl", "first.judge", .5},
		{"agentprocess.jsonl", "labels.judge", .5}, {"whowhen/1.json", "whowhen.predictions", .5},
	} {
		for at := range chainsOf(t, c.file, c.judge).Len() {
			for _, size := range [][2]int{{80, 24}, {200, 50}} {
				run := chainsOf(t, c.file, c.judge)
				ex := run.Example(at)
				sc, v := openChain(t, size[0], size[1], at, run)
				v.s.Settings.StepScore = c.threshold
				sc.Send(views.RefreshViews{})
				rule := verdictsByRule(ex, c.threshold)
				said[rule[strings.LastIndex(rule, " ")+1:]] = true
				sc.Want(strings.Replace(rule, ", ", " ", 1), "steps, numbered from 1", "people")
				sc.Without("not scored", "in words", "no boxes", "gold ", "says ", "the culprit", "picture")
				sc.Press("home")
				list, found := sc.Find("steps, numbered from 1")
				text, whole := sc.Find(fmt.Sprintf("step 1 of %d", len(ex.Program)-1))
				if !found || !whole || text.Y <= list.Y+1 {
					t.Errorf("%v %d on %v: list at %v, text at %v\n%s", c, at, size, list, text, sc.Text())
				}
				sc.Fits()
			}
		}
	}
	for _, want := range []string{"sound", "late", "early", "alarm", "error", "unparsed"} {
		if !said[want] {
			t.Errorf("no example ends with %q: %v", want, said)
		}
	}
}

// Labels without trajectories are shown as marks, with a sentence on where the texts are.
func TestLabelsAloneSayWhereTheTextsAre(t *testing.T) {
	const gold = `{"data_source": "s", "query_index": 0, "sample_index": 0, "step_labels": {"2": 1, "4": -1}, "final_label": -1}`
	const messages = `{"messages": [{"role": "system"}, {"role": "user", "content": "How many?"},
		{"role": "assistant", "tool_calls": [{"id": "a",
		"function": {"name": "count", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "three"},
		{"role": "assistant", "content": "Four."}], `
	formats := loadertest.Formats{steps.AgentProcess}
	sc, _ := openChain(t, 80, 24, 0, formats.Text(t, "gold.jsonl", gold))
	sc.Want("people: step 2", "✓", "✗", "labels only: to see the steps' texts", "judge=FILE", "--gold=TRAJECTORIES")
	sc, _ = openChain(t, 80, 24, 0, formats.Text(t, "trajectories.json", messages+gold[1:]))
	sc.Want("Four.", "✗")
	sc.Without("labels only", "no text")
	sc.Press("home")
	sc.Want("count {}", "returned  three")
	file := filepath.Join(t.TempDir(), "judge.jsonl") // which says nothing of what tools returned
	check.NoError(t, os.WriteFile(file, []byte(`{"id": "s:0:0", "step_labels": {"2": -1, "4": 1}}`), 0o600))
	judged := formats.Text(t, "trajectories.json", messages+gold[1:])
	judge, err := steps.OpenJudge(files.DiskFiles{}, file)
	if err == nil {
		err = judge.Join(t.Context(), judged)
	}
	check.NoError(t, err)
	sc, _ = openChain(t, 80, 24, 0, judged)
	sc.Press("home")
	sc.Want("people: step 2 · judge: step 1", "count {}", "returned  three")
}

// Marks read without colour, and other judges of the same examples have columns.
func TestJudgesHaveColumnsOfMarks(t *testing.T) {
	own, other := chainsOf(t, "processbench.json", "scores.judge"), chainsOf(t, "processbench-eval.jsonl", "")
	sc, v := openChain(t, 120, 36, 1, own, other)
	sc.Want("people", "scores", own.Name[:5], "step 2 of 4", "people: ✗ wrong · judge: ✗ wrong, score .20 < .50")
	for number, want := range []string{1: "✓ ✓ ✓", 2: "✗ ✗ ✓", 3: "· ✓ ✗", 4: "· ✓ ·"} {
		line := regexp.MustCompile(fmt.Sprintf(`(?m)^[ ▸!]+%d  .*`, number)).FindString(sc.Text())
		if got := strings.Join(regexp.MustCompile(`[✓✗·]`).FindAllString(line, -1), " "); got != want {
			t.Errorf("step %d has %q, want %q", number, got, want)
		}
	}
	v.s.Settings.StepScore = .1 // everything follows
	sc.Send(views.RefreshViews{})
	sc.Want("judge: sound missed error", "judge: ✓ right, score .20 ≥ .10")
	sc, _ = openChain(t, 80, 24, 2, chainsOf(t, "processbench-eval.jsonl", ""))
	sc.Want("judge: unparsed", "✗       ?", "people: ✓ right · judge: ? unparsed", "I cannot tell.")
	sc, _ = openChain(t, 80, 24, 3, chainsOf(t, "processbench-eval.jsonl", ""))
	sc.Want("2 of 3 votes")
}

// c goes to the first step that people marked wrong, ] and [ to where judge and people differ, then to the next
// failure; z shows the step whole.
func TestKeysOfAPage(t *testing.T) {
	sc, v := openChain(t, 80, 24, 0, chainsOf(t, "prmbench.jsonl", "first.judge"))
	at := func(key string, index, step int) {
		t.Helper()
		if sc.Press(key); v.at != index || v.selectedNode() != step {
			t.Errorf("%s goes to step %d of example %d, want %d of %d\n%s", key, v.selectedNode(), v.at, step, index, sc.Text())
		}
	}
	at("home", 0, 1)
	at("]", 1, 5) // both call step 1 wrong first
	at("]", 1, 7)
	at("c", 1, 5)
	at("]", 1, 7)
	at("]", 2, 2)
	at("]", 2, 6)
	at("[", 2, 2)
	at("[", 1, 7) // the way back is the way there
	at("[", 1, 5)
	for key, want := range map[string]string{"]": "step where the judge and people disagree", "c": "first step that people marked wrong"} {
		if a, ok := sc.Action(key); !ok || !strings.Contains(a.Help, want) {
			t.Errorf("%s says %q", key, a.Help)
		}
	}
	sc.Press("z")
	note := sc.Pushed[len(sc.Pushed)-1]
	shown := viewtest.New(t, 80, 24, v.s, note)
	shown.Want(v.ex.Program[5].Text[:20], "people", "question")
	sc, v = openChain(t, 80, 24, 0, chainsOf(t, "processbench-eval.jsonl", ""))
	if a, _ := sc.Action("c"); a.Why() != "nobody marked a step wrong" {
		t.Errorf("c where none is wrong: %q", a.Why())
	}
	sc.Press("G")
	at("]", 1, 2)
}

// The block about takes no line from a step that is cut.
func TestAboutTakesNoLineFromSteps(t *testing.T) {
	run := chainsOf(t, "processbench.json", "scores.judge")
	run.Example(0).Program[1].Text = strings.Repeat("word ", 200)
	sc, _ := openChain(t, 80, 24, 0, run)
	sc.Want(strings.Repeat("word ", 9), "▸ about: ") // in more than half of the width
}
