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
	"faithscope/loaders/loadertest/check"
)

var formats = loadertest.Formats{clevr.Questions, clevr.Scenes}

// The gold of every module is what CLEVR's question engine returned for its
// step; see testdata/README.md.
func TestGold(t *testing.T) {
	run := formats.Testdata(t, "CLEVR_val_questions.json")
	b, err := os.ReadFile("testdata/outputs.json")
	check.NoError(t, err)
	var outputs map[string][]any
	if err := json.Unmarshal(b, &outputs); err != nil || len(outputs) != run.Len() || run.Len() < 30 {
		t.Fatal(err, len(outputs), run.Len())
	}
	checked := 0
	for i := range run.Len() {
		ex := run.Example(i)
		for _, m := range ex.Program {
			checked++
			check.Equal(t, "step gold", written(ex, m.Gold), engine(m.Op, outputs[ex.ID][m.Place]), ex.ID, m.Place, m.Op, m.Text)
		}
	}
	if checked < 200 {
		t.Errorf("%d modules", checked)
	}
	loadertest.Problems(t, run)
}

// written returns gold as the engine has it: the proposals that boxes are those of.
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

// engine returns what the engine returned; the object of unique is a set of one
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

// Two sets may share nothing, and then there are none to count.
func TestEmptyIntersection(t *testing.T) {
	fsys := fstest.MapFS{
		"questions.json": {Data: []byte(`{"questions": [{"image_filename": "a.png", "question": "How many are red and blue?", "answer": "0",
"program": [{"function": "scene", "inputs": []},
{"function": "filter_color", "inputs": [0], "value_inputs": ["red"]}, {"function": "filter_color", "inputs": [0], "value_inputs": ["blue"]},
{"function": "intersect", "inputs": [1, 2]}, {"function": "count", "inputs": [3]}]}]}`)},
		"scenes.json": {Data: []byte(`{"scenes": [{"image_filename": "a.png", "objects": [
{"shape": "cube", "color": "red", "material": "metal", "size": "small", "pixel_coords": [90, 90, 9]}]}]}`)},
	}
	loadertest.Problems(t, formats.Open(t, fsys, "questions.json", loaders.Options{}))
}
