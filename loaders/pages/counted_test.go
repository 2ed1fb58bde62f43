package pages

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/protocols/grounding"
	"faithscope/scoring/vectors"
)

// content opens text as a run, with questions beside it if there are any.
func content(t testing.TB, text, questions string) *loaders.Run {
	t.Helper()
	fsys := fstest.MapFS{"run/run.jsonl": {Data: []byte(text)}}
	if questions != "" {
		fsys["run/coco-ground.json"] = &fstest.MapFile{Data: []byte(questions)}
	}
	return formats.Open(t, fsys, "run/run.jsonl", loaders.Options{})
}

// exported returns the questions of a vector as the exporter writes them, and the
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
		check.NoError(t, err)
		lines += string(b) + "\n"
		list = append(list, q)
	}
	b, err := json.Marshal(list)
	check.NoError(t, err)
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
	vectors.Read(t, filepath.Join("..", "..", "scoring", "protocols", "counting", "testdata"), "scn.json", &v)
	lines, questions := exported(t, v.Examples)
	run := content(t, lines, questions)
	check.Contains(t, run.Columns.Said, "right = equal after rounding half to even")
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

const (
	line = `{"question_id":1,"question":"How many?","answer":1,"img_width":10,"img_height":10,"gt_bboxes":[[1,1,5,5]],"pred":1.1,` +
		`"candidate_bbox":[[[1,1,5,5],0.9],[[2,2,6,6],0.2]]}`
	questions = `[{"question_id":1,"question":"How many cats?","answer":1,"image":"a.jpg","issimple":true,"gt_bboxes":[[1,1,4,4]]}]`
)

// A question whose scores or boxes are wrong is counted by what is left of it, or by its
// name if nothing is: the number of questions never shrinks silently.
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
		{"a score that is text", "0.2]", `"high"]`, 1, 0, 1},
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

// Any model's answers beside TallyQA's questions are counts.
func TestTallyQAWithPredictions(t *testing.T) {
	question := func(id, answer int, prediction string) string {
		return fmt.Sprintf(`{"question_id":%d,"question":"How many?","answer":%d,"image":"a.jpg","image_id":7,"issimple":true,`+
			`"data_source":"amt","prediction":%s}`, id, answer, prediction)
	}
	run := content(t, "["+question(1, 4, `"4"`)+",\n"+question(2, 2, "2.4")+",\n"+question(3, 5, "3")+",\n"+question(4, 1, `"one"`)+"]", "")
	for i, want := range []string{"4 right", "2 right", "3 wrong", " unanswered"} {
		ex, err := run.Decode(i)
		check.NoError(t, err)
		check.Equal(t, "question "+ex.ID, ex.Answer.Predicted+" "+ex.Answer.Correct.String(), want)
	}
	ex, err := run.Decode(1)
	if err != nil || ex.Program[0].Output.Number.Mean != 2.4 {
		t.Errorf("%v, %v: errors are measured by 2.4", ex, err)
	}
	loadertest.Problem(t, run, `the prediction "one" is not a number`)
}
