package pages

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// ofReading are the formats of questions on passages.
var ofReading = loadertest.Formats(loaders.Filter(loaders.Map(Ours, DocumentedFormat.Reads), func(f loaders.Format) bool {
	return strings.HasPrefix(f.Name, "squad") || strings.HasPrefix(f.Name, "drop")
}))

func TestPredictionsByQuestion(t *testing.T) {
	for content, want := range map[string]bool{
		`{"56be4db0acb8001400a502ec": "x", "56be4db0acb8001400a502ed": ""}`: true,
		"{\n \"f37e81fa-ef7b-4583-b671-762fc433faa9\": [\"x\", \"y\"]\n}":   true,
		`{"0": "tench", "1": "goldfish"}`:                                   false,
		`{"q1": "x", "q2": ""}`:                                             false,
		`{"uid": "1", "context": "x", "reason": "y"}`:                       false,
		`{"Sentence1": "x", "pairID": "y"}`:                                 false,
		`{"56be4db0acb8001400a502ec": {"text": "x"}}`:                       false,
		`{"q1": 3}`:                        false,
		`{"q1": "x", "q2": {"text": "x"}}`: false,
		`{}`:                               false,
		`["q1"]`:                           false,
		`{"id": "a1", "question": "x", "answer": {"gold": "yes"}}`: false,
	} {
		src := &loaders.Source{Files: fstest.MapFS{}, Path: "run.json", Head: []byte(content)}
		accepts := func(o loaders.Options) func(f loaders.Format) bool {
			return func(f loaders.Format) bool {
				return f.Detect(src.Head) || f.Confirm != nil && f.Confirm(t.Context(), src, o)
			}
		}
		check.Equal(t, content, slices.ContainsFunc(ofReading, accepts(loaders.Options{})), want)
		// What --gold names answers the rows, whatever their ids look like.
		if slices.ContainsFunc(ofReading, accepts(loaders.Options{}.With(loaders.GoldFile, "gold.json"))) {
			t.Errorf("%s: accepted beside gold that has other questions", content)
		}
	}
}

// TestOracleShared reads real files where they are; see testdata/README.md.
func TestOracleShared(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data")
	squad := filepath.Join(root, "squadshifts", "squadshifts_amazon_reviews_v1.0.json")
	if _, err := os.Stat(squad); err != nil {
		t.Skip("no real files here")
	}
	for _, tt := range []struct {
		path, format          string
		examples, unannotated int
	}{
		{squad, "squad", 9885, 0},
		{filepath.Join(root, "drop", "drop_module_output_annotations.json"), "drop", 215, -1},
	} {
		run := ofReading.Open(t, nil, tt.path, loaders.Options{})
		if run.Format != tt.format || run.Len() != tt.examples {
			t.Errorf("%s: %d examples, format %q", tt.path, run.Len(), run.Format)
		}
		without := 0
		for i := range run.Len() {
			ex := run.Scan(i)
			if ex.Broken != "" || ex.Passage == nil || ex.Answer.Gold == "" {
				t.Fatalf("%s: %+v", tt.path, ex)
			}
			if len(ex.Rationales) == 0 {
				without++
			}
		}
		if tt.unannotated >= 0 && without != tt.unannotated {
			t.Errorf("%s: %d questions without an answer in the passage", tt.path, without)
		}
		loadertest.Problems(t, run)
	}
}

// Correct answers of another type are a problem, and not a question that none answers; several
// predictions are all of them, and not a choice.
func TestAnswersOfOtherTypes(t *testing.T) {
	const question = `{"data":[{"title":"t","paragraphs":[{"context":"a cat sat","qas":[{"id":"q1","question":"q","answers":%s}]}]}]}`
	for answers, want := range map[string]string{
		`"cat"`:                             `answers is "cat", not a list of answers`,
		`[{"text":"cat","answer_start":2}]`: "",
		`[]`:                                "",
	} {
		run := ofReading.Text(t, "squad.json", strings.Replace(question, "%s", answers, 1))
		ex := run.Example(0)
		if impossible := slices.Contains(ex.Tags, "impossible"); impossible != (answers == "[]") || want != "" && ex.Answer.Gold != "" {
			t.Errorf("%s: %+v", answers, ex)
		}
		if want == "" {
			loadertest.Problems(t, run)
		} else {
			loadertest.Problem(t, run, want)
		}
	}
	twice := `[{"text":"cat","answer_start":2},{"text":"cat","answer_start":2}]`
	run := ofReading.Text(t, "squad.json", strings.Replace(question, "%s", twice, 1))
	check.Equal(t, "rationales of two annotators who agree", len(run.Example(0).Rationales), 2)
	run = ofReading.Text(t, "predictions.json", `{"56be4db0acb8001400a502ec": ["x", "y"]}`)
	check.Equal(t, "predicted", run.Example(0).Answer.Predicted, "x | y")
}

