package pages

import (
	"fmt"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
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
		check.Equal(t, "judgments", got, want)
	}
}
