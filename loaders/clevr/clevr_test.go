package clevr_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/clevr"
	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{clevr.Questions, clevr.Scenes}

// The gold of every module is what CLEVR's question engine returned for its
// step; see testdata/README.md.
func TestGold(t *testing.T) {
	run := formats.Testdata(t, "CLEVR_val_questions.json")
	b, err := os.ReadFile("testdata/outputs.json")
	if err != nil {
		t.Fatal(err)
	}
	var outputs map[string][]any
	if err := json.Unmarshal(b, &outputs); err != nil || len(outputs) != run.Len() || run.Len() < 30 {
		t.Fatal(err, len(outputs), run.Len())
	}
	checked := 0
	for i := range run.Len() {
		ex := run.Example(i)
		for _, m := range ex.Program {
			checked++
			if got, want := written(ex, m.Gold), engine(m.Op, outputs[ex.ID][m.Place]); got != want {
				t.Errorf("%s, step %d %s[%s]: gold %s, want %s", ex.ID, m.Place, m.Op, m.Text, got, want)
			}
		}
	}
	if checked < 200 {
		t.Errorf("%d modules", checked)
	}
	loadertest.Problems(t, run)
}

// written is gold as the engine has it: the proposals that boxes are those of.
func written(ex *loaders.Example, gold *loaders.Gold) string {
	switch {
	case gold == nil:
		return "nothing"
	case gold.Value != nil:
		return fmt.Sprint(*gold.Value)
	case gold.Text != nil:
		return *gold.Text
	}
	list := []int{}
	for _, b := range gold.Boxes[0] {
		list = append(list, slices.Index(ex.Images[0].Proposals, b))
	}
	return fmt.Sprint(list)
}

// engine is what the engine returned; the object of unique is a set of one
// here.
func engine(op string, output any) string {
	if op == "unique" {
		output = []any{output}
	}
	switch x := output.(type) {
	case []any:
		list := []int{}
		for _, k := range x {
			list = append(list, int(k.(float64)))
		}
		slices.Sort(list)
		return fmt.Sprint(list)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[x]
	case float64:
		return fmt.Sprint(x)
	}
	return fmt.Sprint(output)
}

func TestScenes(t *testing.T) {
	run := formats.Testdata(t, "CLEVR_val_scenes.json")
	ex := run.Example(0)
	if im := ex.Images[0]; run.Format != "clevr-scenes" || len(im.Proposals) < 3 || len(im.Labels) != len(im.Proposals) ||
		!slices.Equal(im.Gold, im.Proposals) || im.Width != 480 {
		t.Errorf("%+v", ex)
	}
	for _, b := range ex.Images[0].Proposals {
		if b.Area() < 400 || b.Area() > 20_000 {
			t.Errorf("a box of %g square pixels", b.Area())
		}
	}
}

// Each broken twin says what is wrong.
func TestBroken(t *testing.T) {
	const (
		questions = `{"questions": [{"question_index": 0, "image_filename": "a.png", "question": "?", "answer": "1", "program": [` +
			`{"function": "scene", "inputs": [], "value_inputs": []}, {"function": "filter_color", "inputs": [0], "value_inputs": ["red"]}, {"function": "count", "inputs": [1], "value_inputs": []}]}]}`
		scenes = `{"scenes": [{"image_filename": "a.png", "image_index": 0, "relationships": {"left": [[1], []]}, "objects": [` +
			`{"color": "red", "size": "small", "shape": "cube", "material": "metal", "pixel_coords": [9, 9, 9]}, {"color": "blue", "size": "small", "shape": "cube", "material": "metal", "pixel_coords": [90, 90, 9]}]}]}`
	)
	for _, c := range []struct{ old, changed, oldScene, changedScene, problem string }{
		{"", "", "", "", ""},
		{`"1"`, `"2"`, "", "", `answers "1" on the scene, the file "2"`},
		{`"count", "inputs": [1]`, `"count", "inputs": [7]`, "", "", "depends on 7"},
		{`"filter_color"`, `"filter_colour"`, "", "", `answers "0" on the scene`},
		{`"count"`, `"tally"`, "", "", "not a function"},
		{`"count"`, `"unique"`, "", "", ""},
		{`"function": "filter_color", "inputs": [0], "value_inputs": ["red"]}, {"function": "count"`,
			`"function": "filter_color", "inputs": [0], "value_inputs": ["pink"]}, {"function": "unique"`, "", "", "it takes one object, not 0"},
		{"", "", `"a.png"`, `"b.png"`, "answer none of its records"},
		{"", "", `[[1], []]`, `[[8], []]`, "1 relations lead to objects that are not there"},
	} {
		run := formats.Open(t, fstest.MapFS{
			"q.json": {Data: []byte(loadertest.Twin(t, questions, c.old, c.changed))},
			"s.json": {Data: []byte(loadertest.Twin(t, scenes, c.oldScene, c.changedScene))},
		}, "q.json", loaders.Options{})
		loadertest.Problem(t, run, c.problem)
	}
}
