package anli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/record"
)

var both = loadertest.Formats{Examples, Analysis}

// The table is a run per model, each as the script that wrote it says.
func TestAnalysisConformance(t *testing.T) {
	type outline struct {
		ID          string     `json:"id"`
		Question    string     `json:"question"`
		Passage     string     `json:"passage"`
		Explanation string     `json:"explanation"`
		Tags        []string   `json:"tags"`
		Answer      [3]string  `json:"answer"`
		P           [3]float64 `json:"p"`
	}
	expected := loadertest.Expected[map[string][]outline](t)
	runs, err := files.NewOpener(nil, both...).OpenAll(t.Context(), "testdata/analysis.csv", loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, run := range runs {
		loadertest.Whole(t, run)
		names = append(names, run.Name)
		want := expected[run.Model]
		if run.Len() != len(want) {
			t.Fatalf("%s: %d examples, want %d", run.Name, run.Len(), len(want))
		}
		for i, w := range want {
			ex := run.Example(i)
			s := ex.Answer.Scores
			got := outline{ex.ID, ex.Question, ex.Passage.Text, ex.Explanation, append([]string{}, ex.Tags...),
				[3]string{ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String()},
				[3]float64{s["p_entailment"], s["p_neutral"], s["p_contradiction"]}}
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(w)
			if string(a) != string(b) {
				t.Errorf("%s, row %d:\n%s\nwant\n%s", run.Name, i, a, b)
			}
		}
		loadertest.Problems(t, run)
	}
	if want := []string{"small", "tiny-v2", "anli-large"}; !slices.Equal(names, want) {
		t.Errorf("runs %q, want %q", names, want)
	}
	if ex := runs[0].Example(1); ex.Meta["A1Notes"] != "two~one" || ex.Meta["the adversary's prediction"] != "neutral" {
		t.Errorf("meta %v", ex.Meta)
	}
}

func TestExamples(t *testing.T) {
	run := both.Open(t, nil, "testdata/dev.jsonl", loaders.Options{})
	if run.Len() != 4 {
		t.Fatalf("%d examples", run.Len())
	}
	for i, want := range []struct {
		predicted, gold string
		correct         loaders.Verdict
		verifiers       string
	}{
		{"neutral", "contradiction", loaders.Wrong, "2 of 2"}, {"entailment", "entailment", loaders.Right, "2 of 3"},
		{"contradiction", "neutral", loaders.Wrong, ""}, {"neutral", "contradiction", loaders.Wrong, ""},
	} {
		ex := run.Example(i)
		if ex.Answer.Predicted != want.predicted || ex.Answer.Gold != want.gold || ex.Answer.Correct != want.correct ||
			ex.Meta["verifiers agreed"] != want.verifiers {
			t.Errorf("example %d: %+v, %v, want %+v", i, ex.Answer, ex.Meta, want)
		}
	}
	if ex := run.Example(1); ex.ID != "u1" || ex.Question != "The town has a mill." || ex.Explanation != "One of two is left." ||
		!strings.Contains(ex.Passage.Text, "mills.\n\nOne") ||
		!slices.Equal(ex.Tags, []string{"dev_set"}) || ex.Kind != "made up" || ex.Meta["verifier labels"] != "entailment, neutral, entailment" {
		t.Errorf("%+v", ex)
	}
	loadertest.Problems(t, run)
	ex := both.Open(t, nil, "testdata/premises.jsonl", loaders.Options{}).Example(0)
	if ex.Answer.Gold != "contradiction" || ex.Answer.Correct != loaders.Unknown || ex.Passage.Text == "" {
		t.Errorf("a premise and a number as label: %+v", ex)
	}
	if err := both.Err(t, nil, "testdata/dev.jsonl", loaders.Options{Gold: "testdata/absent"}); err == nil ||
		!strings.Contains(err.Error(), "verifier labels") {
		t.Errorf("verifier labels that are not there: %v", err)
	}
}

// Each broken twin says what is wrong, and the example stays.
func TestBroken(t *testing.T) {
	const header = "uid,context,statement,reason,gold_label,tags,preds-m,preds-mPredLabel\n"
	for _, c := range []struct{ why, content, problem, predicted string }{
		{"as it is", header + `u,c,s,r,e,['a'],"[0.5,0.3,0.2]",e` + "\n", "", "entailment"},
		{"no uid", header + `,c,s,r,e,[],"[0.5,0.3,0.2]",e` + "\n", "no uid", "entailment"},
		{"two probabilities", header + `u,c,s,r,e,[],"[0.5,0.5]",e` + "\n", "2 probabilities where 3 belong", "entailment"},
		{"a probability that is none", header + `u,c,s,r,e,[],"[0.5,null,0.2]",e` + "\n", "1 of 3 are not numbers", "entailment"},
		{"probabilities that are not a list", header + `u,c,s,r,e,[],nan,e` + "\n", "not a list of numbers", "entailment"},
		{"another label than the greatest", header + `u,c,s,r,e,[],"[0.1,0.2,0.7]",e` + "\n",
			"the predicted label is entailment, the greatest probability that of contradiction", "entailment"},
		{"no prediction", header + `u,c,s,r,e,[],"[0.5,0.3,0.2]",` + "\n", "no prediction of m", ""},
		{"tags that are not a list", header + `u,c,s,r,e,'a',"[0.5,0.3,0.2]",e` + "\n", "tags: not a list", "entailment"},
		{"too few cells", header + "u,c\n", "2 cells where the header has 8", ""},

		{"JSON as it is", `{"uid":"u","context":"c","hypothesis":"h","label":"e","model_label":"n"}`, "", "neutral"},
		{"no hypothesis", `{"uid":"u","context":"c","hypothesis":"","label":"e","model_label":"n"}`, "no hypothesis", "neutral"},
		{"an empty uid", `{"uid":"","context":"c","hypothesis":"h","label":"e","model_label":"n"}`, "no uid", "neutral"},
		{"a label of another type", `{"uid":"u","context":"c","hypothesis":"h","label":["e"],"model_label":"n"}`, "", "neutral"},
		{"a reason of another type", `{"uid":"u","context":"c","hypothesis":"h","label":"e","reason":{},"model_label":"n"}`,
			"reason: a JSON object where a string belongs", "neutral"},
		{"cut off", `{"uid":"u","context":"c","hypothesis":"h","label":"e","model_la`, "cut off", ""},
	} {
		path := filepath.Join(t.TempDir(), "run")
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		runs, err := files.NewOpener(nil, both...).OpenAll(t.Context(), path, loaders.Options{})
		if err != nil || len(runs) != 1 {
			t.Fatalf("%s: %d runs, %v", c.why, len(runs), err)
		}
		run := loadertest.Whole(t, runs[0])
		if run.Len() != 1 || run.Example(0).Answer.Predicted != c.predicted {
			t.Errorf("%s: %d examples, predicted %q, want %q", c.why, run.Len(), run.Example(0).Answer.Predicted, c.predicted)
		}
		problems, n := run.Problems.All()
		if c.problem == "" && n > 0 || c.problem != "" && (n != 1 || !strings.Contains(problems[0].String(), c.problem)) {
			t.Errorf("%s: problems %v, want %q", c.why, problems, c.problem)
		}
	}
}

func TestListOf(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
		ok   bool
	}{
		{`['a', 'b']`, []string{"a", "b"}, true}, {`["it's"]`, []string{"it's"}, true}, {`['it\'s', ]`, []string{"it's"}, true},
		{`[]`, nil, true}, {` [ ] `, nil, true},
		{`'a'`, nil, false}, {`['a' 'b']`, nil, false}, {`['a`, nil, false}, {`['a]`, nil, false}, {`[a]`, nil, false}, {``, nil, false},
		{`[`, nil, false},
	} {
		if got, ok := listOf(c.in); !slices.Equal(got, c.want) || ok != c.ok {
			t.Errorf("%s is %q, %v, want %q, %v", c.in, got, ok, c.want, c.ok)
		}
	}
}

