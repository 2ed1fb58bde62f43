package eraser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/record"
)

var formats = loadertest.Formats{Results, Annotations}

// outline is an example as testdata/expected.json has it.
type outline struct {
	ID           string             `json:"id"`
	Question     string             `json:"question"`
	Tokens       []string           `json:"tokens"`
	Sentences    [][2]int           `json:"sentences"`
	Answer       [3]string          `json:"answer"`
	Scores       map[string]float64 `json:"scores"`
	Rationales   [][3]any           `json:"rationales"`   // name, spans, sentence
	Attributions [][3]any           `json:"attributions"` // name, over, scores
}

func outlineOf(ex *loaders.Example) outline {
	o := outline{ID: ex.ID, Question: ex.Question, Answer: [3]string{ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String()},
		Scores: ex.Answer.Scores, Rationales: [][3]any{}, Attributions: [][3]any{}}
	if ex.Passage != nil {
		o.Tokens, o.Sentences = ex.Passage.Tokens, pairs(ex.Passage.Sentences)
	}
	for _, r := range ex.Rationales {
		o.Rationales = append(o.Rationales, [3]any{r.Name, pairs(r.Spans), r.Sentence})
	}
	for _, a := range ex.Attributions {
		o.Attributions = append(o.Attributions, [3]any{a.Name, a.Over, a.Scores})
	}
	return o
}

func pairs(spans []loaders.Span) [][2]int {
	list := [][2]int{}
	for _, s := range spans {
		list = append(list, [2]int{s.Start, s.End})
	}
	return list
}

// Every file reads as the script that wrote it says.
func TestConformance(t *testing.T) {
	for name, run := range loadertest.Conform(t, formats, outlineOf) {
		wrong := loadertest.ProblemsOf(run)
		wrong = slices.DeleteFunc(wrong, func(p string) bool { return strings.Contains(p, "have no answer in the run") })
		if len(wrong) > 0 {
			t.Errorf("%s: problems %q", name, wrong)
		}
	}
}

// Results find the split that they belong to among the files beside them,
// and say what of it they do not answer.
func TestResultsFindTheirAnnotations(t *testing.T) {
	run := formats.Open(t, nil, "testdata/reviews/results.jsonl", loaders.Options{})
	if want := filepath.Join("testdata", "reviews", "val.jsonl"); run.Gold != want {
		t.Errorf("gold from %q, want %q", run.Gold, want)
	}
	loadertest.Problem(t, run, "1 of 3 annotations have no answer in the run; they count 0; ERASER's metrics refuse such a file; "+
		"--missing omit leaves them out")
	if err := formats.Err(t, nil, "testdata/reviews/results.jsonl", loaders.Options{Gold: "testdata/reviews/train.jsonl"}); err == nil ||
		!strings.Contains(err.Error(), "answers none of the run's records") {
		t.Errorf("annotations of another split: %v", err)
	}
	if err := formats.Err(t, nil, "testdata/reviews/results.jsonl", loaders.Options{Gold: "testdata/absent.jsonl"}); err == nil ||
		!strings.Contains(err.Error(), "annotations: testdata/absent.jsonl") {
		t.Errorf("annotations that are not there: %v", err)
	}
}

// benchmark writes a benchmark of one example, each file changed by a
// replacement of its text, and opens its results.
func benchmark(t *testing.T, file, old, changed string) *loaders.Run {
	t.Helper()
	fsys := map[string]string{
		"docs/d":       "a b c\nd e\n",
		"val.jsonl":    `{"annotation_id":"1","query":"q","docids":["d"],"classification":"A","evidences":[[{"docid":"d","start_token":0,"end_token":2}]]}` + "\n",
		"results.json": `{"annotation_id":"1","classification":"A","classification_scores":{"A":1},"rationales":[{"docid":"d","hard_rationale_predictions":[{"start_token":0,"end_token":2}],"soft_rationale_predictions":[1,0,0,0,0],"soft_sentence_predictions":[1,0]}]}` + "\n",
	}
	dir := t.TempDir()
	for name, content := range fsys {
		if name == file {
			next := strings.Replace(content, old, changed, 1)
			if next == content {
				t.Fatalf("%s: no %q to replace", name, old)
			}
			content = next
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "secret"), []byte("secret tokens"), 0o600); err != nil {
		t.Fatal(err)
	}
	return formats.Open(t, nil, filepath.Join(dir, "results.json"), loaders.Options{})
}

