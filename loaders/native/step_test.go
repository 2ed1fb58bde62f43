package native

import (
	"reflect"
	"slices"
	"testing"

	"faithscope/loaders"
)

// A program as code and steps: what a tool-calling or a ViperGPT run has.
func TestSteps(t *testing.T) {
	line := `{"id":"1","question":"How many dogs?","program":"def run(im):\n  return len(im.find('dog'))","images":[{"width":10,"height":10,"box_units":"pixels","proposals":[[0,0,1,1]]}],` +
		`"steps":[{"op":"find","text":"dog","output":{"detected":[[{"box":[1,1,5,5],"probability":0.5,"label":"dog"},{"box":[2,2,6,6]}]]}},` +
		`{"op":"caption","output":{"text":"a dog"},"gold":{"text":"two dogs"},"seconds":0.25},{"op":"len","output":{"json":[1,{"a":2}]},"error":"late"},` +
		`{"op":"filter","output":{"boxes":[[0.5]]}}]}`
	for layout, text := range map[string]string{"a line": line + "\n", "a list": `[{"faithscope":1,"run":{"name":"n"}},` + line + "]"} {
		run := opened(t, []byte(text), loaders.Options{})
		if run.Len() != 1 || problemsOf(run) != nil {
			t.Fatalf("%s: %d examples, problems %q", layout, run.Len(), problemsOf(run))
		}
		ex := run.Example(0)
		if ex.Logical != "def run(im):\n  return len(im.find('dog'))" || len(ex.Program) != 5 ||
			!slices.Equal(ex.Program[0].Children, []int{1, 2, 3, 4}) {
			t.Errorf("%s: code %q, program %+v", layout, ex.Logical, ex.Program)
			continue
		}
		im, p := ex.Images[0], ex.Program
		if len(im.Proposals) != 3 || !slices.Equal(im.Labels, []string{"", "dog", ""}) ||
			!reflect.DeepEqual(p[1].Output.Boxes, [][]float64{{0, .5, 1}}) || !reflect.DeepEqual(p[4].Output.Boxes, [][]float64{{.5, 0, 0}}) {
			t.Errorf("%s: %v %v, own %v, shared %v", layout, im.Proposals, im.Labels, p[1].Output.Boxes, p[4].Output.Boxes)
		}
		if *p[2].Output.Text != "a dog" || *p[2].Gold.Text != "two dogs" || *p[2].Seconds != .25 || *p[3].Output.Text != `[1,{"a":2}]` ||
			p[3].Error != "late" {
			t.Errorf("%s: %+v", layout, p[2:])
		}
	}
}

// A passage may be one text, or its sentences.
func TestPassageAsText(t *testing.T) {
	run := opened(t, []byte(`{"id":"1","question":"q","answer":{},"passage":"A dog. It ran."}`+"\n"+
		`{"id":"2","question":"q","passage":{"sentences":["A dog.","It ran."]}}`+"\n"), loaders.Options{})
	if p := run.Example(0).Passage; p == nil || p.Text != "A dog. It ran." {
		t.Errorf("%+v", p)
	}
	p := run.Example(1).Passage
	if p == nil || p.Text != "A dog. It ran." || !slices.Equal(p.Tokens, []string{"A", "dog.", "It", "ran."}) ||
		!slices.Equal(p.Sentences, []loaders.Span{{Start: 0, End: 2}, {Start: 2, End: 4}}) {
		t.Errorf("%+v", p)
	}
	if problems := problemsOf(run); problems != nil {
		t.Errorf("problems %q", problems)
	}
}
