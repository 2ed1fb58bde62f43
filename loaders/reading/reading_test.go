package reading_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/reading"
)

var formats = loadertest.Formats{reading.Drop, reading.Squad, reading.Flat, reading.Predictions}

// rationales writes the words that rationales mark.
func rationales(ex *loaders.Example) string {
	var list []string
	for _, r := range ex.Rationales {
		for _, s := range r.Spans {
			list = append(list, r.Name+": "+strings.Join(ex.Passage.Tokens[s.Start:s.End], " "))
		}
	}
	return strings.Join(list, "; ")
}

func TestDrop(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "drop.json"), "drop.json", loaders.Options{})
	if run.Format != "drop" || run.Len() != 3 || run.Dataset != "DROP" {
		t.Fatalf("%d examples, format %q", run.Len(), run.Format)
	}
	for i, want := range []struct{ id, kind, gold, passage, rationales string }{
		{"q1-a", "number", "49 | 49-yard", "nfl_1", ""},
		{"q1-b", "spans", "Robbie Gould, Todd Collins", "nfl_1", ""},
		{"q2-a", "date_qtype", "4 May 1945", "history_2", "answer: 4 May 1945"}, // the last token is in it
	} {
		ex := run.Example(i)
		if ex.ID != want.id || ex.Kind != want.kind || ex.Answer.Gold != want.gold || ex.Meta["passage"] != want.passage ||
			rationales(ex) != want.rationales {
			t.Errorf("%s: %+v, rationales %q", want.id, ex, rationales(ex))
		}
	}
	if p := run.Example(0).Passage; !slices.Equal(p.Tokens[3:8], []string{"a", "49", "-", "yard", "field"}) || p != run.Example(1).Passage {
		t.Errorf("passage %+v", p)
	}
	if ex := run.Example(2); len(ex.Passage.Tokens) != 8 || len(ex.Passage.Sentences) != 1 || len(ex.Tokens) != 6 {
		t.Errorf("example %+v", ex)
	}
	loadertest.Problems(t, run)
}

func TestSquad(t *testing.T) {
	for _, name := range []string{"squad.json", "squad_flat.jsonl"} {
		run := formats.Open(t, loadertest.Only(t, name), name, loaders.Options{})
		if run.Len() != 3 {
			t.Fatalf("%s: %d examples", name, run.Len())
		}
		for i, want := range []struct{ id, gold, rationales, tags string }{
			{"5dd465dacc027a086d65bc6c", "the Bears | Bears", "answer: the Bears; answer: Bears", "[]"},
			{"5dd465dacc027a086d65bc6d", "afé", "answer: café", "[]"}, // the token that it touches
			{"5dd465dacc027a086d65bc6e", "", "", "[impossible]"},
		} {
			ex := run.Example(i)
			if ex.ID != want.id || ex.Answer.Gold != want.gold || rationales(ex) != want.rationales || fmt.Sprint(ex.Tags) != want.tags {
				t.Errorf("%s: %+v, rationales %q", name, ex, rationales(ex))
			}
		}
		if p := run.Example(2).Passage; p.Text != "Nobody says." {
			t.Errorf("%s: passage %+v", name, p)
		}
		loadertest.Problems(t, run)
	}
}

