package pages

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
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

// A picture is named as its part of COCO names them, which a file's name or its beginning says; an annotator
// without an answer is left out, and that is said.
func TestVQAPictures(t *testing.T) {
	const results, questions = `[{"question_id": 1, "answer": "a"}]`, `{"annotations": [{"question_id": 1, "image_id": 300,
		"answers": [{"answer": "a", "answer_id": 1}, {"answer": "a", "answer_id": 2}, {"answer": "a", "answer_id": 3},
		{"answer": "a", "answer_id": 4}, {"answer_id": 5}]}]%s}`
	for _, c := range []struct{ file, more, want string }{
		{"gold.json", "", "000000000300.jpg"},
		{"gold.json", `, "data_subtype": "val2014"`, "COCO_val2014_000000000300.jpg"},
		{"v2_test2015.json", "", "COCO_test2015_000000000300.jpg"},
		{"v2_val2017.json", "", "000000000300.jpg"},
	} {
		dir := t.TempDir()
		gold := filepath.Join(dir, c.file)
		for path, text := range map[string]string{gold: fmt.Sprintf(questions, c.more), filepath.Join(dir, "results.json"): results} {
			check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		run := formats.Open(t, nil, filepath.Join(dir, "results.json"), loaders.Options{}.With(loaders.GoldFile, gold))
		ex := run.Example(0)
		if ex.Images[0].Path != c.want || ex.Answer.Gold != "a" || ex.Answer.Correct != loaders.Right || ex.Meta["annotators"] == "" {
			t.Errorf("%+v: %+v", c, ex)
		}
		loadertest.Problem(t, run, "is not an annotator's answer; left out")
	}
}
