package nmndrop_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/nmndrop"
)

func demoLines(t testing.TB) []byte {
	t.Helper()
	content, err := os.ReadFile("testdata/demo.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func openDemo(t testing.TB, content []byte) *loaders.Run {
	t.Helper()
	fsys := fstest.MapFS{"demo.json": {Data: content}}
	return loadertest.Formats{nmndrop.Format, nmndrop.Demo}.Open(t, fsys, "demo.json", loaders.Options{})
}

// attended writes the tokens with a weight: "kick .75".
func attended(tokens []string, weights []float64) string {
	var list []string
	for i, w := range weights {
		if w != 0 {
			list = append(list, fmt.Sprintf("%s %g", tokens[i], w))
		}
	}
	return strings.Join(list, " ")
}

func TestDemo(t *testing.T) {
	run := openDemo(t, demoLines(t))
	if run.Format != "nmn-drop-demo" || run.Len() != 3 {
		t.Fatalf("%d examples, format %q", run.Len(), run.Format)
	}
	type module struct {
		op, name, attention, tokens, options string
		place                                int
	}
	for i, want := range []struct {
		question, predicted, logical string
		modules                      []module
		rest                         []string
	}{
		{"Which was longer?", "49-yard kick", "(span (compare_num_gt find find))", []module{
			{"span", "", "", "49 0.5 - 0.5 yard 0.4 kick 0.4", "", 4},
			{"compare-num-gt", "compare_num_gt", "", "49 0.2 kick 0.7", "", 3},
			{"find-num", "", "", "49 1", "", -1},
			{"find", "", "Which 0.1 was 0.2 longer 0.6 ? 0.1", "49 0.25 kick 0.75", "", 1},
			{"find-num", "", "", "20 0.9", "", -1},
			{"find", "", "longer 1", "yards 1", "", 2},
		}, []string{"3 compare-num-gt: number_1", "3 compare-num-gt: number_2", "4 span: module_input"}},
		{"How many yards was the longest?", "49", "(find-num (find-max-num find))", []module{
			{"find-num", "", "", "49 1", "", 3},
			{"find-max-num", "", "", "kick 0.9 yards 0.1", "", 2},
			{"find-num", "", "", "49 0.5 20 0.5", "", -1},
			{"find", "", "longest 1", "kick 0.5 yards 0.5", "", 1},
		}, []string{"2 find-max-num: module_input", "2 find-max-num: minmax_number_attention", "3 find-num: module_input",
			"3 find-num: number_distribution"}},
		{"How many kicks?", "2", "(count find)", []module{
			{"count", "", "", "", "1 0.2 2 0.8", 2},
			{"find", "", "kicks 1", "kick 1 yards 0.9", "", 1},
		}, []string{"2 count: module_input"}},
	} {
		ex := run.Example(i)
		if ex.Question != want.question || ex.Answer.Predicted != want.predicted || ex.Logical != want.logical || len(ex.Passage.Tokens) != 10 {
			t.Errorf("%s: %+v", want.question, ex)
		}
		var got []module
		for _, m := range ex.Program {
			var names []string
			var p []float64
			for _, o := range m.Output.Options {
				names, p = append(names, o.Name), append(p, o.Probability)
			}
			got = append(got, module{m.Op, m.Name, attended(ex.Tokens, m.Attention), attended(ex.Passage.Tokens, m.Output.Tokens),
				attended(names, p), m.Place})
		}
		if !slices.Equal(got, want.modules) {
			t.Errorf("%s: modules\n%v, want\n%v", want.question, got, want.modules)
		}
		var rest []string
		for _, a := range ex.Attributions {
			rest = append(rest, a.Name)
			if len(a.Tokens) != len(a.Scores) || a.Over == "" {
				t.Errorf("attribution %+v", a)
			}
		}
		if !slices.Equal(rest, want.rest) {
			t.Errorf("%s: attributions %q, want %q", want.question, rest, want.rest)
		}
	}
	if kept, n := run.Problems.All(); n != 0 {
		t.Errorf("problems %v", kept)
	}
}

// TestDemoForms reads the same answers as a list, and one on many lines.
func TestDemoForms(t *testing.T) {
	lines := bytes.Split(bytes.TrimSpace(demoLines(t)), []byte("\n"))
	var printed bytes.Buffer
	if err := json.Indent(&printed, lines[0], "", "  "); err != nil {
		t.Fatal(err)
	}
	for why, content := range map[string][]byte{
		"a list":     []byte("[" + string(bytes.Join(lines, []byte(","))) + "]"),
		"many lines": printed.Bytes(),
	} {
		run := openDemo(t, content)
		if ex := run.Example(0); run.Format != "nmn-drop-demo" || len(ex.Program) != 6 {
			t.Errorf("%s: %d examples, %+v", why, run.Len(), ex)
		}
	}
}

// TestDemoBroken breaks an answer in one place per row. Each is a problem, and
// what is not broken stays.
func TestDemoBroken(t *testing.T) {
	line, _, _ := strings.Cut(string(demoLines(t)), "\n")
	for _, tt := range []struct {
		why, old, new, problem string
		modules, outputs       int
	}{
		{"a module without a number", `{"name": "find", "identifier": 1}`, `{"name": "find"}`, "a module is not {name, identifier}", 0, 0},
		{"a module that is text", `{"name": "find", "identifier": 1}`, `"find"`, "a module is not {name, identifier}", 0, 0},
		{"an empty list", `[{"name": "compare_num_gt", "identifier": 3}, {"name": "find", "identifier": 1}, {"name": "find", "identifier": 2}]`,
			`[]`, "an empty list", 0, 0},
		{"no program", `"program_nested_expression": [{`, `"program_nested_expression": null, "x": [{`, "a module is not {name, identifier}", 0,
			0},
		{"a trace of another module", `{"compare-num-gt": [`, `{"compare-date-gt": [`, `program_execution[2] "compare-date-gt" has no place`, 6,
			3},
		{"an entry that is a list", `{"compare-num-gt": [`, `[], {"compare-num-gt": [`, "program_execution[2] is not {module: [value, ...]}", 6,
			6},
		{"an entry of two modules", `{"compare-num-gt": [`, `{"span": [], "compare-num-gt": [`,
			"program_execution[2] is not {module: [value, ...]}", 6, 3},
		{"values too few", `"values": [0.1, 0.2, 0.6, 0.1]`, `"values": [0.1]`, "1 weights where 4 belong", 6, 6},
		{"a NaN", `"values": [0.0, 0.25, `, `"values": [0.0, NaN, `, "NaN", 6, 5},
		{"a probability over 1", `"values": [0.0, 0.25, `, `"values": [0.0, 25, `, "outside 0..1", 6, 6},
		{"tokens too few", `"tokens": ["A", "49", `, `"tokens": [`, "10 probabilities where 8 belong", 6, 0},
	} {
		t.Run(tt.why, func(t *testing.T) {
			twin := strings.Replace(line, tt.old, tt.new, 1)
			if twin == line {
				t.Fatalf("%q is nowhere", tt.old)
			}
			ex := openDemo(t, []byte(twin+"\n"))
			example := ex.Example(0)
			outputs := 0
			for _, m := range example.Program {
				if !m.Output.Empty() {
					outputs++
				}
			}
			if len(example.Program) != tt.modules || outputs != tt.outputs || example.Broken != "" {
				t.Errorf("%d modules, %d outputs, broken %q", len(example.Program), outputs, example.Broken)
			}
			kept, _ := ex.Problems.All()
			if !slices.ContainsFunc(kept, func(p loaders.Problem) bool { return strings.Contains(p.What.String(), tt.problem) }) {
				t.Errorf("problems %v lack %q", kept, tt.problem)
			}
		})
	}
}

// FuzzDemo decodes any line as the demo's.
func FuzzDemo(f *testing.F) {
	for line := range bytes.Lines(demoLines(f)) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		src, err := files.OpenSource(fstest.MapFS{"demo.json": {Data: content}}, "demo.json")
		if err != nil {
			return
		}
		run, err := nmndrop.Demo.Open(t.Context(), src, loaders.Options{})
		if err != nil {
			src.Close()
			return
		}
		defer run.Close()
		if err := run.Wait(t.Context(), math.MaxInt); err != nil {
			t.Fatal(err)
		}
		for i := range min(run.Len(), 20) {
			ex := run.Example(i)
			for at, m := range ex.Program {
				for _, c := range m.Children {
					if c <= at || c >= len(ex.Program) {
						t.Fatalf("module %d has the child %d", at, c)
					}
				}
				if n := len(m.Output.Tokens); n > 0 && n != len(ex.Passage.Tokens) {
					t.Fatalf("%d probabilities for %d tokens", n, len(ex.Passage.Tokens))
				}
			}
		}
	})
}
