package steps_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/steps"
)

// What is wrong in people's marks or a judge's file is counted and named, and the rest is kept.
func TestBadMarksAreReported(t *testing.T) {
	const (
		process  = `{"id": "a", "problem": "q", "steps": ["x", "y"], "final_answer_correct": true, "label": LABEL}`
		messages = `{"data_source": "s", "query_index": 0, "sample_index": 0, "final_label": -1, ` +
			`"messages": [{"role": "user"}, {"role": "assistant"}], "step_labels": {LABELS}}`
		marked = `{"id": "a", "steps": ["x", "y"], MARK}`
		mr     = `{"uuid": "a", "model_output_steps": ["x", "y"], "model_output_solution_correctness": "wrong", ` +
			`"model_output_solution_first_error_step": FIRST}`
		good = `{"id": "a", "steps": ["x", "y"], "first_error": 1}`
	)
	for _, c := range []struct{ chain, judge, marks, problem string }{
		{strings.Replace(process, "LABEL", "2", 1), "", "..|..",
			"the first wrong step is number 3, outside a chain of length 2; shown without marks"},
		{strings.Replace(process, "LABEL", "-2", 1), "", "..|..",
			"the first wrong step -2 is invalid; shown without marks"},
		{strings.Replace(process, "LABEL", "1.0", 1) + "\n" + strings.Replace(process, `LABEL`, `null`, 1), "", "+-|.. ..|..",
			"no label for the first wrong step; shown without marks"},
		{strings.Replace(messages, "LABELS", `"1": 1.0, "7": null`, 1), "", ".|.",
			`invalid label for step "7": null, and no other step is wrong; shown without marks`},
		{strings.Replace(messages, "LABELS", `"1": -1.0, "7": 5`, 1), "", "-|.", `invalid label for step "7": 5; left out`},
		{`{"idx": "a", "modified_process": ["x", "y"], "error_steps": ["2", 2.0]}` + "\n" +
			`{"idx": "b", "modified_process": ["x", "y"], "error_steps": null}` + "\n" +
			`{"idx": "c", "modified_process": ["x", "y"], "error_steps": []}`, "", "+-|.. ..|.. ++|..",
			"no list of wrong steps; shown without marks"},
		{strings.Replace(mr, "FIRST", "-1", 1), "", "..|..", `the first wrong step is "-1", but the solution is "wrong"; shown without marks`},
		{strings.Replace(mr, "FIRST", "null", 1) + "\n" + strings.Replace(mr, "FIRST", "2.0", 1) + "\n" +
			strings.NewReplacer("FIRST", `"N/A"`, "wrong", "correct").Replace(mr), "", "..|.. +-|.. ++|..",
			`the first wrong step is "", but the solution is "wrong"; shown without marks`},
		{strings.Replace(messages, "LABELS", `"1": 1, "1": -1`, 1), "", "-|.", `an object has the key "1" more than once; the last one is used`},
		{strings.Replace(messages, "LABELS", `"1": 1, "7": -1`, 1), "", "+-|..", "step 7 is labelled, but is not one of the model's messages"},
		{strings.Replace(messages, "LABELS", `"1": 1}, "answer_text": "", "ground_truth": {"target": ["x"]`, 1), "", "+|.",
			"no answer; counts as 0 unless you pass --missing omit"},
		{strings.Replace(messages, "LABELS", "", 1), "", ".|.", "no step labels; shown without marks"},
		{`{"input": "q", "steps": ["x", "y"], "target": "a", "answer": "a", "mistake_index": 0}` + "\n" +
			`{"input": "r", "steps": ["x", "y"], "target": "a", "answer": "a"}`, "", "-.|.. ..|..", "no mistake_index; shown without marks"},
		{strings.Replace(messages, "LABELS", `"1": 5`, 1), "", ".|.",
			`invalid label for step "1": 5, and no other step is wrong; shown without marks`},
		{strings.Replace(marked, "MARK", `"step_labels": {"0": 1, "0": -1}`, 1), "", "-.|..",
			`an object has the key "0" more than once; the last one is used`},
		{strings.Replace(marked, "MARK", `"step_labels": [1, 1, -1]`, 1), "", "++|..",
			"there is a label for step 3, but the chain has 2 steps; the label is left out"},
		{strings.Replace(marked, "MARK", `"step_labels": [1, -1], "first_error": 0`, 1), "", "+-|..",
			"the first wrong step is 1 by index, but 2 by labels; the labels are used"},
		{strings.Replace(marked, "MARK", `"step_labels": [1]`, 1), "", "..|..",
			"only 1 of 2 steps are labelled, none as wrong, but unlabelled ones may be; shown without marks"},
		{strings.Replace(marked, "MARK", `"step_labels": [-1, "5"]`, 1), "", "-.|..",
			`the label "5" is not right, wrong or neutral; the step at index 1 has no mark`},
		{`{"id": "b", "steps": ["x", "y"], "step_labels": [1, -1]}` + "\n" +
			strings.Replace(marked, "MARK", `"step_labels": "1,1"`, 1), "", "+-|.. ..|..",
			"the labels are neither a list nor an object; shown without marks"},
		{strings.Replace(marked, "MARK", `"first_error": true`, 1) + "\n" + strings.Replace(good, `"a"`, `"b"`, 1), "", "..|.. +-|..",
			"the first wrong step true is invalid; shown without marks"},
		{strings.Replace(marked, "MARK", `"first_error": null`, 1) + "\n" +
			strings.NewReplacer(`"a"`, `"b"`, "1}", "-1}").Replace(good), "", "..|.. ++|..",
			"first_error is empty, but other rows use -1 for none; shown without marks"},
		{good, `{"id": "a", "first_error": 5}`, "+-.|++-", "the judge marks index 5, but the chain has no such step"},
		{good, `{"id": "a", "step_labels": {"0": 1, "0": -1}}`, "+-|-.", `an object has the key "0" more than once; the last one is used`},
		{good, `{"id": "a", "scores": [0.5]}`, "+-|..", "the judge has 1 scores for 2 steps; its scores are left out"},
		{good, `{"id": "a", "scores": [0.5, "high"]}`, "+-|>.", `the judge's score 1 is "high", not a number; left out`},
		{good, `{"id": "a", "scores": [0.5, NaN]}`, "+-|>.", "numbers that are NaN or Infinity: 1; read as missing"},
		{good, `{"id": "a", "scores": [0.5, 0.5], "first_error": 1}`, "+-|>>", "the judge has scores and first_error; its scores are used"},
		{good, `{"id": "a", "scores": [0.5, 1.5]}`, "+-|>>",
			"a score of 1.5 is not between 0 and 1; used as is"},
		{good, `{"id": "a", "first_error": 0, "updated_at": "2"}` + "\n" + `{"id": "a", "first_error": 1, "updated_at": "1"}`, "+-|-.",
			"judged twice; the newest verdict is used"},
		{good, `{"id": "a", "first_error": 1}` + "\n" + `{"id": "b", "first_error": 1}` + "\n" + `{"id": "c", "first_error": 1}` + "\n" +
			`{"id": "d", "first_error": 1}` + "\n" + `{"id": "e", "first_error": 1}`, "+-|+-",
			"4 ids from the judge without a matching example: b, c, d"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"chain.jsonl": c.chain, "judge.jsonl": c.judge} {
			check.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o600))
		}
		run := all.Open(t, nil, filepath.Join(dir, "chain.jsonl"), loaders.Options{})
		if c.judge != "" {
			judge, err := steps.OpenJudge(files.DiskFiles{}, filepath.Join(dir, "judge.jsonl"))
			if err == nil {
				err = judge.Join(t.Context(), run)
			}
			check.NoError(t, err)
		}
		var got []string
		for ex := range run.ScanAll {
			got = append(got, marks(ex))
		}
		problems := loadertest.ProblemsOf(run)
		if strings.Join(got, " ") != c.marks || len(problems) != 1 || !strings.Contains(problems[0], c.problem) {
			t.Errorf("%s\n%s\nmarks %q, want %q; problems %q, want %q", c.chain, c.judge, got, c.marks, problems, c.problem)
		}
	}
}