func TestPredictions(t *testing.T) {
	type answer struct {
		id, predicted string
		correct       loaders.Verdict
		em, f1        float64
	}
	squad := []answer{
		{"5dd465dacc027a086d65bc6c", "Bears!", loaders.Right, 1, 1},
		{"5dd465dacc027a086d65bc6d", "the old café", loaders.Wrong, 0, 0},
		{"5dd465dacc027a086d65bc6e", "", loaders.Right, 1, 1}, // to say nothing is right
	}
	for _, tt := range []struct {
		file, set string
		want      []answer
	}{
		{"drop_predictions.json", "drop.json", []answer{
			{"q1-a", "49", loaders.Right, 1, 1},
			{"q1-b", "Todd Collins | Gould", loaders.Wrong, 0, .83}, // (1 + 2/3) / 2
			{"q2-a", "May 1945", loaders.Wrong, 0, .8},
			{"q9", "x", loaders.Unknown, 0, 0},
		}},
		{"squad_predictions.json", "squad.json", squad},
		{"squad_predictions.json", "squad_flat.jsonl", squad},
	} {
		for _, o := range []loaders.Options{{}, {Gold: tt.set}} {
			run := formats.Open(t, loadertest.Only(t, tt.file, tt.set), tt.file, o)
			var got []answer
			for i := range run.Len() {
				ex := run.Example(i)
				got = append(got, answer{ex.ID, ex.Answer.Predicted, ex.Answer.Correct, ex.Answer.Scores["em"], ex.Answer.Scores["f1"]})
			}
			if !slices.Equal(got, tt.want) || run.Gold != tt.set {
				t.Errorf("%s on %s: %v", tt.file, tt.set, got)
			}
			if ex := run.Example(0); ex.Passage == nil || ex.Question == "" {
				t.Errorf("%s on %s: %+v", tt.file, tt.set, ex)
			}
		}
	}
	run := formats.Open(t, loadertest.Only(t, "drop_predictions.json", "drop.json"), "drop_predictions.json", loaders.Options{})
	loadertest.Problems(t, run, `drop_predictions.json q9: question "q9" is not in drop.json`)
	if err := formats.Err(t, loadertest.Only(t, "drop_predictions.json"), "drop_predictions.json", loaders.Options{}); err == nil {
		t.Error("texts by any names open without the questions that they answer")
	}
	run = formats.Text(t, "predictions.json", `{"56be4db0acb8001400a502ec": "Denver", "56be4db0acb8001400a502ed": ["Todd Collins", "Gould"]}`)
	if ex := run.Example(1); ex.ID != "56be4db0acb8001400a502ed" || ex.Answer.Predicted != "Todd Collins | Gould" ||
		len(loadertest.ProblemsOf(run)) != 1 {
		t.Errorf("without questions: %+v", ex)
	}
}

// TestDetect does not take other objects of strings for predictions.
// Of ten questions six are answered and three rightly: the evaluations of SQuAD
// 1.1 and DROP count 0 for the others.
func TestUnanswered(t *testing.T) {
	var set, predictions []string
	for i := range 10 {
		id := fmt.Sprintf("56be4db0acb8001400a502%02d", i)
		set = append(set, fmt.Sprintf(`{"id": %q, "question": "Who?", "answers": [{"text": "Denver", "answer_start": 0}]}`, id))
		if i < 5 {
			predictions = append(predictions, fmt.Sprintf("%q: %q", id, []string{"Denver", "Boston"}[i%2]))
		}
	}
	predictions = append(predictions, `"56be4db0acb8001400a50205": null`)
	fsys := fstest.MapFS{
		"squad.json":       {Data: []byte(`{"data": [{"paragraphs": [{"context": "Denver won.", "qas": [` + strings.Join(set, ",") + `]}]}]}`)},
		"predictions.json": {Data: []byte("{" + strings.Join(predictions, ", ") + "}")},
	}
	run := formats.Open(t, fsys, "predictions.json", loaders.Options{})
	verdicts := map[loaders.Verdict]int{}
	for i := range run.Len() {
		ex := run.Example(i)
		verdicts[ex.Answer.Correct]++
		if em, ok := ex.Answer.Scores["em"]; !ok || (em == 1) != (ex.Answer.Correct == loaders.Right) || ex.Passage == nil {
			t.Errorf("%+v", ex)
		}
	}
	if verdicts[loaders.Right] != 3 || verdicts[loaders.Wrong] != 2 || verdicts[loaders.Unanswered] != 5 || run.Len() != 10 {
		t.Errorf("%d examples: %v", run.Len(), verdicts)
	}
	loadertest.Problems(t, run, "no answer; it counts 0",
		"squad.json: 4 of 10 questions have no answer in the run; they count 0 as in evaluate-v1.1 and drop_eval; evaluate-v2.0 leaves them "+
			"out; --missing omit leaves them out")
}

func TestDetect(t *testing.T) {
	for content, want := range map[string]bool{
		`{"56be4db0acb8001400a502ec": "x", "56be4db0acb8001400a502ed": ""}`: true,
		"{\n \"f37e81fa-ef7b-4583-b671-762fc433faa9\": [\"x\", \"y\"]\n}":   true,
		`{"0": "tench", "1": "goldfish"}`:                                   false,
		`{"q1": "x", "q2": ""}`:                                             false,
		`{"uid": "1", "context": "x", "reason": "y"}`:                       false,
		`{"Sentence1": "x", "pairID": "y"}`:                                 false,
		`{"q1": 3}`:                                                         false,
		`{"q1": "x", "q2": {"text": "x"}}`:                                  false,
		`{}`:                                                                false,
		`["q1"]`:                                                            false,
		`{"id": "a1", "question": "x", "answer": {"gold": "yes"}}`:          false,
	} {
		if got := reading.Predictions.Detect([]byte(content)); got != want {
			t.Errorf("%s: %v", content, got)
		}
	}
}