func TestPredictionsInSQuADsRows(t *testing.T) {
	const row = `{"id":"ID","context":"the Broncos won","question":"Who?",` +
		`"answers":{"text":["Broncos"],"answer_start":[4]},"predicted_answer":"SAID"}`
	text := strings.NewReplacer("ID", "a", "SAID", "the Broncos").Replace(row) + "\n" +
		strings.NewReplacer("ID", "b", "SAID", "won").Replace(row)
	run := ofReading.Open(t, fstest.MapFS{"run": {Data: []byte(text)}}, "run", loaders.Options{})
	if a, b := run.Example(0).Answer.Correct, run.Example(1).Answer.Correct; a != loaders.Right || b != loaders.Wrong {
		t.Errorf("%s and %s, want right and wrong", a, b)
	}
}

func TestQuestionsWithATextAreNotHotpotQA(t *testing.T) {
	page := loadertest.Formats(loaders.Filter(loaders.Map(Ours, DocumentedFormat.Reads), func(f loaders.Format) bool {
		return f.Name == "hotpotqa-predictions"
	}))[0]
	for head, want := range map[string]bool{
		`{"id": "a", "question": "q", "context": "c"}`:           false,
		`{"_id": "a", "question": "q", "context": [["T", []]]}`:  true,
		`{"id": "a", "question": "q", "context": {"title": []}}`: true,
	} {
		isQuestion := func(f loaders.FormatFlag) bool { return f.Detect != nil && f.Detect([]byte(head)) }
		check.Equal(t, head, slices.ContainsFunc(page.Takes, isQuestion), want)
	}
}

// A question without a right answer that nobody answered counts as 0, as others do.
func TestUnansweredQuestionsWithoutAnAnswer(t *testing.T) {
	const question = `{"data":[{"title":"t","paragraphs":[{"context":"a cat","qas":[
		{"id":"q1","question":"q","answers":[]},{"id":"q2","question":"r","answers":[]},{"id":"q3","question":"s","answers":[]}]}]}]}`
	run := ofReading.Open(t, fstest.MapFS{"squad.json": {Data: []byte(question)}, "run.json": {Data: []byte(`{"q1": "", "q2": null}`)}},
		"run.json", loaders.Options{}.With(loaders.GoldFile, "squad.json"))
	got := []string{}
	for ex := range run.ScanAll {
		got = append(got, ex.ID+" "+ex.Answer.Correct.String())
	}
	check.EqualLists(t, "verdicts", got, []string{"q1 right", "q2 unanswered", "q3 unanswered"})
}

// Predicted evidence that is null or unreadable counts as none, and is a problem.
func TestMissingEvidenceIsNone(t *testing.T) {
	page := loadertest.Formats(loaders.Filter(loaders.Map(Ours, DocumentedFormat.Reads), func(f loaders.Format) bool {
		return f.Name == "fever-predictions"
	}))
	const row = `{"id": 1, "claim": "c", "label": "REFUTES", "evidence": [[[1, 2, "P", 0]]], ` +
		`"predicted_label": "REFUTES", "predicted_evidence": E}`
	for predicted, want := range map[string]string{
		`[["P", 0]]`: "", `[]`: "", `null`: "no predicted evidence", `[["P", "x"]]`: "not a list of documents",
	} {
		run := page.Text(t, "run.jsonl", strings.Replace(row, "E}", predicted+"}", 1)+"\n"+strings.Replace(row, "E}", "[]}", 1))
		k := slices.IndexFunc(run.Example(0).Rationales, func(r loaders.Rationale) bool { return r.Name == "predicted" })
		if k < 0 {
			t.Errorf("%s: no evidence counts as predicted", predicted)
		}
		if want != "" {
			loadertest.Problem(t, run, want)
		}
	}
}
