package tally_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/tally"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/grounding"
	"faithscope/scoring/vectors"
)

var formats = loadertest.Formats{tally.Questions, tally.Grounding}

// content opens text as a run, with questions beside it if there are any.
func content(t testing.TB, text, questions string) *loaders.Run {
	t.Helper()
	fsys := fstest.MapFS{"run/run.jsonl": {Data: []byte(text)}}
	if questions != "" {
		fsys["run/coco-ground.json"] = &fstest.MapFile{Data: []byte(questions)}
	}
	return formats.Open(t, fsys, "run/run.jsonl", loaders.Options{})
}

// exported are the questions of a vector as the exporter writes them, and the
// file of questions beside.
func exported(t testing.TB, examples []map[string]any) (lines, questions string) {
	t.Helper()
	var list []map[string]any
	for _, e := range examples {
		row, q := map[string]any{}, map[string]any{"image": "a.jpg", "data_source": "made"}
		for _, key := range []string{"question_id", "name", "answer", "img_width", "img_height", "gt_bboxes"} {
			row[key], q[key] = e[key], e[key]
		}
		row["pred"] = e["expected"].(map[string]any)["pred"]
		var candidates []any
		for i, box := range e["coord"].([]any) {
			candidates = append(candidates, []any{box, e["scores"].([]any)[i]})
		}
		row["candidate_bbox"] = candidates
		q["question"], q["issimple"] = e["question"], e["issimple"]
		b, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		lines += string(b) + "\n"
		list = append(list, q)
	}
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return lines, string(b)
}

// The run that carries the vector's numbers scores what the authors' code
// gives for them.
func TestConformanceScores(t *testing.T) {
	var v struct {
		Examples []map[string]any
		Expected struct {
			Overall  vectors.Number            `json:"GroundP_overall"`
			Nonzero  vectors.Number            `json:"GroundP_nonzero"`
			PerCount map[string]vectors.Number `json:"GroundP_per_count"`
			Logged   map[string]vectors.Number `json:"all_logged"`
		} `json:"dataset_expected"`
	}
	vectors.Read(t, filepath.Join("..", "..", "scoring", "counting", "testdata"), "scn.json", &v)
	lines, questions := exported(t, v.Examples)
	run := content(t, lines, questions)
	scores := append(scored(t, run, grounding.Protocol), scored(t, run, counting.Protocol)...)
	want := map[string]float64{"groundp overall": float64(v.Expected.Overall), "groundp nonzero": float64(v.Expected.Nonzero)}
	for count, x := range v.Expected.PerCount {
		want["groundp "+count] = float64(x)
	}
	for _, of := range []string{"overall", "simple", "complex", "even", "odd"} {
		if x, ok := v.Expected.Logged["tally_acc."+of]; ok {
			want["accuracy "+of] = float64(x) / 100
		}
		if x, ok := v.Expected.Logged["tally_rmse."+of]; ok {
			want["rmse "+of] = float64(x)
		}
	}
	if x, ok := v.Expected.Logged["mAP.0.2.overall"]; ok {
		want["ap overall"] = float64(x)
	}
	for name, x := range want {
		metric, of, _ := strings.Cut(name, " ")
		i := slices.IndexFunc(scores, func(s scoring.Score) bool { return s.Metric == metric && s.Of == of })
		if i < 0 {
			t.Errorf("no %s", name)
			continue
		}
		got, ok := scores[i].Value.Float()
		if ok == math.IsNaN(x) || ok && math.Abs(got-x) > 1e-6 {
			t.Errorf("%s = %v (%v), want %v", name, got, ok, x)
		}
	}
}

func scored(t testing.TB, run *loaders.Run, p scoring.Protocol) []scoring.Score {
	t.Helper()
	a := p.Aggregate(scoring.Defaults())
	for i := range run.Len() {
		ex := run.Scan(i)
		if ex.Broken != "" {
			t.Fatalf("%s: %s", ex.ID, ex.Broken)
		}
		e := p.Prepare(ex)
		if e == nil {
			t.Fatalf("%s is nothing for %s", ex.ID, p.Name)
		}
		a.Add(e)
	}
	return a.Scores()
}

