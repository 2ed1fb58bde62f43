package gqa_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{gqa.Questions, gqa.Predictions, gqa.LLaVA, gqa.Preprocessed, gqa.Scenes, gqa.VisualGenome,
	gqa.GenomeQuestions}

// golds writes the gold boxes of modules: "2:1 box" for each Place.
func golds(ex *loaders.Example) string {
	var list []string
	for _, m := range ex.Program {
		if m.Gold != nil {
			list = append(list, fmt.Sprintf("%d:%v", m.Place, m.Gold.Boxes[0]))
		}
	}
	return strings.Join(list, " ")
}

func TestQuestions(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "questions.json", "scenes.json"), "questions.json", loaders.Options{})
	if run.Format != "gqa-questions" || run.Dataset != "GQA" || run.Len() != 5 || run.Boxes == "" {
		t.Fatalf("%d examples, format %q, boxes %q", run.Len(), run.Format, run.Boxes)
	}
	fence, bench, dog := "{10 20 490 120}", "{100 180 300 300}", "{120 100 210 180}"
	for i, want := range []struct{ id, kind, program, golds, image string }{
		{"201", "query", "(query[name] (relate[animal,in front of,s] (filter[red] select[fence])))", "2:[" + dog + "] 0:[" + fence + "]",
			"[" + fence + " " + dog + "]"},
		{"202", "verify", "(exist[?] select[dog])", "0:[" + dog + "]", "[" + dog + "]"},
		// The select that two operations read is shown below both.
		{"203", "logical", "(and (verify[white] select[dog]) (verify-rel[grass,on,o] select[dog]))", "0:[" + dog + "] 2:[] 0:[" + dog + "]",
			"[" + bench + " " + dog + "]"},
		{"204", "compare", "(two-same select[bench] select[fence])", "0:[" + bench + "] 1:[" + fence + "]", "[" + fence + " " + bench + "]"},
		{"205", "compare", "(compare select[cake] select[apple])", "", "[]"},
	} {
		ex := run.Example(i)
		if ex.ID != want.id || ex.Kind != want.kind || loadertest.Program(ex.Program, nil) != want.program {
			t.Errorf("%s: id %s, kind %s, program %s", want.id, ex.ID, ex.Kind, loadertest.Program(ex.Program, nil))
		}
		if got := golds(ex); got != want.golds {
			t.Errorf("%s: gold %s, want %s", want.id, got, want.golds)
		}
		if im := ex.Images[0]; fmt.Sprint(im.Gold) != want.image || im.Units != loaders.Pixels || im.Path != ex.Meta["image"]+".jpg" {
			t.Errorf("%s: image %+v", want.id, im)
		}
		if ex.Answer.Predicted != "" || ex.Answer.Gold == "" || ex.Answer.Correct != loaders.Unknown {
			t.Errorf("%s: answer %+v", want.id, ex.Answer)
		}
	}
	ex := run.Example(2)
	if !slices.Equal(ex.Tags, []string{"unbalanced"}) || !slices.Equal(ex.Groups, []string{"equivalent to 201"}) ||
		ex.Meta["local group"] != "11-dog_attr" {
		t.Errorf("example %+v", ex)
	}
	if ex := run.Example(0); !slices.Equal(ex.Entailed, []string{"202", "203"}) || ex.Tags != nil || ex.Program[2].Name != "filter color" ||
		ex.Program[2].Place != 1 ||
		ex.Images[0].Width != 500 || ex.Images[0].Height != 375 || ex.Groups != nil {
		t.Errorf("example %+v", ex)
	}
	want := []string{
		"questions.json 203: object 9 is not in the scene graph of picture n1",
		"questions.json 204: object 8 is not in the scene graph of picture n1",
		`questions.json 205: picture "n2" is not in scenes.json`,
	}
	loadertest.Problems(t, run, want...)
}

