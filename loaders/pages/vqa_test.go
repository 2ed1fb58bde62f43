package pages

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// Accuracies come from the official evaluation; see testdata/README.md.
func TestVQAResults(t *testing.T) {
	run := formats.Testdata(t, "vqa/results.json")
	if run.Format != "vqa-results" || run.Len() != 60 || run.Dataset != "VQA" {
		t.Fatalf("%s: %d examples", run.Format, run.Len())
	}
	want := loadertest.ExpectedIn[map[string]float64](t, "vqa")
	for i := range run.Len() {
		ex := run.Example(i)
		x, ok := ex.Answer.Scores["vqa_accuracy"]
		if !ok || math.Abs(x-want[ex.ID]) > 1e-12 {
			t.Errorf("%s: accuracy %v, want %v", ex.ID, x, want[ex.ID])
		}
		whole := x == 0 || x == 1
		if whole != (ex.Answer.Correct != loaders.Unknown) || whole == (ex.Answer.Credit != nil) {
			t.Errorf("%s: %+v of accuracy %v", ex.ID, ex.Answer, x)
		}
	}
	if ex := run.Example(1); ex.Question != "How many birds fly?" || ex.Kind != "how many" || ex.Meta["answer type"] != "number" ||
		ex.Images[0].Path != "COCO_val2014_000000000300.jpg" {
		t.Errorf("%+v", ex)
	}
	loadertest.Problems(t, run, "1020: no answer") // it is empty
}
