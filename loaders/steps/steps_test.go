package steps_test

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/pages"
	"faithscope/loaders/steps"
)

var all = loadertest.Formats(append(loaders.Map(pages.Ours, pages.DocumentedFormat.Reads), steps.ProcessBench, steps.PRMBench,
	steps.MRGSM8K, steps.WhoWhen, steps.AgentProcess))

// marks writes people's marks, and behind a bar the judge's, a character for each step: + right, o
// neutral, - wrong, . none; < for a score below .5 and > for another.
func marks(ex *loaders.Example) string {
	sign := func(o *loaders.StepOpinion) string {
		switch {
		case o == nil:
			return "."
		case o.Score != nil && *o.Score < .5:
			return "<"
		case o.Score != nil:
			return ">"
		}
		return map[loaders.Verdict]string{loaders.Right: "+", loaders.Neutral: "o", loaders.Wrong: "-", loaders.Unknown: "."}[o.Verdict]
	}
	var gold, judged strings.Builder
	for _, m := range ex.Program[1:] {
		if m.Gold == nil {
			gold.WriteString(".")
		} else {
			gold.WriteString(sign(m.Gold.Verdict))
		}
		judged.WriteString(sign(m.Output.Verdict))
	}
	return gold.String() + "|" + judged.String()
}

func TestMarksAreThoseOfTheFile(t *testing.T) {
	for _, c := range []struct {
		file, judge string
		want        []string
		problems    int
	}{
		{"processbench.json", "", []string{"++++++|......", "+-..|....", "+-..|....", "++-.|...."}, 0},
		{"processbench-eval.jsonl", "", []string{"++++++|++++++", "+-..|++-.", "+-..|....", "++-.|++-."}, 0},
		{"bigbench.jsonl", "", []string{"++++|....", "+-..|....", "++-.|...."}, 0},
		{"prmbench.jsonl", "", []string{"--+|...", "++++-++|.......", "+++++-+--+++++|.............."}, 1},
		{"prmbench.jsonl", "first.judge", []string{"--+|-..", "++++-++|++++++-", "+++++-+--+++++|+-............"}, 1},
		{"mrgsm8k.json", "", []string{"+-..|+-..", "++-.|++-."}, 0},
		{"marked.jsonl", "", []string{"-.|..", "+|.", "o-|..", ".|.", "+o|.."}, 2},
		{"agentprocess.jsonl", "", []string{"+++-|....", "++-|...", "++++-|.....", "+++|..."}, 0},
		{"agentprocess.jsonl", "labels.judge", []string{"+++-|+o+-", "++-|++-", "++++-.|+oo+--", "+++|..."}, 3},
		{"processbench.json", "scores.judge", []string{"++++++|>>>>>>", "+-..|><>>", "+-..|....", "++-.|...."}, 3},
		{"whowhen/1.json", "whowhen.predictions", []string{".-.|+-."}, 1},
	} {
		t.Run(c.file+" "+c.judge, func(t *testing.T) {
			run := all.Open(t, nil, filepath.Join("testdata", c.file), loaders.Options{})
			if c.judge != "" {
				judge, err := steps.OpenJudge(files.DiskFiles{}, filepath.Join("testdata", c.judge))
				check.NoError(t, err)
				check.NoError(t, judge.Join(t.Context(), run))
			}
			var got []string
			for ex := range run.ScanAll {
				got = append(got, marks(ex))
			}
			check.EqualLists(t, "steps", got, c.want)
			check.Equal(t, "problems", len(loadertest.ProblemsOf(run)), c.problems)
		})
	}
}

// All published conversations of Who&When failed, and the file says so.
func TestWhoWhenSaysWhatIsRight(t *testing.T) {
	const text = `{"is_correct": RIGHT, "question": "q", "ground_truth": "a", "mistake_agent": "A", "mistake_step": "0", "mistake_reason": "r",
		"history": [{"role": "A", "content": "x"}]}`
	for said, want := range map[string]loaders.Verdict{
		"false": loaders.Wrong, "null": loaders.Wrong, "true": loaders.Right, `"True"`: loaders.Right,
	} {
		run := all.Text(t, "1.json", strings.Replace(text, "RIGHT", said, 1))
		check.Equal(t, "is_correct "+said, run.Example(0).Answer.Correct, want)
	}
}

// A file of one conversation is named by the file, one of several by their own ids.
func TestWhoWhenInOneFile(t *testing.T) {
	const text = `{"question_ID": "q7", "mistake_agent": "A", "mistake_step": "0", "history": [{"role": "A", "content": "x"}]}`
	other := strings.Replace(text, "q7", "q8", 1)
	for name, want := range map[string]string{"1.json": "1", "all.json": "q7 q8", "all.jsonl": "q7 q8", "lines.json": "q7 q8"} {
		content := map[string]string{"1.json": text, "all.json": "[" + text + ",\n" + other + "]", "all.jsonl": text + "\n" + other,
			"lines.json": text + "\n" + other}[name]
		ids := []string{}
		for ex := range all.Text(t, name, content).ScanAll {
			ids = append(ids, ex.ID)
		}
		check.Equal(t, name, strings.Join(ids, " "), want)
	}
}

// A judge none of whose ids is in the run is an error, not a run of unparsed answers.
func TestAJudgeOfOtherChainsIsRefused(t *testing.T) {
	run := all.Open(t, nil, filepath.Join("testdata", "bigbench.jsonl"), loaders.Options{})
	judge, err := steps.OpenJudge(files.DiskFiles{}, filepath.Join("testdata", "scores.judge"))
	check.NoError(t, err)
	check.Error(t, "error", judge.Join(t.Context(), run), "none of the judge's ids")
}

// In a judge's lists 0 is wrong unless one of its files has -1.
func TestJudgesLabelWrongStepsBy0(t *testing.T) {
	const zero = `{"id": "a", "step_labels": [1, 0]}`
	for more, want := range map[string]loaders.Verdict{
		`{"id": "b", "step_labels": [0]}`: loaders.Wrong, `{"id": "b", "step_labels": [-1]}`: loaders.Neutral,
	} {
		judge, err := steps.OpenJudge(fstest.MapFS{"judge/1.jsonl": {Data: []byte(zero)}, "judge/2.jsonl": {Data: []byte(more)}}, "judge")
		check.NoError(t, err)
		run := all.Text(t, "run.jsonl", `{"id": "a", "steps": ["x", "y"], "label": 1, "final_answer_correct": false}`)
		check.NoError(t, judge.Join(t.Context(), run))
		if got := run.Example(0).Program[2].Output.Verdict; got == nil || got.Verdict != want {
			t.Errorf("beside %q: %+v, want %v", more, got, want)
		}
	}
}

func TestIsJudge(t *testing.T) {
	for name, want := range map[string]bool{
		"labels.judge": true, "whowhen.predictions": true, "processbench.json": false, "agentprocess.jsonl": false, "scores.judge": false,
	} {
		check.Equal(t, name, steps.IsJudge(files.DiskFiles{}, filepath.Join("testdata", name)), want)
	}
}
