package tabular

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// answered is what a table says of one example.
type answered struct {
	ID, Question, Predicted, Gold string
	Correct                       string
	Scores                        map[string]float64
}

func answeredOf(ex *loaders.Example) answered {
	a := ex.Answer
	return answered{ex.ID, ex.Question, a.Predicted, a.Gold, a.Correct.String(), a.Scores}
}

// Tables of the shapes that programs document are read by their columns'
// names, or by the map that their page in the README shows.
func TestShapes(t *testing.T) {
	for shape, c := range map[string]struct {
		text, columns string // the map
		want          answered
	}{
		"predictions.csv": {"id,question,answer,prediction\n7,\"Who, then?\",no one,nobody\n", "",
			answered{"7", "Who, then?", "nobody", "no one", "wrong", nil}},
		"tabs": {"text\tlabel\tpred_label\tprob\nfine\t1\t1.0\t0.75\n", "",
			answered{"record 1", "fine", "1.0", "1", "right", map[string]float64{"prob": 0.75}}},
		"results.jsonl": {`{"idx": 3, "prompt": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}], "target": ["so", "thus"], "prediction": "thus"}` + "\n", "", answered{"3", "Why?", "thus", "so or thus", "right", nil}},
		"nested": {
			`[{"q": "How?", "choices": [{"message": {"content": "so"}}], "doc": {"gold": "so"}}]`,
			"question=q,predicted=choices[0].message.content,gold=doc.gold",
			answered{"record 1", "How?", "so", "so", "right", nil},
		},
		"Trainer's eval_predictions": {
			`[{"id": "5", "input_text": "a b", "label_ids": 2, "pred_ids": 1}]`, "question=input_text,predicted=pred_ids,gold=label_ids",
			answered{"5", "a b", "1", "2", "wrong", nil},
		},
		"RAGAS": {
			"user_input,retrieved_contexts,response,reference,faithfulness,answer_relevancy\nWho?,\"[\"\"One.\"\", \"\"Two.\"\"]\",A,B,0.5,0.25\n",
			"",
			answered{"record 1", "Who?", "A", "B", "wrong", map[string]float64{"faithfulness": 0.5, "answer_relevancy": 0.25}},
		},
		"DeepEval": {
			`{"testCases": [{"name": "test_case_0", "input": "Why?", "actualOutput": "so", "expectedOutput": "thus", "success": true, "metricsData": [{"name": "Faithfulness", "score": 0.9}]}]}`, "",
			answered{"record 1", "Why?", "so", "thus", "right", map[string]float64{"Faithfulness": 0.9}},
		},
		"promptfoo": {
			`{"evalId": "e", "results": {"version": 3, "results": [{"id": "p", "vars": {"question": "Why?"}, "response": {"output": "so"}, "success": false, "score": 0.5, "namedScores": {"brief": 1}}]}}`, "",
			answered{"p", "Why?", "so", "", "wrong", map[string]float64{"score": 0.5, "brief": 1}},
		},
		"pandas, by columns": {
			`{"id": {"0": "7"}, "question": {"0": "Why?"}, "prediction": {"0": "so"}, "answer": {"0": "so"}}`, "",
			answered{"7", "Why?", "so", "so", "right", nil},
		},
		"pandas, split": {
			`{"columns": ["question", "pred", "gold"], "index": [0], "data": [["Why?", "so", null]]}`,
			"question=question,predicted=pred,gold=gold", answered{"record 1", "Why?", "so", "", "unknown", nil},
		},
		"a verdict in words": {"question,predicted,is_correct\nWhy?,so,yes\n", "", answered{"record 1", "Why?", "so", "", "right", nil}},
	} {
		t.Run(shape, func(t *testing.T) {
			run := formats.Open(t, fstest.MapFS{"run": {Data: []byte(c.text)}}, "run", loaders.Options{Map: c.columns})
			if run.Format != "table" || run.Len() != 1 {
				t.Fatalf("%d examples of %s", run.Len(), run.Format)
			}
			if got := answeredOf(run.Example(0)); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, want %+v; %s", got, c.want, run.Note)
			}
			loadertest.Problem(t, run, "")
		})
	}
}

