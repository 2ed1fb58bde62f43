package pages

import (
	"fmt"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/steps"
)

// EvalPlus counts a sample as plus only if it passes the base tests too. Its files until February 2024
// have a list of samples per task, and other words. BigCodeBench's have one status.
func TestEvalPlusCountsPlusWithBase(t *testing.T) {
	const since = `{"eval":{"a":[{"task_id":"a","solution":"x","base_status":"pass","plus_status":"pass"}],
"b":[{"task_id":"b","solution":"x","base_status":"fail","plus_status":"pass"}],
"c":[{"task_id":"c","solution":"x","base_status":"pass","plus_status":null}]}}`
	const until = `{"eval":{"a":{"nfiles":2,"base":[["success",[]],["failed",[]]],"plus":[["success",[]],["success",[]]]},
"b":{"nfiles":1,"base":[["success",[]]],"plus":[["timed out",[]]]},"c":{"nfiles":1,"base":[["success",[]]],"plus":[]}}}`
	const big = `{"eval":{"a":[{"task_id":"a","solution":"x","status":"pass","details":{}}],
"b":[{"task_id":"b","solution":"x","status":"timeout","details":{}}]}}`
	for text, want := range map[string]string{
		big:   "a right map[], b wrong map[], ",
		since: "a right map[base:1 plus:1], b wrong map[base:0 plus:0], c right map[base:1], ",
		until: "a unknown map[base:0.5 plus:0.5], b wrong map[base:1 plus:0], c right map[base:1], ",
	} {
		run, got := formats.Open(t, fstest.MapFS{"run": {Data: []byte(text)}}, "run", loaders.Options{}), ""
		for i := range run.Len() {
			ex := run.Example(i)
			got += fmt.Sprint(ex.ID, " ", ex.Answer.Correct, " ", ex.Answer.Scores, ", ")
		}
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// A call that failed has no answer, and a test the same id under each prompt, in each file.
func TestPromptfooCalls(t *testing.T) {
	const text = `{"results":{"results":[
{"id":"c9","testIdx":0,"promptIdx":0,"provider":{"id":"m"},"vars":{},"success":true,"failureReason":0,"response":{"output":"x"}},
{"id":"b7","testIdx":1,"promptIdx":0,"provider":{"id":"m"},"vars":{},"success":false,"failureReason":2,"error":"404"},
{"id":"a1","testIdx":2,"promptIdx":0,"provider":{"id":"m"},"vars":{},"success":false,"failureReason":1,"response":{"output":"y"}}]}}`
	run, got := formats.Open(t, fstest.MapFS{"run": {Data: []byte(text)}}, "run", loaders.Options{}), ""
	for ex := range run.ScanAll {
		got += fmt.Sprint(ex.ID, " ", ex.Answer.Correct, ", ")
	}
	if want := "0 right, 1 unanswered, 2 wrong, "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	loadertest.Problems(t, run)
}

// MR-Ben's file has a list of solutions for each question, Hugging Face's a line for each.
func TestMRBen(t *testing.T) {
	for _, file := range []string{"mr-ben.json", "mr-ben.jsonl"} {
		for model, want := range map[string]string{
			"Claude2": "2 steps, none wrong; 3 steps, first wrong step 1; ",
			"GPT3.5":  "2 steps, first wrong step 2; 1 step, none wrong; ",
		} {
			run, got := formats.Open(t, nil, "testdata/tables/"+file+"#"+model, loaders.Options{}), ""
			for ex := range run.ScanAll {
				got += steps.Describe(ex.Program) + "; "
			}
			if got != want {
				t.Errorf("%s#%s: %s", file, model, got)
			}
			loadertest.Problems(t, run)
		}
	}
}
