package pages

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// Each column of outputs is a run, as promptfoo counts its passes, in today's tables and in those
// of 2023 with marks before the outputs.
func TestPromptfooTables(t *testing.T) {
	tables := append(slices.Clone(formats), PromptfooTable)
	for _, c := range []struct {
		file, part, predicted string // of the last example
		passed                int
	}{
		{"promptfoo.csv", "echo", "Paris", 1},
		{"promptfoo.csv", "echo 2", "The answer, to \"Name a city in Italy\", is Rome,\nor \"Roma\"", 2},
		{"promptfoo.csv", "second", "Paris", 1},
		{"promptfoo.csv", "second 4", "The answer, to \"Name a city in Italy\", is Rome,\nor \"Roma\"", 2},
		{"promptfoo-runs.json", "echo, 0", "The answer is Rome", 2},
		{"promptfoo-runs.json", "echo, 1", "The answer is Rome", 2},
		{"promptfoo-2023.csv", "openai:gpt-3.5-turbo-0613", "Yes, hippos are excellent swimmers.", 2},
		{"promptfoo-2023.csv", "openai:gpt-4-0613", "Contrary to popular belief,", 3},
		{"promptfoo-2023.csv", "replicate:replicate/llama70b-v2-chat:e951f18578850b652510200860fc4ea62b3b16fac280f83ff32282f87bbd2e48",
			"Hippos are excellent swimmers.", 1},
	} {
		run := tables.Open(t, nil, "testdata/tables/"+c.file+"#"+c.part, loaders.Options{})
		passed := 0
		for i := range run.Len() {
			if run.Scan(i).Answer.Correct == loaders.Right {
				passed++
			}
		}
		last := run.Example(run.Len() - 1)
		if run.Len() != 3 || passed != c.passed || !strings.HasPrefix(last.Answer.Predicted, c.predicted) {
			t.Errorf("%s#%s: %d of %d, %+v", c.file, c.part, passed, run.Len(), last)
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
	check.Equal(t, "the verdicts", got, "0 right, 1 unanswered, 2 wrong, ")
	loadertest.Problems(t, run)
}
