package native

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// The codec reads what it writes of every kind, and the schema and the Python helper have its key.
func TestEveryKindIsWrittenAndRead(t *testing.T) {
	all := loadertest.OfEveryKind(t)
	for kind, m := range all[1:] {
		ex := &loaders.Example{ID: "1", Question: "?", Passage: &loaders.Passage{Tokens: []string{"a", "b"}},
			Images: []loaders.Image{{Proposals: make([]loaders.Box, 2)}}, Program: []loaders.Module{*m}}
		run := opened(t, encoded(t, Header{}, ex), loaders.Options{})
		back := run.Example(0).Program[0]
		if !reflect.DeepEqual(back.Output, m.Output) || !reflect.DeepEqual(back.Gold, m.Gold) || problemsOf(run) != nil {
			t.Errorf("kind %d: %+v and %+v came back as %+v and %+v: %v", kind+1, m.Output, m.Gold, back.Output, back.Gold, problemsOf(run))
		}
		var keys map[string]json.RawMessage
		if b, err := json.Marshal(outputOf(&m.Output)); err != nil || json.Unmarshal(b, &keys) != nil || len(keys) != 1 {
			t.Fatalf("kind %d is written as %s", kind+1, b)
		}
		key := loaders.SortedKeys(keys)[0]
		inPython := key == "number" || strings.Contains(string(Python()), key+"=") || strings.Contains(string(Python()), `"`+key+`"`)
		if !inPython {
			t.Errorf("the Python helper writes no %s", key)
		}
	}
}

func TestVerdictsOfSteps(t *testing.T) {
	for verdict, problem := range map[string]string{
		`{"label": "neutral"}`:              "",
		`{"score": 0.3}`:                    "",
		`{"label": "maybe"}`:                "needs a label",
		`{"label": "unanswered"}`:           "needs a label",
		`{"reason": "it is late"}`:          "needs a label",
		`{"label": "wrong", "score": 7}`:    "not between 0 and 1",
		`{"label": "wrong", "score": null}`: "",
	} {
		line := `{"id": "1", "question": "?", "program": [{"op": "check", "output": {"verdict": ` + verdict + `}}]}`
		run := opened(t, []byte(line), loaders.Options{})
		run.Example(0)
		got := problemsOf(run)
		if (problem == "") != (got == nil) ||
			!slices.ContainsFunc(append(got, problem), func(s string) bool { return strings.Contains(s, problem) }) {
			t.Errorf("%s: %v", verdict, got)
		}
	}
	content, err := os.ReadFile("testdata/verdicts.jsonl")
	check.NoError(t, err)
	run := opened(t, content, loaders.Options{})
	steps := run.Example(0).Program[1:]
	if v, gold := steps[1].Output.Verdict, steps[1].Gold.Verdict; v.Verdict != loaders.Wrong ||
		*v.Score != .1 || v.By != "judge" ||
		gold.Verdict != loaders.Wrong || gold.By != "ann" || steps[1].Text != "2 + 3 = 6" {
		t.Errorf("the verdict on the second step is %v, gold %v", v, gold)
	}
}