func TestPredictions(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "predictions.json", "questions.json", "scenes.json"), "predictions.json", loaders.Options{})
	if run.Format != "gqa-predictions" || run.Gold != "questions.json" {
		t.Fatalf("format %q, gold %q", run.Format, run.Gold)
	}
	for i, want := range []struct {
		id, predicted, gold string
		correct             loaders.Verdict
	}{
		{"201", "dog", "dog", loaders.Right},
		{"202", "no", "yes", loaders.Wrong},
		{"203", "no", "no", loaders.Right},
		{"205", "Apple", "apple", loaders.Wrong}, // GQA's evaluation compares letter by letter
		{"999", "cat", "", loaders.Unknown},
		{"204", "", "no", loaders.Unanswered},
	} {
		ex := run.Example(i)
		if a := ex.Answer; ex.ID != want.id || a.Predicted != want.predicted || a.Gold != want.gold || a.Correct != want.correct {
			t.Errorf("%s: id %s, answer %+v", want.id, ex.ID, a)
		}
		if (ex.Program != nil) != (want.gold != "") || (ex.Question != "") != (want.gold != "") {
			t.Errorf("%s: program %v", want.id, ex.Program)
		}
	}
	if got := golds(run.Example(0)); got == "" {
		t.Error("no gold boxes")
	}
	for _, want := range []string{`predictions.json 999: question "999" is not in questions.json`,
		"questions.json: 1 of 5 questions have no answer in the run"} {
		loadertest.Problem(t, run, want)
	}
}

func TestDFOLPredictions(t *testing.T) {
	fsys := loadertest.Only(t, "dfol_predictions.json", "questions.json", "hard/hard_all.json")
	run := formats.Open(t, fsys, "dfol_predictions.json", loaders.Options{Gold: "questions.json"})
	for i, want := range []struct {
		predicted string
		correct   loaders.Verdict
		match     float64
		tied, tag string
	}{
		{"dog", loaders.Right, math.NaN(), "", "hard"},
		{"apple | cake", loaders.Wrong, .5, "2", "hard"},
		{"yes", loaders.Right, math.NaN(), "", ""},
		{"[]", loaders.Wrong, math.NaN(), "", "unbalanced"},
	} {
		ex := run.Example(i)
		match, has := ex.Answer.Scores["match"]
		if ex.Answer.Predicted != want.predicted || ex.Answer.Correct != want.correct || has == math.IsNaN(want.match) ||
			has && match != want.match ||
			ex.Meta["tied"] != want.tied || strings.Join(ex.Tags, " ") != want.tag {
			t.Errorf("%s: answer %+v, tags %q, tied %q", ex.ID, ex.Answer, ex.Tags, ex.Meta["tied"])
		}
	}
	if ex := run.Example(0); ex.Meta["type"] != "open" || ex.Meta["options"] != "dog, cat, horse" {
		t.Errorf("meta %v", ex.Meta)
	}
	fsys["sets/hard/hard_all.json"] = fsys["hard/hard_all.json"] // as run --sets sets writes them
	delete(fsys, "hard/hard_all.json")
	if ex := formats.Open(t, fsys, "dfol_predictions.json", loaders.Options{Gold: "questions.json"}).Example(0); !slices.Equal(ex.Tags,
		[]string{"hard"}) {
		t.Errorf("tags %q with a folder of sets", ex.Tags)
	}
}

func TestLLaVA(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "llava.jsonl", "questions.json"), "llava.jsonl", loaders.Options{})
	var verdicts []loaders.Verdict
	for i := range run.Len() {
		verdicts = append(verdicts, run.Example(i).Answer.Correct)
	}
	// Letter case and the full stop do not count.
	if want := []loaders.Verdict{loaders.Right, loaders.Right, loaders.Wrong, loaders.Right, loaders.Unanswered}; !slices.Equal(verdicts,
		want) {
		t.Errorf("verdicts %v, want %v", verdicts, want)
	}
	if ex := run.Example(0); ex.Meta["model"] != "llava-sample" || !strings.HasPrefix(ex.Meta["prompt"], "What is the name") ||
		ex.Answer.Predicted != "Dog" {
		t.Errorf("example %+v", ex)
	}
}

func TestPreprocessed(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "hard/hard_all.json"), "hard/hard_all.json", loaders.Options{})
	if run.Format != "dfol-questions" || run.Len() != 3 {
		t.Fatalf("%d examples, format %q", run.Len(), run.Format)
	}
	for i, want := range []struct{ id, program string }{
		{"201", "(query[name] (relate[in front of,true,animal] (filter[red] select[fence])))"},
		{"204", "(two-same[color] select[bench] select[fence])"},
		{"205", "(choose[healthy|sweet] select[cake])"},
	} {
		ex := run.Example(i)
		if ex.ID != want.id || loadertest.Program(ex.Program, nil) != want.program || !slices.Equal(ex.Tags, []string{"hard"}) || ex.Kind == "" {
			t.Errorf("%s: %s %s %v", want.id, ex.ID, loadertest.Program(ex.Program, nil), ex.Tags)
		}
	}
	if m := run.Example(0).Program; m[0].Name != "query_attr" || m[0].Place != 3 || m[3].Place != 0 {
		t.Errorf("modules %+v", m)
	}
	loadertest.Problem(t, run, "hard_all.json: 2 records repeat an id that was there before")
}