// A table of SHAP values is a row of attributions: a column a feature.
func TestAttributionColumns(t *testing.T) {
	text := "id,prediction,label,shap_age,shap_height\n1,yes,yes,0.5,-0.25\n"
	run := formats.Open(t, fstest.MapFS{"run": {Data: []byte(text)}}, "run",
		loaders.Options{Map: "id=id,predicted=prediction,gold=label,attribution.shap=shap_*"})
	want := []loaders.Attribution{{Name: "shap", Over: "tokens", Tokens: []string{"age", "height"}, Scores: []float64{0.5, -0.25},
		Signed: true}}
	if got := run.Example(0).Attributions; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Labels of tokens are not an answer.
func TestTokenLabels(t *testing.T) {
	run := formats.Open(t, fstest.MapFS{"run": {Data: []byte(`{"id":"1","tokens":["a","b"],"labels":[0,3],"prediction":"x"}`)}}, "run",
		loaders.Options{Map: "tokens=tokens,gold=labels,predicted=prediction"})
	if a := run.Example(0).Answer; a.Gold != "" || a.Correct != loaders.Unknown {
		t.Errorf("gold %q, %v", a.Gold, a.Correct)
	}
}

// A map that a person gave for columns is used for the next table with them.
func TestKeptMap(t *testing.T) {
	first := formats.Open(t, fstest.MapFS{"run": {Data: []byte("a,b\nWhy?,so\n")}}, "run", loaders.Options{Map: "question=a,predicted=b"})
	next := formats.Open(t, fstest.MapFS{"run": {Data: []byte("b,a\nthen,When?\n")}}, "run",
		loaders.Options{Maps: map[string]string{first.Columns.Shape: first.Columns.Map}})
	if got := answeredOf(next.Example(0)); got.Question != "When?" || got.Predicted != "then" {
		t.Errorf("%+v", got)
	}
}

// What cannot be mapped says so, with the columns.
func TestRefusedTables(t *testing.T) {
	for why, c := range map[string]struct{ text, columns, want string }{
		"an unknown role":     {"a,b\n1,2\n", "questoin=a", "did you mean question?"},
		"a role twice":        {"a,b\n1,2\n", "gold=a,gold=b", `"gold" twice`},
		"no column":           {"a,b\n1,2\n", "gold", "is not ROLE=COLUMN"},
		"not a table":         {"words alone", "gold=a", "--map is for tables"},
		"nothing that is one": {"a,b\n1,2\n", "", "not a run"},
	} {
		err := formats.Err(t, fstest.MapFS{"run": {Data: []byte(c.text)}}, "run", loaders.Options{Map: c.columns})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", why, err, c.want)
		}
	}
	run := formats.Open(t, fstest.MapFS{"run": {Data: []byte("a,b\n1,2\n")}}, "run", loaders.Options{Map: "gold=c"})
	loadertest.Problem(t, run, `no column "c", of the map's gold`)
}

// FuzzTable opens any bytes with any map.
func FuzzTable(f *testing.F) {
	f.Add([]byte("a,b\n1,2\n"), "question=a,gold=b")
	f.Add([]byte(`[{"a":[{"role":"user","content":"x"}],"b":{"c":[1,2]}}]`), "question=a,attribution.x=b.c")
	f.Add([]byte(`{"results":{"results":[{"a":1}]}}`), "rows=results.results,gold=a[0]")
	f.Fuzz(func(t *testing.T, text []byte, columns string) {
		run, err := openWith(t, text, columns)
		if err != nil {
			return
		}
		for i := range min(run.Len(), 50) {
			run.Example(i)
		}
	})
}

func openWith(t *testing.T, text []byte, columns string) (*loaders.Run, error) {
	t.Helper()
	fsys, o := fstest.MapFS{"run": {Data: text}}, loaders.Options{Map: columns}
	if err := formats.Err(t, fsys, "run", o); err != nil {
		return nil, err
	}
	return formats.Open(t, fsys, "run", o), nil
}