// The real table, where it is: each model's accuracy as a separate count of
// the CSV by Python says.
func TestOracleAnalysis(t *testing.T) {
	path := "../../../shared/data/anli/ANLI_analysis_r1_dev.csv"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no ../shared/data here")
	}
	runs, err := files.NewOpener(nil, both...).OpenAll(t.Context(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"roberta-from-r2": 672, "roberta-from-r3": 717, "bert-r1": 0, "anli-roberta-large": 738,
		"anli-bart-large": 735, "anli-xlnet-large": 735, "anli-electra-large": 671, "anli-albert-xxlarge": 760,
	}
	if len(runs) != len(want) {
		t.Errorf("%d runs, want %d", len(runs), len(want))
	}
	for _, run := range runs {
		loadertest.Whole(t, run)
		right := 0
		for i := range run.Len() {
			if run.Scan(i).Answer.Correct == loaders.Right {
				right++
			}
		}
		if problems, n := run.Problems.All(); run.Len() != 1000 || right != want[run.Model] || n > 0 {
			t.Errorf("%s: %d of %d right, want %d of 1000; problems %v", run.Model, right, run.Len(), want[run.Model], problems)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"uid":"u","context":"c","hypothesis":"h","label":2,"reason":null}`), "[0.5,0.3,0.2]", `['a', "b"]`)
	f.Add([]byte("uid,context,statement,gold_label,preds-a,preds-aPredLabel\n"), "[NaN]", `['\`)
	f.Fuzz(func(t *testing.T, b []byte, numbers, tags string) {
		Examples.Detect(b)
		Analysis.Detect(b)
		rec := &record.Record{Bytes: b, Line: 1}
		j := &join{}
		record.As(j.example)(rec)
		ex := &loaders.Example{}
		probabilities(rec, ex, numbers)
		for name, p := range ex.Answer.Scores {
			if !(p >= -1e-4 && p <= 1+1e-4) {
				t.Errorf("%s is %v", name, p)
			}
		}
		if list, ok := listOf(tags); !ok && list != nil {
			t.Errorf("%q is half a list: %q", tags, list)
		}
	})
}