func TestScenes(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "scenes.json"), "scenes.json", loaders.Options{})
	ex := run.Example(0)
	im := ex.Images[0]
	if ex.ID != "n1" || ex.Question != "fence, bench, dog" || ex.Meta["location"] != "park" ||
		ex.Meta["relations"] != "fence behind dog, dog in front of fence, dog on bench" ||
		!slices.Equal(im.Labels, []string{"fence (red, wooden)", "bench (brown)", "dog"}) || im.Path != "n1.jpg" || im.Width != 500 ||
		fmt.Sprint(im.Proposals) != "[{10 20 490 120} {100 180 300 300} {120 100 210 180}]" || !slices.Equal(im.Gold, im.Proposals) {
		t.Errorf("example %+v", ex)
	}
	loadertest.Problems(t, run, "scenes.json n1: 1 relations lead to objects that are not there")
}

func TestVisualGenome(t *testing.T) {
	fsys := loadertest.Only(t, "genome_objects.json", "genome_attributes.json", "genome_relationships.json")
	for _, tt := range []struct{ file, labels, relations, problem string }{
		{"genome_objects.json", "[clock man]", "", "genome_objects.json 7: 1 objects have the id of another"},
		{"genome_attributes.json", "[clock (green, tall) street]", "",
			"genome_attributes.json 7: 1 of 2 object ids are not in genome_objects.json: 73"},
		// 71 was merged into 70, 79 is nowhere.
		{"genome_relationships.json", "[clock man road]", "man under clock, man ON road",
			"genome_relationships.json 7: 1 of 3 object ids are not in genome_objects.json: 79"},
	} {
		run := formats.Open(t, fsys, tt.file, loaders.Options{})
		ex := run.Example(0)
		if run.Format != "visual-genome" || ex.ID != "7" || fmt.Sprint(ex.Images[0].Labels) != tt.labels ||
			ex.Meta["relations"] != tt.relations || len(ex.Images[0].Gold) != len(ex.Images[0].Labels) {
			t.Errorf("%s: %+v", tt.file, ex)
		}
		loadertest.Problems(t, run, tt.problem)
	}
}

func TestGenomeQuestions(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "genome_qas.json"), "genome_qas.json", loaders.Options{})
	if run.Format != "visual-genome-questions" || run.Len() != 3 {
		t.Fatalf("%d examples of %s, want the 3 questions of both pictures", run.Len(), run.Format)
	}
	ex := run.Example(1)
	im := ex.Images[0]
	if ex.ID != "702" || ex.Question != "What is under the clock?" || ex.Answer.Gold != "A man." || ex.Answer.Correct != loaders.Unknown {
		t.Errorf("example %+v", ex)
	}
	if fmt.Sprint(im.Labels) != "[clock man]" || fmt.Sprint(im.Gold) != "[{421 91 500 430} {10 20 40 100}]" {
		t.Errorf("labels %q, gold %v", im.Labels, im.Gold)
	}
	if last := run.Example(2); last.ID != "801" || len(last.Images[0].Gold) != 0 {
		t.Errorf("a question without objects: %+v", last)
	}
	loadertest.Problems(t, run)
}