// Each file reads as the vector has it: the text comes from the questions
// beside it, boxes and scores from the run.
func TestConformance(t *testing.T) {
	run := formats.Testdata(t, "grounding.jsonl")
	for i := range run.Len() {
		run.Example(i)
	}
	// Three of the examples have a box without an area, on purpose.
	list, n := run.Problems.All()
	for _, p := range list {
		if !strings.Contains(p.What.String(), "1 of ") || !strings.Contains(p.What.String(), "no width or no height") {
			t.Errorf("problem %v", p)
		}
	}
	if n != 3 {
		t.Errorf("%d problems, want 3", n)
	}
	if run.Format != "scn-grounding" || run.Len() != 100 || run.Boxes != "xyxy, pixels" {
		t.Errorf("%s of %d, boxes %q", run.Format, run.Len(), run.Boxes)
	}
	ex := run.Example(0)
	if ex.ID != "1000" || ex.Question != "How many dogs are shown?" || ex.Kind != "complex" || ex.Answer.Gold != "0" ||
		ex.Images[0].Path != "train2014/1000.jpg" {
		t.Errorf("the first: %+v", ex)
	}
	im, root := ex.Images[0], ex.Program[0]
	if im.Width != 480 || im.Height != 640 || len(im.Proposals) != 36 ||
		im.Proposals[0] != (loaders.Box{X0: 35.51, Y0: 4.92, X1: 289.32, Y1: 120.31}) {
		t.Errorf("its picture: %d×%d, proposals %v", im.Width, im.Height, im.Proposals)
	}
	if root.Op != "count" || root.Text != "dog" || root.Output.Boxes[0][1] != 0.006 || root.Gold == nil || len(root.Gold.Boxes[0]) != 0 {
		t.Errorf("its count: %+v", root)
	}
	run = formats.Testdata(t, "coco-ground.json")
	if run.Format != "tallyqa" || run.Dataset != "COCO-Grounding" || run.Len() != 100 || run.Example(0).Program[0].Gold == nil {
		t.Errorf("COCO-Grounding: %s %s of %d", run.Format, run.Dataset, run.Len())
	}
	run = formats.Testdata(t, filepath.Join("tallyqa", "test.json"))
	ex = run.Example(0)
	if run.Dataset != "TallyQA" || run.Len() != 6 || ex.Program != nil || ex.Answer.Gold != "0" || ex.Answer.Correct != loaders.Unknown ||
		ex.Kind != "complex" {
		t.Errorf("TallyQA: %s of %d, the first %+v", run.Dataset, run.Len(), ex)
	}
}

const (
	line      = `{"question_id":1,"question":"How many?","answer":1,"img_width":10,"img_height":10,"gt_bboxes":[[1,1,5,5]],"pred":1.1,"candidate_bbox":[[[1,1,5,5],0.9],[[2,2,6,6],0.2]]}`
	questions = `[{"question_id":1,"question":"How many cats?","answer":1,"image":"a.jpg","issimple":true,"gt_bboxes":[[1,1,4,4]]}]`
)

