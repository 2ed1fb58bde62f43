package native

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func ptr[T any](v T) *T { return &v }

// full sets every field of an example that is not broken.
func full() *loaders.Example {
	boxes := []loaders.Box{{X0: .1, Y0: .2, X1: .3000000000000001, Y1: .4}, {}}
	return &loaders.Example{
		ID: "x <&> \u00e9", Question: "what \"is\" it?\n", Tokens: []string{"what", "", "it"},
		Answer: loaders.Answer{Predicted: "yes", Gold: "no", Correct: loaders.Wrong, Credit: ptr(0.0), Probability: ptr(1e-300),
			Classes:     []loaders.Option{{Name: "yes", Probability: .75}, {Name: "no", Probability: .25}},
			Scores:      map[string]float64{"f1": 0, "em": 1. / 3, loaders.ProgramExact: 0},
			GoldProgram: []loaders.Module{{Op: "filter", Text: "red", Children: []int{1}, Place: -1}, {Op: "find", Place: -1}}},
		Images: []loaders.Image{
			{Path: "a/b.png", Width: 640, Height: 480, Units: loaders.Fraction, Proposals: boxes, Labels: []string{"dog", ""}, Gold: boxes[:1],
				Likelihoods: &loaders.Likelihoods{Attributes: map[string][]float64{"red": {1, .25}},
					Relations: map[string][][]float64{"left": {{0, .5}, {1. / 3, 0}}}}},
			{Path: "c.png", Width: 10, Height: 10, Units: loaders.Pixels, Proposals: []loaders.Box{{X0: 1, Y0: 2, X1: 3, Y1: 4}},
				Gold: []loaders.Box{}},
		},
		Passage: &loaders.Passage{Text: "one two three", Tokens: []string{"one", "two", "three"},
			Sentences: []loaders.Span{{Start: 0, End: 2}, {Start: 2, End: 3}},
			Documents: []loaders.Document{{Name: "a", Span: loaders.Span{Start: 0, End: 3}}},
			Dates:     []loaders.Date{{Span: loaders.Span{Start: 1, End: 3}, Year: 1997, Month: 9, Day: -1}}},
		Program: []loaders.Module{
			{Op: "filter", Name: "own", Text: "red", Attention: []float64{0, .5, -.5}, Children: []int{1, 3},
				Output: loaders.Output{Boxes: [][]float64{{.5, 0}, {1}}},
				Gold:   &loaders.Gold{Boxes: [][]loaders.Box{boxes[:1], {}}, Crowds: [][]loaders.Box{{}, boxes[:1]}, Source: "a.csv"}, Derived: true,
				Place: 0},
			{Op: "find", Children: []int{2}, Output: loaders.Output{Tokens: []float64{0, 1, .25}},
				Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 0, End: 3}}, Merged: []int{1, 2}}, Place: 7},
			{Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: -2.5, Var: .5}}, Gold: &loaders.Gold{Value: ptr(0.)}, Place: -1},
			{Op: "exist", Children: []int{4, 5, 6}, Output: loaders.Output{Truth: ptr(0.)}, Gold: &loaders.Gold{Spans: []loaders.Span{}}, Place: -1},
			{Op: "choose", Output: loaders.Output{Options: []loaders.Option{{Name: "z", Probability: .5}, {Name: "a", Probability: .5}}}, Place: -1},
			{Op: "ask", Text: "b", Arguments: `{"a":1,"c":["b"]}`, Output: loaders.Output{Text: ptr("so")}, Gold: &loaders.Gold{Text: ptr("thus")},
				Error: "late", Seconds: ptr(0.5), Place: -1},
			{Op: "check", Output: loaders.Output{Verdict: &loaders.StepOpinion{Verdict: loaders.Wrong, Score: ptr(.25), Reason: "it is 5",
				Category: "sum", By: "ann"}}, Gold: &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.Neutral}}, Place: -1},
		},
		Logical: "(filter (find))", Kind: "k", Tags: []string{"t"}, Groups: []string{"g"}, Entailed: []string{"y"},
		Explanation: "since", ExplanationTokens: []string{"since", "##ly"}, Explanations: []string{"as", ""}, Pair: true,
		Meta: map[string]string{"a": "1", "b": ""},
		Attributions: []loaders.Attribution{{Name: "lime", Class: "no", Over: "tokens", Tokens: []string{"p"}, Scores: []float64{-1e9},
			Signed: true, Seconds: .25, Calls: 9, Interventions: &loaders.Interventions{Remove: "delete", Over: "words",
				Erasure: loaders.Erasure{Order: []int{0}, Deletion: [][]float64{{.5, .5}, {0, 1}}, Insertion: [][]float64{{1, 0}, {.25, .75}}},
				Random:  []loaders.Erasure{{Order: []int{0}, Deletion: [][]float64{{0, 1}, {1, 0}}, Insertion: [][]float64{{1, 0}, {0, 1}}}}}}},
		Rationales: []loaders.Rationale{{Name: "human", Over: "passage", Answer: "no", Tokens: []string{"o", "ne", "two"},
			Scores: []float64{0, 1, 0}, Spans: []loaders.Span{{Start: 1, End: 2}}, Sentence: ptr(0)}},
	}
}