// TestBroken breaks the files in one place per row. Each is a problem, and
// what is not broken stays.
func TestBroken(t *testing.T) {
	for _, tt := range []struct {
		why, run, file, old, new string
		problem                  string // part of one
		broken                   int    // the example of the run that is, counted from 1; 0 for none
	}{
		{"a question that is a list", "questions.json", "questions.json", `"202": {`, `"200": [], "202": {`,
			"a JSON array where an object belongs", 2},
		{"a question cut off", "questions.json", "questions.json", `"Is there a dog in this photo?"`, "\x00", "not JSON", 2},
		{"no dependencies", "questions.json", "questions.json", "\"dependencies\": [\n     0\n    ]", `"dependencies": "none"`,
			"dependencies: a JSON string", 0},
		{"a step that depends on itself", "questions.json", "questions.json", "\"dependencies\": [\n     0\n    ]", `"dependencies": [1]`,
			"depends on 1, which does not come before it", 0},
		{"a step that nobody reads", "questions.json", "questions.json", "\"dependencies\": [\n     0\n    ]", `"dependencies": []`,
			"semantic[0] select is read by no other", 0},
		{"a huge index", "questions.json", "questions.json", "\"dependencies\": [\n     0\n    ]", `"dependencies": [99999999]`,
			"depends on 99999999", 0},
		{"nesting without end", "questions.json", "questions.json", `"Yes, there is a dog."`,
			strings.Repeat("[", 300) + strings.Repeat("]", 300), "nests deeper", 2},
		{"a question of Visual Genome that is a number", "genome_qas.json", "genome_qas.json", `{"qa_id": 702,`, `7, {"qa_id": 702,`,
			"a JSON number where an object belongs", 2},
		{"its object without a place", "genome_qas.json", "genome_qas.json", `"x": 421`, `"x": NaN`, "1 of 2 boxes do not have four numbers", 0},
		{"a file cut off", "questions.json", "questions.json", "\n}", ``, "", 0},
		{"two questions of one id", "predictions.json", "questions.json", `"202": {`, `"201": {`, `a second entry called "201"`, 0},
		{"an object without a place", "questions.json", "scenes.json", `"x": 10,`, `"x": NaN,`, "1 of 1 boxes do not have four numbers", 0},
		{"an object outside the picture", "questions.json", "scenes.json", `"w": 480`, `"w": 4800`, "1 of 2 boxes reach outside the picture", 0},
		{"a picture of no size", "questions.json", "scenes.json", `"width": 500`, `"width": 1e300`, "", 0},
		{"scene graphs that are a list", "questions.json", "scenes.json", `"objects": {"1"`, `"objects": [], "x": {"1"`, "", 0},
		{"a prediction without id", "predictions.json", "predictions.json", `"questionId": "201"`, `"questionId": null`, "no id of a question",
			0},
		{"a prediction without answer", "predictions.json", "predictions.json", `"prediction": "dog"`, `"prediction": null`, "no answer", 0},
		{"a prediction that is a number", "predictions.json", "predictions.json", `{"questionId": "201", "prediction": "dog"}`,
			`{"questionId": "201", "prediction": "dog"}, 7`, "a JSON number where an object belongs", 2},
		{"control characters", "predictions.json", "predictions.json", `"dog"`, `"\u001b[31mdog"`, "", 0},
		{"a line that is not JSON", "llava.jsonl", "llava.jsonl", `{"question_id": "202"`, `{"question_id": `, "not JSON", 2},
		{"a line without text", "llava.jsonl", "llava.jsonl", `"text": "Yes."`, `"txt": "Yes."`, "no answer", 0},
		{"a prepared question without id", "hard/hard_all.json", "hard/hard_all.json", `"question_id": `, `"error": 1, "id": `,
			"no id of a question", 0},
		{"a program without end", "hard/hard_all.json", "hard/hard_all.json", `"last_op": {"operator": "two_same"`,
			`"last": {"operator": "two_same"`, "no last_op", 0},
		{"arguments that are text", "hard/hard_all.json", "hard/hard_all.json", `"arguments": ["fence"]`, `"arguments": "fence"`, "", 0},
		{"an object of no id", "genome_objects.json", "genome_objects.json", `{"object_id": 72, "names": ["boy"]`, `{"names": ["boy"]`,
			"1 objects have no object_id", 0},
	} {
		t.Run(tt.why, func(t *testing.T) {
			fsys := loadertest.Only(t, "questions.json", "scenes.json", "predictions.json", "llava.jsonl", "hard/hard_all.json",
				"genome_objects.json", "genome_qas.json")
			for name := range fsys {
				if name != tt.run && name != "questions.json" && name != "scenes.json" {
					delete(fsys, name)
				}
			}
			content := string(fsys[tt.file].Data)
			twin := strings.Replace(content, tt.old, tt.new, 1)
			if tt.new == "" {
				twin = content[:strings.LastIndex(content, tt.old)]
			}
			if twin == content {
				t.Fatalf("%q is nowhere", tt.old)
			}
			fsys[tt.file] = &fstest.MapFile{Data: []byte(twin)}
			whole := formats.Open(t, loadertest.Only(t, tt.run), tt.run, loaders.Options{})
			run := formats.Open(t, fsys, tt.run, loaders.Options{})
			if run.Len() < whole.Len() {
				t.Errorf("%d examples of %d", run.Len(), whole.Len())
			}
			if tt.problem != "" {
				loadertest.Problem(t, run, tt.problem)
			}
			loadertest.Broken(t, run, tt.broken)
		})
	}
}

