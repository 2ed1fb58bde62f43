package native

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/loadertest"
)

func opened(t testing.TB, content []byte, o loaders.Options) *loaders.Run {
	t.Helper()
	fsys := fstest.MapFS{"runs/run.jsonl": {Data: content}, "secret.png": {}}
	for _, name := range []string{"pictures/a.png", "a/b.png", "c.png", "left.png", "right.png"} {
		fsys["runs/"+name] = &fstest.MapFile{}
	}
	return loadertest.Formats{Format}.Open(t, fsys, "runs/run.jsonl", o)
}

func problemsOf(run *loaders.Run) []string {
	kept, _ := run.Problems.All()
	var list []string
	for _, p := range kept {
		list = append(list, p.String())
	}
	return list
}

func TestReadThree(t *testing.T) {
	content, err := os.ReadFile("testdata/three.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	run := opened(t, content, loaders.Options{})
	if run.Len() != 3 {
		t.Fatalf("%d examples, want 3: the header is none", run.Len())
	}
	if run.Name != "three" || run.Model != "hand" || run.Dataset != "none" || run.Note != "invented" || run.Gold != "in the file" ||
		run.Boxes != "xywh, pixels" {
		t.Errorf("run %q %q %q %q %q %q", run.Name, run.Model, run.Dataset, run.Note, run.Gold, run.Boxes)
	}
	p, one := 0.75, 1.0
	images := &loaders.Example{
		ID: "dogs-1", Question: "there are two dogs", Tokens: []string{"there", "are", "two", "dogs"},
		Answer: loaders.Answer{Predicted: "true", Gold: "False", Correct: loaders.Wrong, Probability: &p},
		Images: []loaders.Image{
			{Path: "left.png", Width: 100, Height: 50, Units: loaders.Pixels, Proposals: []loaders.Box{{X0: 10, Y0: 10, X1: 30, Y1: 30}, {}},
				Labels: []string{"dog", "cat"}},
			{Path: "right.png", Width: 100, Height: 50, Units: loaders.Pixels, Proposals: []loaders.Box{}},
		},
		Program: []loaders.Module{
			{Op: "equal", Children: []int{1, 3}, Output: loaders.Output{Truth: &p}, Place: -1},
			{Op: "count", Children: []int{2}, Output: loaders.Output{Number: &loaders.Number{Mean: 1.5, Var: .25}},
				Gold: &loaders.Gold{Value: &one}, Place: -1},
			{
				Op: "find", Text: "dogs", Attention: []float64{0, 0, .25, .75}, Output: loaders.Output{Boxes: [][]float64{{.9, .1}, {}}},
				Gold: &loaders.Gold{Boxes: [][]loaders.Box{{{X0: 12, Y0: 10, X1: 32, Y1: 30}}, {}}}, Place: 4,
			},
			{Op: "number", Text: "2", Output: loaders.Output{Number: &loaders.Number{Mean: 2}}, Place: -1},
		},
		Logical: "(equal (count (find)) 2)", Kind: "count_eq", Tags: []string{"odd"}, Groups: []string{"dogs"},
	}
	if got := run.Example(0); !reflect.DeepEqual(got, images) {
		t.Errorf("example 0:\n%+v\nwant\n%+v", got, images)
	}
	passage := run.Example(1)
	if g := passage.Program[1].Gold; g == nil || g.Spans == nil || len(g.Spans) != 0 {
		t.Errorf("gold of no span is %+v; it says that there is nothing to find, not that nobody looked", g)
	}
	options := run.Example(2)
	want := []loaders.Option{{Name: "entailment", Probability: .5}, {Name: "neutral", Probability: .3},
		{Name: "contradiction", Probability: .2}}
	if options.ID != "3" || !slices.Equal(options.Program[0].Output.Options, want) || options.Meta["seed"] != "7" {
		t.Errorf("example 2: id %q, options %v in the file's order, meta %v", options.ID, options.Program[0].Output.Options, options.Meta)
	}
	if list := problemsOf(run); list != nil {
		t.Errorf("problems of a good file: %q", list)
	}
}

// withPart is a good line with one more key, withImages with its own images.
func withPart(part string) string {
	return `{"id": "x", "question": "q", "tokens": ["a", "b"], ` +
		`"images": [{"width": 10, "height": 10, "box_units": "pixels", "proposals": [[1, 1, 5, 5], [2, 2, 6, 6]]}], ` +
		`"passage": {"tokens": ["p", "q", "r"]}, ` + part + `}`
}

func withImages(images string) string {
	return `{"id": "x", "question": "q", "images": [` + images + `]}`
}

func program(node string) string { return withPart(`"program": [` + node + `]`) }

func TestBadLines(t *testing.T) {
	tests := []struct {
		why, line string
		want      string // in a problem
		broken    bool
		check     func(ex *loaders.Example) bool
	}{
		{"a line that is not JSON stays an example", `not json`, "not JSON", true, nil},
		{"half a line says so", `{"id": "x", "question": "wh`, "cut off", true, nil},
		{"a list is not an example", `[1, 2]`, "where an object belongs", true, nil},
		{"hostile nesting is refused before it is parsed", strings.Repeat(`{"id":`, 100_000), "nests deeper", true, nil},
		{"hostile nesting within a key", `{"id": "x", "meta": ` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`, "nests deeper",
			true, nil},
		{"a second header comes from files put together", `{"faithscope": 1}`, "not the first line", true, nil},
		{"the writer's own broken example is counted", `{"id": "x", "broken": "out of memory"}`, "out of memory", true, nil},
		{"without an id it is named after its place", `{"question": "q", "answer": {}}`, `"id" is missing`, false,
			func(ex *loaders.Example) bool { return ex.ID == "record 2" }},
		{"a question is what a list shows", `{"id": "x", "answer": {}}`, `"question" is missing`, false, nil},
		{"an unknown key is ignored and named", withPart(`"colour": 1`), `unknown key "colour"`, false, nil},
		{"an unknown key deep inside has its path", program(`{"op": "find", "colour": 1}`), `unknown key "program.colour"`, false, nil},
		{"a value of the wrong type leaves the rest", withPart(`"kind": 5, "logical": "(l)"`), "kind: a JSON number where a string belongs",
			false, func(ex *loaders.Example) bool { return ex.Logical == "(l)" && ex.Kind == "" }},
		{"Python's NaN makes an output missing, not 0", program(`{"op": "find", "output": {"boxes": [[NaN, 0.5]]}}`), "1 numbers are NaN",
			false, noOutput},
		{"and the module's own problem says which", program(`{"op": "find", "output": {"boxes": [[NaN, 0.5]]}}`),
			"program[0] find.output.boxes[0]: 1 of 2", false, noOutput},
		{"a NaN in text is text", withPart(`"kind": "NaN, -Infinity"`), "", false,
			func(ex *loaders.Example) bool { return ex.Kind == "NaN, -Infinity" }},
		{"a number beyond float64 is missing", program(`{"op": "find", "output": {"truth": 1e999}}`), "are not numbers", false, noOutput},
		{"text among probabilities", program(`{"op": "find", "output": {"boxes": [["a,b", 0.5]]}}`), "1 of 2 are not numbers", false, noOutput},
		{"text in place of probabilities", program(`{"op": "find", "output": {"tokens": "high"}}`), "1 probabilities where 3 belong", false,
			noOutput},
		{"a wrong length cannot be matched to boxes", program(`{"op": "find", "output": {"boxes": [[0.5]]}}`), "1 probabilities where 2 belong",
			false, noOutput},
		{"lists for more images than there are", program(`{"op": "find", "output": {"boxes": [[0.5, 0.5], [0.5]]}}`),
			"2 images where the example has 1", false, noOutput},
		{"a wrong length cannot be matched to tokens", program(`{"op": "find", "output": {"tokens": [0.5]}}`), "1 probabilities where 3 belong",
			false, noOutput},
		{"probabilities above 1 are clamped", program(`{"op": "find", "output": {"boxes": [[1.5, -0.5]]}}`),
			"2 of 2 probabilities are outside 0..1", false, func(ex *loaders.Example) bool {
				return slices.Equal(ex.Program[0].Output.Boxes[0], []float64{1, 0})
			}},
		{"rounding of float32 is not a problem", program(`{"op": "find", "output": {"truth": 1.000001}}`), "", false,
			func(ex *loaders.Example) bool { return *ex.Program[0].Output.Truth == 1.000001 }},
		{"two outputs cannot both be shown", program(`{"op": "find", "output": {"truth": 0.5, "number": {"mean": 1}}}`), "2 kinds of output",
			false, func(ex *loaders.Example) bool {
				return ex.Program[0].Output.Number != nil && ex.Program[0].Output.Truth == nil
			}},
		{"a variance below 0", program(`{"op": "count", "output": {"number": {"mean": 1, "var": -1}}}`), "a var of 0 or more", false, noOutput},
		{"a variance that is missing is not 0", program(`{"op": "count", "output": {"number": {"mean": 1, "var": null}}}`),
			"a var of 0 or more", false, noOutput},
		{"a gold answer that counts nothing", withPart(`"answer": {"gold": "some"}, "passage": null, "program": [{"op": "count"}]`),
			`answer.gold "some" is not a count`, false, nil},
		{"an attention of another sentence", program(`{"op": "find", "attention": [1]}`), "1 weights where 2 belong", false,
			func(ex *loaders.Example) bool { return ex.Program[0].Attention == nil }},
		{"an attention of zeros says nothing", program(`{"op": "find", "attention": [0, 0]}`), "", false,
			func(ex *loaders.Example) bool { return ex.Program[0].Attention == nil }},
		{"a module without a name", program(`{"text": "dogs"}`), `"op" is missing`, false,
			func(ex *loaders.Example) bool { return ex.Program[0].Op == "unknown" }},
		{"gold boxes outside the picture count as they are", program(`{"op": "find", "gold": {"boxes": [[[1, 1, 50, 5]]]}}`),
			"1 of 1 boxes reach outside", false, func(ex *loaders.Example) bool {
				return ex.Program[0].Gold.Boxes[0][0].X1 == 50
			}},
		{"boxes turned inside out", withImages(`{"proposals": [[0.5, 0.5, 0.1, 0.9]]}`), "1 of 1 boxes are turned inside out", false, nil},
		{"pixels read as fractions would look like an unfaithful model", withImages(`{"proposals": [[10, 10, 90, 90]]}`), "look like pixels",
			false, nil},
		{"a box of three numbers keeps its place", withImages(`{"proposals": [[1, 2, 3], [0.1, 0.1, 0.2, 0.2]]}`),
			"1 of 2 boxes do not have four numbers", false, func(ex *loaders.Example) bool {
				return ex.Images[0].Proposals[0] == loaders.Box{} && ex.Images[0].Proposals[1].X1 == 0.2
			}},
		{"units of an image", withImages(`{"box_units": "inches"}`), `box_units is "inches"`, false, nil},
		{"labels of other boxes", withImages(`{"labels": ["dog"]}`), "1 labels for 0 proposals", false,
			func(ex *loaders.Example) bool { return ex.Images[0].Labels == nil }},
		{"a picture that is not there", withImages(`{"path": "pictures/b.png"}`), `"pictures/b.png": not in the image folder`, false,
			func(ex *loaders.Example) bool { return ex.Images[0].Path == "pictures/b.png" }},
		{"a path as a shell would write it", withImages(`{"path": "./pictures/a.png"}`), "", false,
			func(ex *loaders.Example) bool { return ex.Images[0].Path == "pictures/a.png" }},
		{"a picture outside the folder", withImages(`{"path": "../secret.png"}`), "leads out of the image folder", false,
			func(ex *loaders.Example) bool { return ex.Images[0].Path == "" }},
		{"an absolute picture", withImages(`{"path": "/etc/passwd"}`), "leads out of the image folder", false,
			func(ex *loaders.Example) bool { return ex.Images[0].Path == "" }},
		{"gold spans outside the passage", program(`{"op": "find", "gold": {"spans": [[0, 1], [2, 9], [-1, 2], [2, 2], [1]]}}`),
			"the span 2 to 9 does not lie in 3 tokens", false, func(ex *loaders.Example) bool {
				return slices.Equal(ex.Program[0].Gold.Spans, []loaders.Span{{Start: 0, End: 1}})
			}},
		{"gold of a module that does not exist", program(`{"op": "find", "gold": {"spans": [[0, 1]], "merged": [0, 7]}}`),
			"merged with module 7, which does not exist", false, func(ex *loaders.Example) bool {
				return slices.Equal(ex.Program[0].Gold.Merged, []int{0})
			}},
		{"gold of other images", program(`{"op": "find", "gold": {"boxes": []}}`), "boxes for 0 images", false, noGold},
		{"Python's None for no gold and no output", program(`{"op": "find", "output": {"boxes": null}, "gold": {"boxes": null}}`), "", false,
			func(ex *loaders.Example) bool { return noGold(ex) && noOutput(ex) }},
		{"gold without anything but a source", program(`{"op": "find", "gold": {"source": "csv"}}`), "no boxes, spans, value or text", false,
			noGold},
		{"the same answers are right where nobody says so", withPart(`"answer": {"predicted": " red\n", "gold": "red"}`), "", false,
			judged(loaders.Right)},
		{"other answers are wrong, also by case", withPart(`"answer": {"predicted": "Red", "gold": "red"}`), "", false, judged(loaders.Wrong)},
		{"numbers are compared as they are written", withPart(`"answer": {"predicted": 2, "gold": "2"}`), "", false, judged(loaders.Right)},
		{"without gold nobody knows", withPart(`"answer": {"predicted": "red", "gold": " "}`), "", false, judged(loaders.Unknown)},
		{"each of several gold answers is right", withPart(`"answer": {"predicted": "grey", "gold": ["gray", "grey"]}`), "", false,
			judged(loaders.Right)},
		{"what none of several gold answers says is wrong", withPart(`"answer": {"predicted": "red", "gold": ["gray", "grey"]}`), "", false,
			judged(loaders.Wrong)},
		{"a share of a right answer is not a verdict", withPart(`"answer": {"predicted": "red", "correct": null, "credit": 0.5}`), "", false,
			func(ex *loaders.Example) bool {
				return ex.Answer.Correct == loaders.Unknown && *ex.Answer.Credit == 0.5
			}},
		{"what the file says stands", withPart(`"answer": {"predicted": "red", "gold": "a red one", "correct": true}`), "", false,
			judged(loaders.Right)},
		{"null is a file that says that nobody knows", withPart(`"answer": {"predicted": "red", "gold": "red", "correct": null}`), "", false,
			judged(loaders.Unknown)},
		{"a verdict that is none", withPart(`"answer": {"predicted": "red", "gold": "red", "correct": "yes"}, "kind": "k"`),
			"neither true nor false", false, func(ex *loaders.Example) bool {
				return ex.Answer.Correct == loaders.Right && ex.Kind == "k"
			}},
		{"a metric that is not a number", withPart(`"answer": {"scores": {"f1": null, "em": 1}}`), `"f1" is not a number`, false,
			func(ex *loaders.Example) bool {
				return reflect.DeepEqual(ex.Answer.Scores, map[string]float64{"em": 1})
			}},
		{"scores of other tokens", withPart(`"attributions": [{"name": "lime", "scores": [1]}]`), "1 weights where 2 belong", false,
			func(ex *loaders.Example) bool {
				return len(ex.Attributions) == 1 && ex.Attributions[0].Scores == nil
			}},
		{"scores over tokens that nothing names are over the question's",
			withPart(`"attributions": [{"name": "lime", "over": "tokens", "scores": [1]}]`), "1 weights where 2 belong", false,
			func(ex *loaders.Example) bool {
				return len(ex.Attributions) == 1 && ex.Attributions[0].Scores == nil
			}},
		{"an oracle over the tokens of an attribution", withPart(`"attributions": [{"name": "lime", "over": "tokens", "tokens": ["a", "b", "c"], "scores": [1, 2, 3]}], "rationales": [{"name": "expert", "over": "tokens", "scores": [1]}]`), "1 weights where 3 belong", false, func(ex *loaders.Example) bool {
			return len(ex.Rationales) == 1 && ex.Rationales[0].Scores == nil
		}},
		{"or over those of the question", withPart(`"attributions": [{"name": "lime", "over": "tokens", "tokens": ["a", "b", "c"], "scores": [1, 2, 3]}], "rationales": [{"name": "expert", "over": "tokens", "scores": [1, 0]}]`), "", false, func(ex *loaders.Example) bool {
			return len(ex.Rationales) == 1 && len(ex.Rationales[0].Scores) == 2
		}},
		{"a passage's closing token has a score", `{"id": "x", "question": "q", "passage": {"tokens": ["a", "b"], "sentences": [[0, 2]]}, "attributions": [{"name": "lime", "over": "passage", "scores": [1, 2, 3]}]}`, "", false, func(ex *loaders.Example) bool {
			return len(ex.Attributions) == 1 && len(ex.Attributions[0].Scores) == 3
		}},
		{"where its sentences are known", withPart(`"attributions": [{"name": "lime", "over": "passage", "scores": [1, 2, 3, 4]}]`),
			"4 weights where 3 belong", false, nil},
		{"a long list of problems is cut", program(strings.Repeat(`{"op": "find", "output": {"boxes": []}}, `, 99) + `{"op": "find"}`),
			"80 more problems in this record", false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			run := opened(t, []byte(`{"faithscope": 1}`+"\n"+program(`{"op": "good"}`)+"\n"+tt.line), loaders.Options{})
			if run.Len() != 2 {
				t.Fatalf("%d examples, want 2: a bad line must stay in the count", run.Len())
			}
			ex := run.Example(1)
			list := problemsOf(run)
			if tt.want == "" && list != nil || tt.want != "" &&
				!slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, tt.want) }) {
				t.Errorf("problems %q, want one with %q", list, tt.want)
			}
			if (ex.Broken != "") != tt.broken {
				t.Errorf("Broken is %q", ex.Broken)
			}
			if tt.check != nil && !tt.check(ex) {
				t.Errorf("example %+v", ex)
			}
			if good := run.Example(0); good.Broken != "" || good.Program[0].Op != "good" {
				t.Errorf("the line before suffers: %+v", good)
			}
		})
	}
}

func noOutput(ex *loaders.Example) bool { return ex.Program[0].Output.Empty() }

func noGold(ex *loaders.Example) bool { return ex.Program[0].Gold == nil }

func TestProblemsNameFileAndLine(t *testing.T) {
	lines := []string{`{"faithscope": 1, "shape": 2}`, "", withPart(`"colour": 1`), `oops`, withPart(`"colour": 2`)}
	run := opened(t, []byte(strings.Join(lines, "\n")+"\n"), loaders.Options{})
	for i := range run.Len() {
		run.Example(i)
		run.Scan(i)
	}
	kept, count := run.Problems.All()
	want := []loaders.Problem{
		{File: "runs/run.jsonl", What: loaders.Sentencef("unknown key %q", "shape"), Done: loaders.Sentencef("ignored")},
		{File: "runs/run.jsonl", What: loaders.Sentencef("unknown key %q", "colour"), Done: loaders.Sentencef("ignored")},
		{File: "runs/run.jsonl", Line: 4, Example: "record 2", What: kept[2].What, Done: loaders.Sentencef("kept as an example without scores")},
	}
	if count != 3 || !reflect.DeepEqual(kept, want) {
		t.Errorf("problems\n%+v\nwant, each once,\n%+v", kept, want)
	}
}

func TestTrees(t *testing.T) {
	tests := []struct {
		why      string
		children [][]int // of each node, in the file's order
		order    string  // of the modules then
		then     [][]int
		problem  string
	}{
		{"pre-order stays", [][]int{{1, 3}, {2}, nil, nil}, "0123", [][]int{{1, 3}, {2}, nil, nil}, ""},
		{"breadth-first is put in pre-order", [][]int{{1, 2}, {3}, nil, nil}, "0132", [][]int{{1, 3}, {2}, nil, nil}, ""},
		{"argument order is not number order", [][]int{{2, 1}, nil, nil}, "021", [][]int{{1, 2}, nil, nil}, ""},
		{"a list of modules without a tree is kept in order", [][]int{nil, nil, nil}, "012", [][]int{nil, nil, nil},
			"2 of 3 modules do not hang"},
		{"a child that does not exist", [][]int{{1, 9, -1}, nil}, "01", [][]int{{1}, nil}, "2 children do not exist"},
		{"a child of two parents would be scored twice", [][]int{{1, 2}, {2}, nil}, "012", [][]int{{1, 2}, nil, nil}, "1 children"},
		{"a node below itself", [][]int{{0, 1}, {1}}, "01", [][]int{{1}, nil}, "2 children"},
		{"a ring beside the tree is opened", [][]int{nil, {2}, {1}}, "012", [][]int{nil, {2}, nil}, "2 of 3 modules do not hang"},
		{"the root is nobody's child", [][]int{{1}, {0}}, "01", [][]int{{1}, nil}, "1 children"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			var nodes []string
			for i, children := range tt.children {
				nodes = append(nodes, fmt.Sprintf(`{"op": "%d", "children": %s}`, i,
					strings.ReplaceAll(fmt.Sprint(append([]int{}, children...)), " ", ", ")))
			}
			run := opened(t, []byte(withPart(`"program": [`+strings.Join(nodes, ", ")+`]`)), loaders.Options{})
			order, then := "", [][]int{}
			for i, m := range run.Example(0).Program {
				order += m.Op
				then = append(then, m.Children)
				for _, child := range m.Children {
					if child <= i {
						t.Errorf("child %d of %d comes before it", child, i)
					}
				}
			}
			if order != tt.order || !reflect.DeepEqual(then, tt.then) {
				t.Errorf("order %s with children %v, want %s with %v", order, then, tt.order, tt.then)
			}
			list := problemsOf(run)
			if tt.problem == "" && list != nil || !strings.Contains(strings.Join(list, "\n"), tt.problem) {
				t.Errorf("problems %q, want %q", list, tt.problem)
			}
		})
	}
}

func TestMergedGoldFollowsItsModules(t *testing.T) {
	nodes := `{"op": "a", "children": [1, 2]}, {"op": "b", "children": [3]}, {"op": "c", "gold": {"spans": [], "merged": [2, 3]}}, {"op": "d"}`
	ex := opened(t, []byte(program(nodes)), loaders.Options{}).Example(0)
	if got := ex.Program[3].Gold.Merged; ex.Program[3].Op != "c" || ex.Program[2].Op != "d" || !slices.Equal(got, []int{2, 3}) {
		t.Errorf("merged %v in %+v, want 2 and 3: the modules d and c in pre-order", got, ex.Program)
	}
}

func TestLongChain(t *testing.T) {
	var b strings.Builder
	for i := range language.MaxModules {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"op": "not", "children": [%d]}`, i+1)
	}
	ex := opened(t, []byte(program(b.String())), loaders.Options{}).Example(0)
	if len(ex.Program) != language.MaxModules || ex.Broken != "" {
		t.Errorf("%d modules, broken %q", len(ex.Program), ex.Broken)
	}
	ex = opened(t, []byte(program(b.String()+`, {"op": "not"}`)), loaders.Options{}).Example(0)
	if !strings.Contains(ex.Broken, language.ErrTooLong.Error()) {
		t.Errorf("a program over the limit: broken %q", ex.Broken)
	}
}

func TestConcurrentReading(t *testing.T) {
	content, err := os.ReadFile("testdata/three.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	header, lines, _ := bytes.Cut(content, []byte("\n"))
	run := opened(t, slices.Concat(header, []byte("\n"), bytes.Repeat(lines, 200), []byte("oops\n")), loaders.Options{})
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range run.Len() {
				ex := run.Scan(i)
				if worker%2 == 0 {
					ex = run.Example(i)
				}
				if row := run.Row(i); row.ID != ex.ID || row.Broken != (i == 600) {
					t.Errorf("row %d: %+v of %q", i, row, ex.ID)
				}
			}
		})
	}
	wg.Wait()
	if _, count := run.Problems.All(); count != 1 {
		t.Errorf("%d problems, want 1", count)
	}
}

func judged(want loaders.Verdict) func(*loaders.Example) bool {
	return func(ex *loaders.Example) bool { return ex.Answer.Correct == want }
}