func encoded(t testing.TB, h Header, examples ...*loaders.Example) []byte {
	t.Helper()
	var b bytes.Buffer
	check.NoError(t, writeRun(&b, h, slices.Values(examples)))
	return b.Bytes()
}

// TestFullIsFull keeps the round trip honest: a field added to the nouns and
// to neither full nor the format fails here.
func TestFullIsFull(t *testing.T) {
	set := map[string]bool{}
	collect(reflect.ValueOf(full()), "", set)
	for path, nonzero := range set {
		known := path == "Answer.Predicates" || path == "Answer.Mending" // from an oracle, at every opening
		if !nonzero && !known && path != "Example.Broken" {
			t.Errorf("full() leaves %s at its zero value", path)
		}
	}
}

// collect notes for every field below v whether it is anywhere not zero.
func collect(v reflect.Value, path string, set map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			collect(v.Elem(), path, set)
		}
	case reflect.Slice:
		for i := range v.Len() {
			collect(v.Index(i), path, set)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			at := v.Type().Name() + "." + v.Type().Field(i).Name
			set[at] = set[at] || !v.Field(i).IsZero()
			collect(v.Field(i), at, set)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	broken := &loaders.Example{ID: "bad", Broken: "no memory"}
	empty := &loaders.Example{ID: "empty", Question: "q", Explanation: "said in no words of the model's", ExplanationTokens: []string{}}
	want := []*loaders.Example{full(), broken, empty}
	for _, units := range []string{"", "fraction", "pixels"} {
		h := Header{Name: "n", Model: "m", Dataset: "d", Note: "by hand", Gold: "gold.csv", Created: "today", BoxUnits: units, BoxFormat: "xywh"}
		content := encoded(t, h, want...)
		run := opened(t, content, loaders.Options{})
		if run.Len() != len(want) {
			t.Fatalf("%d examples, want %d", run.Len(), len(want))
		}
		for i := range want {
			check.DeepEqual(t, "units example", run.Example(i), want[i], units, i)
		}
		check.Equal(t, "problems", len(problemsOf(run)), 1)
		check.DeepEqual(t, "header", HeaderOf(run), Header{Name: "n", Model: "m", Dataset: "d", Note: "by hand", Gold: "gold.csv"})
		again := encoded(t, h, run.Example(0), run.Example(1), run.Example(2))
		if !bytes.Equal(again, content) {
			t.Errorf("written again:\n%s\nwant\n%s", again, content)
		}
	}
}

func TestRoundTripCompressed(t *testing.T) {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	check.NoError(t, err)
	check.NoError(t, writeRun(z, Header{}, slices.Values([]*loaders.Example{full()})))
	check.NoError(t, z.Close())
	check.DeepEqual(t, "example", opened(t, b.Bytes(), loaders.Options{}).Example(0), full())
}

func TestWriteUndefinedNumbers(t *testing.T) {
	ex := full()
	ex.Program[0].Output.Boxes[0][0] = math.NaN()
	ex.Answer.Scores["em"] = math.Inf(1)
	run := opened(t, encoded(t, Header{}, ex), loaders.Options{})
	got := run.Example(0)
	if _, ok := got.Answer.Scores["em"]; ok || !got.Program[0].Output.Empty() || len(problemsOf(run)) != 2 {
		t.Errorf("NaN came back as a number: %+v, problems %q", got, problemsOf(run))
	}
}

type smallDisk struct{ left int }

func (w *smallDisk) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

var errFull = errors.New("disk full")

func TestWriteFails(t *testing.T) {
	for left := 0; left < 1000; left += 300 {
		check.Is(t, "with little room", writeRun(&smallDisk{left}, Header{}, slices.Values([]*loaders.Example{full()})), errFull, left)
	}
	_, err := NewEncoder(&smallDisk{1000}, Header{BoxUnits: "percent"})
	check.Fails(t, "box units that nobody can read are written", err)
}

// A passage whose sentences are only counted keeps their number.
func TestCountedSentences(t *testing.T) {
	for _, c := range []struct {
		why, sentences string
		want           int
		problems       int
	}{
		{"three that nobody placed", `[[0,0],[0,0],[0,0]]`, 3, 0},
		{"one that is turned around among others", `[[0,1],[1,0]]`, 2, 1},
		{"one without tokens between others", `[[0,1],[1,1],[1,2]]`, 3, 0},
		{"one without tokens at the end", `[[0,2],[2,2]]`, 2, 0},
		{"one of three numbers", `[[0,1],[1,2,3]]`, 2, 1},
		{"one behind the tokens", `[[0,1],[1,3]]`, 2, 1},
		{"none", `[]`, 0, 0},
	} {
		line := `{"id":"a","question":"q","passage":{"text":"One. Two.","tokens":["One.","Two."],"sentences":` + c.sentences + "}}\n"
		run := opened(t, []byte(line), loaders.Options{})
		ex := run.Example(0)
		_, problems := run.Problems.All()
		if got := len(ex.Passage.Sentences); got != c.want || problems != c.problems {
			t.Errorf("%s: %d sentences, %d problems; want %d and %d", c.why, got, problems, c.want, c.problems)
		}
	}
}