// TestBroken breaks the files in one place per row. Each is a problem, and
// what is not broken stays.
func TestBroken(t *testing.T) {
	for _, tt := range []struct {
		why, run, file, old, new string
		problem                  string
		broken                   int // the example that is, counted from 1; 0 for none
	}{
		{"a question that is a list", "drop.json", "drop.json", `"qa_pairs": [`, `"qa_pairs": [[], `, "a JSON array where an object belongs", 1},
		{"no answer", "drop.json", "drop.json", `"number": "49"`, `"number": ""`, "", 0},
		{"an answer that is text", "drop.json", "drop.json", `"date": {`, `"date": "x", "d": {`, "date: a JSON string", 0},
		{"a span past the end", "drop.json", "drop.json", "6\n     ]", "60\n     ]", "answer_passage_spans: the span 4 to 61", 0},
		{"sentences outside", "drop.json", "drop.json", "8\n   ]", "80\n   ]", "sentences leave the 8 tokens", 0},
		{"a passage that is a number", "drop.json", "drop.json", `"passage": "The war`, `"passage": [0], "x": "The war`, "", 0},
		{"cut off", "drop.json", "drop.json", `"qtype"`, ``, "cut off", 3},
		{"control characters", "drop.json", "drop.json", `"Who cheered?"`, `"\u001b[31mWho?"`, "", 0},
		{"an answer elsewhere", "squad.json", "squad.json", `"answer_start": 11`, `"answer_start": 12`, `has no "the Bears" at 12`, 0},
		{"an answer at no place", "squad.json", "squad.json", `"answer_start": 11`, `"answer_start": NaN`, "NaN", 0},
		{"an answer before the start", "squad.json", "squad.json", `"answer_start": 11`, `"answer_start": -9`, `at -9`, 0},
		{"an answer far out", "squad.json", "squad.json", `"answer_start": 11`, `"answer_start": 1e300`, `at 1e+300`, 0},
		{"answers that are an object", "squad.json", "squad.json", `"answers": []`, `"answers": {}`, "answers: a JSON object", 0},
		{"a line that is not JSON", "squad_flat.jsonl", "squad_flat.jsonl", "\n", "\n{\n", "not JSON", 2},
		{"starts that lack one", "squad_flat.jsonl", "squad_flat.jsonl", `"answer_start": [11, `, `"answer_start": [`,
			"3 answers with 2 starts", 0},
		{"a prediction that is an object", "drop_predictions.json", "drop_predictions.json", `"q9": "x"`, `"q9": {}`,
			"an object where an answer belongs", 4},
		{"no prediction", "drop_predictions.json", "drop_predictions.json", `["Todd Collins", "Gould"]`, `null`, "no answer", 0},
		{"more predictions than anybody makes", "drop_predictions.json", "drop_predictions.json", `["Todd Collins"`,
			`["x"` + strings.Repeat(`, "x"`, 300), "more than 200", 2},
		{"a question twice", "drop_predictions.json", "drop.json", "q1-b", "q1-a", "a second entry called", 0},
	} {
		t.Run(tt.why, func(t *testing.T) {
			fsys := loadertest.Only(t, tt.run)
			if tt.run == "drop_predictions.json" {
				fsys = loadertest.Only(t, tt.run, "drop.json")
			}
			content := string(fsys[tt.file].Data)
			twin := strings.Replace(content, tt.old, tt.new, 1)
			if tt.why == "cut off" {
				twin, _, _ = strings.Cut(content, tt.old)
			}
			if twin == content {
				t.Fatalf("%q is nowhere", tt.old)
			}
			fsys[tt.file] = &fstest.MapFile{Data: []byte(twin)}
			src, err := files.OpenSource(fsys, tt.run)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.Index([]string{"drop.json", "squad.json", "squad_flat.jsonl", "drop_predictions.json"}, tt.run)
			run, err := formats[at].Open(t.Context(), src, loaders.Options{})
			if err != nil {
				t.Fatal(err)
			}
			loadertest.Whole(t, run)
			loadertest.Problem(t, run, tt.problem)
			if run.Len() < 3 {
				t.Errorf("%d examples", run.Len())
			}
			loadertest.Broken(t, run, tt.broken)
		})
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
		run := formats.Open(t, nil, tt.path, loaders.Options{})
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