// Each broken twin says what is wrong, and the example stays.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		why, file, old, changed string
		problem                 string
		rationales, rows        int
	}{
		{"as it is", "", "", "", "", 2, 2},
		{"an annotation that is missing", "val.jsonl", `"1"`, `"2"`, "answer none of its records", 1, 2},
		{"another result's annotation first", "results.json", `{"annotation_id":"1"`,
			`{"annotation_id":"1","classification":"A","rationales":[]}` + "\n" + `{"annotation_id":"7"`, "no annotation for this annotation_id",
			1, 0},
		{"a second annotation of one id", "val.jsonl", `{`, `{"annotation_id":"1","evidences":[]}` + "\n{", `a second entry called "1"`, 1, 2},
		{"an annotation that is not JSON", "val.jsonl", `]]}`, `]]`, "not JSON", 1, 2},
		{"no id", "results.json", `"annotation_id":"1"`, `"annotation_id":null`, "no annotation_id", 1, 2},
		{"a document that is missing", "val.jsonl", `["d"]`, `["x","d"]`, `the document "x": not in docs`, 2, 2},
		{"a document outside", "val.jsonl", `["d"]`, `["../secret","d"]`, `the document "../secret": its name leads out`, 2, 2},
		{"a document that is a folder", "val.jsonl", `["d"]`, `[".","d"]`, `the document "."`, 2, 2},
		{"an evidence outside", "val.jsonl", `"end_token":2`, `"end_token":9`, "the span 0 to 9 does not lie in 5 tokens", 2, 2},
		{"an evidence turned around", "val.jsonl", `"start_token":0`, `"start_token":4`, "the span 4 to 2", 2, 2},
		{"an evidence in a document that is not there", "val.jsonl", `{"docid":"d"`, `{"docid":"y"`, `the document "y", which is not there`, 2,
			2},
		{"an evidence without positions", "val.jsonl", `"start_token":0,"end_token":2`, `"start_sentence":1,"end_sentence":9`,
			"in sentences 1 to 9 of 2", 2, 2},
		{"evidences without groups", "val.jsonl", `[[{"docid":"d","start_token":0,"end_token":2}]]`,
			`[{"docid":"d","start_token":0,"end_token":2}]`, "evidences: a JSON object where an array belongs", 2, 2},
		{"a hard prediction outside", "results.json", `"end_token":2`, `"end_token":9`, "hard_rationale_predictions: the span 0 to 9", 2, 2},
		{"soft predictions too short", "results.json", `[1,0,0,0,0]`, `[1]`, "1 weights where 5 belong", 2, 1},
		{"soft predictions with NaN", "results.json", `[1,0,0,0,0]`, `[NaN,0,0,0,0]`, "1 of 5 are not numbers", 2, 1},
		{"sentence predictions too long", "results.json", `[1,0]}`, `[1,0,0]}`, "3 weights where 2 belong", 2, 1},
		{"no number for the class", "results.json", `{"A":1}`, `{"B":1}`, `no number for the class "A"`, 2, 2},
		{"rationales that are none", "results.json", `"classification":"A"`, `"classification":7`,
			"classification: a JSON number where a string belongs", 2, 2},
	} {
		run := benchmark(t, c.file, c.old, c.changed)
		ex := run.Example(0)
		if ex.Broken != "" {
			t.Errorf("%s: the example is lost: %s", c.why, ex.Broken)
		}
		for i := range run.Len() {
			run.Example(i)
		}
		if len(ex.Rationales) != c.rationales {
			t.Errorf("%s: rationales %+v, want %d", c.why, ex.Rationales, c.rationales)
		}
		if len(ex.Attributions) != c.rows {
			t.Errorf("%s: rows %+v, want %d", c.why, ex.Attributions, c.rows)
		}
		loadertest.Problem(t, run, c.problem)
		if ex.Passage != nil && strings.Contains(ex.Passage.Text, "secret") {
			t.Errorf("%s: a file outside the folder was read", c.why)
		}
	}
}

// Without documents scores stand alone, and the run says why.
func TestNoDocuments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.jsonl")
	line := `{"annotation_id":"1","classification":"A","rationales":[{"docid":"d","soft_rationale_predictions":[1,0]}]}`
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	run := formats.Open(t, nil, path, loaders.Options{})
	ex := run.Example(0)
	if ex.Passage != nil || len(ex.Attributions) != 1 || len(ex.Attributions[0].Scores) != 2 {
		t.Errorf("%+v, want two scores without a passage", ex)
	}
	all := strings.Join(loadertest.ProblemsOf(run), "\n")
	for _, want := range []string{"shown without the passages", "shown without gold"} {
		if !strings.Contains(all, want) {
			t.Errorf("problems %q do not say %q", all, want)
		}
	}
}

// FuzzDecode decodes any bytes as a result, joined with any bytes as its
// document.
func FuzzDecode(f *testing.F) {
	for _, name := range []string{"testdata/reviews/results.jsonl", "testdata/reviews/val.jsonl", "testdata/pairs/results.jsonl"} {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		line, _, _ := strings.Cut(string(b), "\n")
		f.Add([]byte(line), "a  b\n\nc\r\nd")
	}
	f.Fuzz(func(t *testing.T, b []byte, document string) {
		isResults(b)
		isAnnotations(b)
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "neg_1.txt"), []byte(document), 0o600); err != nil {
			t.Fatal(err)
		}
		src := &loaders.Source{Files: files.Disk{}}
		folder, err := files.OpenFolder(src, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		j := &join{docs: documents{folder: folder}}
		for _, decode := range []record.Decode{record.As(j.result), record.As(j.annotation)} {
			ex := decode(&record.Record{Bytes: b, Line: 1})
			if ex.Passage == nil {
				continue
			}
			n := len(ex.Passage.Tokens)
			for _, r := range ex.Rationales {
				for _, s := range r.Spans {
					if s.Start < 0 || s.End > n || s.Start >= s.End {
						t.Errorf("the span %v in %d tokens", s, n)
					}
				}
			}
			for _, a := range ex.Attributions {
				if a.Over == "passage" && len(a.Scores) != n {
					t.Errorf("%d scores over %d tokens", len(a.Scores), n)
				}
			}
		}
	})
}