// An unknown verdict stays unknown, even if the answers seem to determine it.
func TestVerdictsComeBack(t *testing.T) {
	silent := loaders.Answer{Gold: "yes", Correct: loaders.Unanswered}
	check.DeepEqual(t, "came back", opened(t, encoded(t, Header{}, &loaders.Example{ID: "a", Question: "q", Answer: silent}),
		loaders.Options{}).Example(0).Answer, silent)
	for _, v := range []loaders.Verdict{loaders.Unknown, loaders.Right, loaders.Wrong} {
		for _, gold := range []string{"", "yes", "no"} {
			want := loaders.Answer{Predicted: "yes", Gold: gold, Correct: v}
			run := opened(t, encoded(t, Header{}, &loaders.Example{ID: "a", Question: "q", Answer: want}), loaders.Options{})
			check.DeepEqual(t, "came back", run.Example(0).Answer, want)
		}
	}
}

// A score of null is a token without one; a list with nothing else is missing.
func TestScoresOfNull(t *testing.T) {
	for text, want := range map[string]string{"[null,0.5]": "[NaN 0.5]", "[null,null]": "[]", "[null]": "[]"} {
		line := `{"id":"x","question":"q","attributions":[{"name":"lime","over":"tokens","tokens":["a","b"],"scores":` + text + `}]}`
		a := opened(t, []byte(line), loaders.Options{}).Example(0).Attributions[0]
		check.Equal(t, "read", fmt.Sprint(a.Scores), want, text)
		again := encoded(t, Header{}, &loaders.Example{ID: "x", Attributions: []loaders.Attribution{a}})
		if want == "[NaN 0.5]" && !bytes.Contains(again, []byte(`"scores":[null,0.5]`)) {
			t.Errorf("%s is written as %s", text, again)
		}
	}
}

func TestInterventionsThatDoNotFit(t *testing.T) {
	for text, good := range map[string]bool{
		`"order":[1,0],"deletion":[[1,0],[1,0],[0,1]],"insertion":[[1,0],[1,0],[0,1]]`: true,
		`"order":[1,1],"deletion":[[1,0],[1,0],[0,1]],"insertion":[[1,0],[1,0],[0,1]]`: false,
		`"order":[1,0],"deletion":[[1,0],[1,0]],"insertion":[[1,0],[1,0],[0,1]]`:       false,
		`"order":[1,0],"deletion":[[1,0],[1],[0,1]],"insertion":[[1,0],[1,0],[0,1]]`:   false,
		`"order":[],"deletion":[],"insertion":[[1]]`:                                   false,
		`"order":[0],"deletion":[[2],[0]],"insertion":[[1],[0]]`:                       false,
	} {
		line := `{"id":"x","question":"q","attributions":[{"name":"a","over":"tokens","tokens":["a"],"scores":[1],` +
			`"interventions":{"remove":"delete","over":"words",` + text + `}}]}`
		run := opened(t, []byte(line), loaders.Options{})
		a := run.Example(0).Attributions[0]
		if _, problems := run.Problems.All(); (a.Interventions != nil) != good || (problems == 0) != good {
			t.Errorf("%s: read as %v with %d problems", text, a.Interventions, problems)
		}
	}
}

// A reader of one attribution finds its random orders there. A file may leave them out
// where an earlier attribution has them.
func TestRandomOrdersAreWithEachAttribution(t *testing.T) {
	ex := full()
	for _, over := range []string{"words", "sentences"} {
		a := ex.Attributions[0]
		in := *a.Interventions
		in.Over, a.Name, a.Interventions = over, "over "+over, &in
		ex.Attributions = append(ex.Attributions, a)
	}
	text := string(encoded(t, Header{}, ex))
	orders := regexp.MustCompile(`,"random":\[.*?\}\]`).FindAllString(text, -1)
	if len(orders) != 3 {
		t.Fatalf("random orders are written %d times, want 3", len(orders))
	}
	before, rest, _ := strings.Cut(text, orders[0])
	once := before + orders[0] + strings.ReplaceAll(rest, orders[0], "")
	for i, text := range []string{text, once} {
		for k, a := range opened(t, []byte(text), loaders.Options{}).Example(0).Attributions {
			want := ex.Attributions[0].Interventions.Random
			if i == 1 && k == 2 {
				want = nil // of other parts
			}
			check.DeepEqual(t, "has the random orders", a.Interventions.Random, want, a.Name)
		}
	}
}

// writeRun writes a run to w: the header, then the examples in order. It ends with the first error.
func writeRun(w io.Writer, h Header, examples iter.Seq[*loaders.Example]) error {
	e, err := NewEncoder(w, h)
	if err != nil {
		return err
	}
	for ex := range examples {
		line, err := e.Line(ex)
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
