package gqa_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest"
)

var polar = loadertest.Formats{gqa.Questions, gqa.LLaVA, gqa.POPEQuestions, gqa.MMEResults}

// Of the two sets beside the answers, whose ids are the same, the one is joined
// that asks what the prompts say.
func TestPOPE(t *testing.T) {
	run := polar.Testdata(t, "pope/answers.jsonl")
	if run.Gold != "testdata/pope/coco_pope_popular.json" || run.Dataset != "POPE" {
		t.Fatalf("gold %q, data set %q", run.Gold, run.Dataset)
	}
	counts := map[string]int{}
	for i := range run.Len() {
		ex := run.Example(i)
		counts[ex.Answer.Gold+" "+ex.Answer.Predicted]++
		if ex.Kind != "POPE popular" || len(ex.Images) != 1 || ex.Images[0].Path == "" || ex.Question == "" {
			t.Errorf("%+v", ex)
		}
	}
	for pair, n := range map[string]int{"yes yes": 10, "no yes": 3, "no no": 9, "yes no": 2} {
		if counts[pair] != n {
			t.Errorf("%d of %s, want %d", counts[pair], pair, n)
		}
	}
	loadertest.Problems(t, run)
	alone := polar.Testdata(t, "pope/coco_pope_random.json")
	if ex := alone.Example(1); alone.Format != "pope" || alone.Len() != 24 || ex.Answer.Gold == "" || ex.Kind != "POPE random" {
		t.Errorf("%s: %+v", alone.Format, ex)
	}
}

// A folder of results is one run, whose subtasks are named after the files.
func TestMMEFolder(t *testing.T) {
	line := "a.png\tIs there a dog?\tYes\tYes\na.png\tIs there a cat?\tNo\tNo\n"
	dir := t.TempDir()
	for _, subtask := range []string{"OCR", "existence"} {
		if err := os.WriteFile(filepath.Join(dir, subtask+".txt"), []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := polar.Open(t, nil, dir, loaders.Options{})
	if run.Len() != 4 || run.Example(0).Kind != "MME OCR" || run.Example(2).Kind != "MME existence" {
		t.Errorf("%d examples", run.Len())
	}
}

func TestMME(t *testing.T) {
	answers, results := polar.Testdata(t, "mme/answers.jsonl"), polar.Testdata(t, "mme/existence.txt")
	if answers.Len() != 6 || results.Len() != 4 || results.Format != "mme-results" || answers.Dataset != "MME" {
		t.Fatalf("%d and %d examples, %s", answers.Len(), results.Len(), results.Format)
	}
	var said []string
	for i := range answers.Len() {
		ex := answers.Example(i)
		said = append(said, ex.Kind+" "+ex.Answer.Gold+" "+ex.Answer.Predicted)
		if i >= results.Len() {
			continue
		}
		if other := results.Example(i); other.Answer.Predicted != ex.Answer.Predicted || other.Answer.Gold != ex.Answer.Gold ||
			other.Answer.Scores["acc_plus"] != ex.Answer.Scores["acc_plus"] || other.Kind != ex.Kind {
			t.Errorf("%d: %+v, in the results %+v", i, ex, other)
		}
	}
	if want := []string{"MME existence yes yes", "MME existence no no", "MME existence yes yes", "MME existence no yes", "MME color yes no",
		"MME color no other"}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
	loadertest.Problems(t, answers)
	loadertest.Problems(t, results)
}

// Each broken twin of a file of results says what is wrong.
func TestMMEBroken(t *testing.T) {
	const good = "1.png\tIs it?\tYes\tYes\n1.png\tIs it not?\tNo\tno\n"
	for _, c := range []struct{ old, changed, problem string }{
		{"", "", ""},
		{"\tNo\tno", "\tno", "3 cells where"},
		{"1.png\tIs it not?\tNo\tno\n", "", "no second question about 1.png"},
		{"1.png\tIs it not?", "2.png\tIs it not?", "no second question about"},
	} {
		run := polar.Text(t, "existence.txt", loadertest.Twin(t, good, c.old, c.changed))
		loadertest.Problem(t, run, c.problem)
	}
}