// TestTruncated opens a file cut off in its middle: what came before is
// there, and a problem says so.
func TestTruncated(t *testing.T) {
	fsys := loadertest.Only(t, "questions.json")
	content := fsys["questions.json"].Data
	fsys["questions.json"] = &fstest.MapFile{Data: content[:len(content)/2]}
	run := formats.Open(t, fsys, "questions.json", loaders.Options{})
	if run.Len() < 2 || run.Example(0).Broken != "" || run.Example(run.Len()-1).Broken == "" {
		t.Errorf("%d examples", run.Len())
	}
	loadertest.Problem(t, run, "cut off")
}

// TestWithoutQuestions shows predictions alone, and says what is missing.
func TestWithoutQuestions(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "predictions.json"), "predictions.json", loaders.Options{})
	if ex := run.Example(0); ex.ID != "201" || ex.Answer.Predicted != "dog" || ex.Answer.Correct != loaders.Unknown {
		t.Errorf("example %+v", ex)
	}
	loadertest.Problems(t, run, "no questions of GQA")
	for _, o := range []loaders.Options{{Gold: "nowhere.json"}, {Scenes: "nowhere.json"}} {
		if formats.Err(t, loadertest.Only(t, "predictions.json"), "predictions.json", o) == nil {
			t.Errorf("%+v: a file that is not there was no error", o)
		}
	}
}

// TestOracleShared reads real files where they are; see testdata/README.md.
func TestOracleShared(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data")
	answers := filepath.Join(root, "gqa", "llava-v1.5-13b.head.jsonl")
	if _, err := os.Stat(answers); err != nil {
		t.Skip("no real files here")
	}
	run := formats.Open(t, nil, answers, loaders.Options{})
	right, verdict, entailed := map[string]bool{}, 0, map[string][]string{}
	for i := range run.Len() {
		ex := run.Scan(i)
		if ex.Answer.Correct == loaders.Unknown || ex.Program == nil || !slices.Contains(ex.Tags, "head") {
			t.Fatalf("%s: %+v", ex.ID, ex)
		}
		right[ex.ID] = ex.Answer.Correct == loaders.Right
		if right[ex.ID] {
			verdict++
		}
		entailed[ex.ID] = ex.Entailed
	}
	if run.Len() != 1733 || verdict != 1070 {
		t.Errorf("%d of %d right, want 1070 of 1733", verdict, run.Len())
	}
	sum, questions, pairs := 0.0, 0, 0
	for _, id := range slices.Sorted(maps.Keys(right)) {
		n, good := 0, 0
		for _, other := range entailed[id] {
			if ok, there := right[other]; right[id] && there && other != id {
				n++
				if ok {
					good++
				}
			}
		}
		if n > 0 {
			questions++
			pairs += n
			sum += float64(good) / float64(n)
		}
	}
	if questions != 302 || pairs != 314 || math.Abs(sum/float64(questions)-0.8570640176600443) > 1e-12 {
		t.Errorf("consistency %v of %d questions and %d pairs", sum/float64(questions), questions, pairs)
	}
	// Pictures that belong to other data lie beside.
	got := slices.DeleteFunc(loadertest.ProblemsOf(run), func(s string) bool { return strings.Contains(s, "picture") })
	if len(got) != 0 {
		t.Errorf("problems %q", got[:min(len(got), 5)])
	}
	for _, name := range []string{"gqa/ood_testdev_head.json", "vg/objects_1_2.json", "vg/attributes.json", "vg/attributes2.json",
		"vg/attributes3.json", "vg/relationships.json", "vg/relationships2.json", "vg/relationships3.json"} {
		run := formats.Open(t, nil, filepath.Join(root, name), loaders.Options{})
		if run.Len() == 0 || run.Example(0).Broken != "" {
			t.Errorf("%s: %d examples", name, run.Len())
		}
		if im := run.Example(0).Images[0]; strings.HasPrefix(name, "vg") && len(im.Gold) < 5 {
			t.Errorf("%s: %d objects", name, len(im.Gold))
		}
	}
}
