package vqa

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{Set, Results}

// Normalised texts and accuracies are those of the official evaluation; see
// testdata/README.md.
func TestNormalize(t *testing.T) {
	b, err := os.ReadFile("testdata/normalized.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]string
	if err := json.Unmarshal(b, &want); err != nil || len(want) < 300 {
		t.Fatal(len(want), err)
	}
	for _, text := range slices.Sorted(maps.Keys(want)) {
		if got := normalize(text); got != want[text] {
			t.Errorf("%q is %q, want %q", text, got, want[text])
		}
	}
}

func TestResults(t *testing.T) {
	run := formats.Testdata(t, "results.json")
	if run.Format != "vqa-results" || run.Len() != 60 || run.Dataset != "VQA" {
		t.Fatalf("%s: %d examples", run.Format, run.Len())
	}
	want := loadertest.Expected[map[string]float64](t)
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
	loadertest.Problems(t, run)
}

func TestSet(t *testing.T) {
	for _, name := range []string{"v2_mscoco_val2014_annotations.json", "v2_OpenEnded_mscoco_val2014_questions.json"} {
		run := formats.Testdata(t, name)
		if ex := run.Example(3); run.Format != "vqa" || run.Len() != 60 || ex.Question != "What is on the table?" || ex.Kind != "what is" ||
			ex.Answer.Gold == "" || ex.Answer.Correct != loaders.Unknown {
			t.Errorf("%s: %s, %d examples, %+v", name, run.Format, run.Len(), ex)
		}
		loadertest.Problems(t, run)
	}
}

// Results that no annotations beside them answer are not known to be VQA's.
func TestResultsAlone(t *testing.T) {
	other := `{"annotations": [{"question_id": 7, "answers": [{"answer": "x"}]}]}`
	results := fstest.MapFS{"r.json": {Data: []byte(`[{"question_id": 1, "answer": "a"}]`)}}
	if err := formats.Err(t, results, "r.json", loaders.Options{}); err == nil {
		t.Error("opened without annotations")
	}
	results["a.json"] = &fstest.MapFile{Data: []byte(other)}
	if err := formats.Err(t, results, "r.json", loaders.Options{}); err == nil {
		t.Error("opened with another data set's annotations")
	}
	if err := formats.Err(t, results, "r.json", loaders.Options{Gold: "a.json"}); err == nil {
		t.Error("opened with gold that answers nothing")
	}
}

// Each broken twin says what is wrong.
func TestBroken(t *testing.T) {
	const result, gold = `[{"question_id": 1, "answer": "a kite"}, {"question_id": 2, "answer": "x"}]`,
		`{"annotations": [{"question_id": 1, "image_id": 5, "answers": [{"answer": "kite"}, {"answer": "bird"}]}, {"question_id": 2, "answers": [{"answer": "x"}]}]}`
	for _, c := range []struct{ old, changed, oldGold, changedGold, problem string }{
		{"", "", "", "", ""},
		{`"a kite"`, `null`, "", "", "no answer"},
		{`"question_id": 2`, `"question_id": 3`, "", "", `question "3" is not in gold.json`},
		{"", "", `{"answer": "bird"}`, `7`, "7 is not an annotator's answer"},
		{"", "", `[{"answer": "x"}]`, `[]`, ""},
		{`"x"}]`, `"x"`, "", "", "cut off"},
	} {
		run := formats.Open(t, fstest.MapFS{
			"results.json": {Data: []byte(loadertest.Twin(t, result, c.old, c.changed))},
			"gold.json":    {Data: []byte(loadertest.Twin(t, gold, c.oldGold, c.changedGold))},
		}, "results.json", loaders.Options{})
		loadertest.Problem(t, run, c.problem)
		want := 2
		if strings.Contains(c.problem, "not in gold.json") {
			want = 3 // the question that nobody answers now
			if ex := run.Example(2); ex.ID != "2" || ex.Answer.Correct != loaders.Unanswered || ex.Answer.Scores["vqa_accuracy"] != 0 ||
				len(ex.Answer.Scores) != 1 {
				t.Errorf("unanswered: %+v", ex)
			}
		}
		if run.Len() != want {
			t.Errorf("%q: %d examples", c.changed, run.Len())
		}
	}
}