// Each broken twin of a good line says what is wrong, and loses nothing else.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		why, old, new string
		beside        string
		problem       string
		scores        int // of regions; -1 for no output, -2 for a broken example
	}{
		{why: "as it is", scores: 2},
		{why: "a score that is NaN", old: "0.2", new: "NaN", problem: "1 of 2 are not numbers", scores: -1},
		{why: "a score over 1", old: "0.9", new: "1.9", problem: "outside 0..1", scores: 2},
		{why: "a pair of one", old: ",0.2]", new: "]", problem: "1 of 2 boxes do not have four numbers", scores: -1},
		{why: "a pair that is none", old: "[[2,2,6,6],0.2]", new: "7", problem: "do not have four numbers", scores: -1},
		{why: "a box of three", old: "[2,2,6,6]", new: "[2,2,6]", problem: "scores without a box", scores: -1},
		{why: "a pred that is not a number", old: "1.1", new: `"1.1"`, problem: "pred is not a number", scores: 2},
		{why: "candidates that are not a list", old: `"candidate_bbox":[[[1,1,5,5],0.9],[[2,2,6,6],0.2]]`, new: `"candidate_bbox":[1]`,
			problem: "not numbers", scores: -1},
		{why: "scores that do not sum to pred", old: "1.1", new: "3", problem: "pred is 3 and the scores sum to 1.1", scores: 2},
		{why: "no answer", old: `"answer":1`, new: `"answer":null`, problem: "no answer", scores: 2},
		{why: "an answer that is not a count", old: `"answer":1`, new: `"answer":"two"`, problem: "is not a count", scores: 2},
		{why: "half an answer", old: `"answer":1`, new: `"answer":1.5`, problem: "is not a count", scores: 2},
		{why: "less than none", old: `"answer":1`, new: `"answer":-1`, problem: "is not a count", scores: 2},
		{why: "an answer as pandas writes it", old: `"answer":1`, new: `"answer":1.0`, scores: 2},
		{why: "no id", old: `"question_id":1`, new: `"question_id":null`, problem: "no question_id", scores: 2},
		{why: "gold outside the picture", old: `"gt_bboxes":[[1,1,5,5]]`, new: `"gt_bboxes":[[1,1,50,5]]`, problem: "outside the picture",
			scores: 2},
		{why: "gold of another type", old: `"gt_bboxes":[[1,1,5,5]]`, new: `"gt_bboxes":{}`,
			problem: "gt_bboxes: a JSON object where an array belongs", scores: 2},
		{why: "cut off", old: `0.2]]}`, new: `0.2`, problem: "cut off", scores: -2},
		{why: "too deep", old: `"pred"`, new: `"x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `,"pred"`, problem: "nests deeper",
			scores: -2},
		{why: "with questions", beside: questions, scores: 2},
		{why: "with questions of another id", beside: strings.Replace(questions, `"question_id":1`, `"question_id":2`, 1),
			problem: "answer none of its records", scores: 2},
		{why: "with a question twice", beside: strings.Replace(questions, `[{`,
			`[{"question_id":1,"question":"x","answer":1,"image":"b","issimple":true},{`, 1), problem: `a second entry called "1"`, scores: 2},
		{why: "with questions cut off", beside: questions[:len(questions)-9], problem: "cut off", scores: 2},
		{why: "a picture that climbs out", beside: strings.Replace(questions, "a.jpg", "../../a.jpg", 1), problem: "leads out", scores: 2},
	} {
		t.Run(c.why, func(t *testing.T) {
			run := content(t, loadertest.Twin(t, line, c.old, c.new), c.beside)
			if run.Len() != 1 {
				t.Fatalf("%d examples, want the one", run.Len())
			}
			ex, n := run.Example(0), -2
			if ex.Broken == "" {
				if n = -1; ex.Program[0].Output.Boxes != nil {
					n = len(ex.Program[0].Output.Boxes[0])
				}
			}
			if n != c.scores {
				t.Errorf("%d scores, want %d", n, c.scores)
			}
			loadertest.Problem(t, run, c.problem)
		})
	}
}

// A question whose scores or boxes are wrong is counted by what is left of it, and
// by its name where nothing is: no number of questions shrinks without a word.
func TestBrokenRegionsAreCounted(t *testing.T) {
	gone := `"candidate_bbox":null`
	all := `"candidate_bbox":[[[1,1,5,5],0.9],[[2,2,6,6],0.2]]`
	for _, c := range []struct {
		why, old, new     string
		accuracy, groundp int // of how many questions
		ungrounded        float64
	}{
		{"as it is", "", "", 1, 1, 0},
		{"a box of three", "[2,2,6,6]", "[2,2,6]", 1, 0, 1},
		{"a box of three, and no pred", `"pred":1.1,"candidate_bbox":[[[1,1,5,5],0.9],[[2,2,6,6]`, `"candidate_bbox":[[[1,1,5,5],0.9],[[2,2,6]`,
			1, 0, 1},
		{"a score that is text", "0.2]", `"0.2"]`, 1, 0, 1},
		{"no regions", all, gone, 1, 0, 1},
		{"no regions and no gold", `"gt_bboxes":[[1,1,5,5]],"pred":1.1,` + all, `"pred":1.1,` + gone, 1, 0, 0},
	} {
		run := content(t, loadertest.Twin(t, line, c.old, c.new), "")
		ex := run.Example(0)
		if n := ex.Program[0].Output.Number; c.groundp == 0 && (n == nil || math.Abs(n.Mean-1.1) > 1e-9) {
			t.Errorf("%s: errors are measured by %v, not by 1.1", c.why, n)
		}
		for protocol, want := range map[*scoring.Protocol][2]float64{&counting.Protocol: {float64(c.accuracy), 0},
			&grounding.Protocol: {float64(c.groundp), c.ungrounded}} {
			a := protocol.Aggregate(scoring.Defaults())
			if e := protocol.Prepare(ex); e != nil {
				a.Add(e)
			}
			scores := a.Scores()
			unknown, _ := scores[len(scores)-1].Value.Float()
			if scores[0].Count != int(want[0]) || scores[len(scores)-1].Metric != "unknown" || unknown != want[1] {
				t.Errorf("%s: %s of %d questions, %v unknown, want %v", c.why, scores[0].Metric, scores[0].Count, unknown, want)
			}
		}
	}
}

// Where one of the first records has gold boxes, one that has none is not passed over
// without a word.
func TestRecordWithoutGoldBoxes(t *testing.T) {
	bare := loadertest.Twin(t, line, `"gt_bboxes":[[1,1,5,5]],`, "")
	for lines, problem := range map[string]string{line + "\n" + bare: "no gt_bboxes", bare + "\n" + line: "no gt_bboxes",
		bare + "\n" + bare: "", bare: ""} {
		run := content(t, lines, "")
		for i := range run.Len() {
			run.Example(i)
		}
		loadertest.Problem(t, run, problem)
	}
}

// Questions that the user names have to be there.
func TestNamedQuestions(t *testing.T) {
	if formats.Err(t, nil, filepath.Join("testdata", "grounding.jsonl"), loaders.Options{Gold: "nowhere.json"}) == nil {
		t.Error("no error for questions that are not there")
	}
}

// FuzzTally opens any bytes, with any bytes as questions.
func FuzzTally(f *testing.F) {
	f.Add([]byte(line), []byte(questions))
	f.Add([]byte(questions), []byte{})
	f.Add([]byte(`[{"question_id":"a","question":"","answer":1e999,"image":"","gt_bboxes":[null,[1e999]]}]`), []byte(`[{"question_id":[]`))
	f.Add([]byte(`{"question_id":1,"answer":2,"candidate_bbox":[null,[],[[],{}],[[NaN],1]]}`), []byte{})
	f.Fuzz(func(t *testing.T, file, beside []byte) {
		fsys := fstest.MapFS{"run.json": {Data: file}, "q.json": {Data: beside}}
		formats.Walk(t, fsys, "run.json", func(_ *loaders.Run, ex *loaders.Example) {
			for _, m := range ex.Program {
				if m.Output.Boxes != nil && len(m.Output.Boxes[0]) != len(ex.Images[0].Proposals) {
					t.Fatalf("%d scores for %d proposals", len(m.Output.Boxes[0]), len(ex.Images[0].Proposals))
				}
			}
		})
	})
}

// A header names the run; no example is made of it.
func TestHeaderOfAnExport(t *testing.T) {
	const line = `{"question_id":1,"question":"How many?","answer":2,"pred":1.9,"gt_bboxes":[[0,0,5,5]],"candidate_bbox":[[[0,0,5,5],1.9]]}` + "\n"
	for header, want := range map[string][3]string{
		"": {"run/run.jsonl", "", ""},
		`{"scn":"odd-even 90","dataset":"TallyQA","note":"trained here"}` + "\n": {"odd-even 90", "TallyQA", "trained here"},
		`{"scn":"a","dataset":7}` + "\n":                                         {"a", "", ""},
	} {
		run := content(t, header+line+line, "")
		if run.Format != "scn-grounding" || run.Len() != 2 || run.Example(0).ID == "" || run.Example(0).Broken != "" {
			t.Errorf("%s: %s, %d examples", header, run.Format, run.Len())
		}
		if got := [3]string{run.Name, run.Dataset, run.Note}; got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}
