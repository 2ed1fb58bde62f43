package tabular

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// linesOfRows writes 24 rows of a format with a number and four random ones below 2.
func linesOfRows(format string) string {
	random, text := rand.New(rand.NewPCG(1, 2)), ""
	for i := range 24 {
		cells := []any{i, random.IntN(2), random.IntN(2), random.IntN(2), random.IntN(2)}
		text += fmt.Sprintf(format, cells[:strings.Count(format, "%")]...) + "\n"
	}
	return strings.NewReplacer("T0", "true", "T1", "false", "N0", "null", "N1", `"bad JSON"`).Replace(text)
}

// Answers by ids may be of several types, and lists without names can be given some.
func TestValuesWithoutNames(t *testing.T) {
	for text, want := range map[string]string{
		`{"q1":"Paris","q2":3,"q3":["a","b"],"q4":true}`:                           "'predicted=prediction'",
		`{"model":"a","layers":3,"heads":["a","b"],"tied":true}`:                   "no column of predictions",
		`[["a","a"],["b","a"],["c","c"]]`:                                          `{"columns": ["gold", "prediction"], "data": ROWS}`,
		`{"columns":["gold","prediction"],"data":[["a","a"],["b","a"],["c","c"]]}`: "rwr",
	} {
		if got := openText(t, "run.json", text); !strings.Contains(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// The first map that is offered makes a figure if any does.
func TestFirstOfferMakesAFigure(t *testing.T) {
	got := openText(t, "run.csv", "id,expected,response\n"+linesOfRows("%d,word%d,I think that it is word%d or something like it"))
	if _, first, _ := strings.Cut(got, "--map '"); !strings.HasPrefix(first, "id=id,gold=expected,predicted=response,right=contains'") {
		t.Error(got)
	}
}

// What stands beside answers is neither offered nor taken.
func TestWhatIsNoAnswer(t *testing.T) {
	for _, c := range []struct{ why, text, want, never string }{
		{"numbers against a truth value", linesOfRows(`{"text":"Claim %d","label":T%d,"output":[0.%d,0.%d5,0.5,0.5]}`), "right=none", "wwww"},
		{"errors", linesOfRows(`{"id":%d,"prompt":"q","label":"x%d","error":N%d,"output":{"error":N%d}}`), "gold=label'", "predicted="},
		{"a traceback",
			linesOfRows(`{"id":%d,"prompt":"q","stderr":"Traceback of %d: in line 3 of file x something failed"}`), "unclear", "predicted="},
		{"whether a tool was called", linesOfRows(`{"id":%d,"prompt":"q","tool_called":T%d}`), "unclear", "correct="},
		{"tokens and counts", linesOfRows(`{"prompt":"q%d","label":%d,"completion_tokens":%d,"count":%d,"num_tokens":%d}`),
			"gold=label", "predicted="},
		{"results of models", linesOfRows(`{"seed":%d,"train_dataset":"d%d","target":"d%d","accuracy":0.5%d,"f1":0.%d}`),
			"they look like results", "gold="},
		{"a model's configuration", linesOfRows(`{"target_modules":["q","v%d"],"lora_alpha":%d,"output_dir":"d%d"}`), "unclear", "="},
		{"the count of answers", linesOfRows(`{"question":"q%d","gold":%d,"answer_count":%d}`), "gold=gold,", "predicted="},
	} {
		got := openText(t, "run.jsonl", c.text)
		if at := strings.Index(got, "its columns"); !strings.Contains(got, c.want) || strings.Contains(got[max(at, 0):], c.never) {
			t.Errorf("%s: %s", c.why, got)
		}
	}
}
