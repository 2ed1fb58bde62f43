package spans_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/nmndrop"
	"faithscope/scoring"
	"faithscope/scoring/protocols/spans"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/vectors"
)

// vector is testdata/drop_text.json, made by the authors' code.
type vector struct {
	Cases []struct {
		Passage  string `json:"passage_id"`
		Query    string `json:"query_id"`
		Question string `json:"question"`
		Type     string `json:"qtype"`
		Tokens   int    `json:"n_tokens"`
		Gold     []struct {
			Module string   `json:"gold_module"`
			Spans  [][2]int `json:"spans"`
		} `json:"gold"`
		Outputs []struct {
			Module    string    `json:"module"`
			Attention []float64 `json:"attention"`
		} `json:"module_outputs"`
		Expected struct {
			Loss  float64 `json:"example_loss"`
			Pairs []struct {
				Gold      string  `json:"gold_module"`
				Module    string  `json:"pred_module"`
				Loss      float64 `json:"loss"`
				Inclusive float64 `json:"loss_if_end_were_inclusive"`
			} `json:"per_pair"`
		} `json:"expected"`
	} `json:"cases"`
	Dataset struct {
		Overall   float64            `json:"loss_mean_over_examples"`
		Printed   float64            `json:"micro_avg_as_printed"`
		Micro     float64            `json:"micro_avg_no_double_count"`
		ByModule  map[string]float64 `json:"module_avg_as_printed"`
		OfModules map[string]float64 `json:"module_count"`
	} `json:"dataset_expected"`
	Edges []struct {
		Name      string    `json:"name"`
		Attention []float64 `json:"attention"`
		Spans     [][2]int  `json:"spans"`
		Loss      float64   `json:"loss"`
	} `json:"edge_cases"`
}

func readVector(t testing.TB) *vector {
	t.Helper()
	v := new(vector)
	vectors.Read(t, "testdata", "drop_text.json", v)
	return v
}

// near returns the tolerance of the vector: 1e-4 relative. The authors compute in
// float32.
func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-4*max(math.Abs(want), 1e-3)
}

func spansOf(pairs [][2]int) []loaders.Span {
	var list []loaders.Span
	for _, p := range pairs {
		list = append(list, loaders.Span{Start: p[0], End: p[1]})
	}
	return list
}

// forms are the programs that the authors expect, in the names of their
// interpret branch.
var forms = map[string]string{
	"date_comparison":           "(find_passageSpanAnswer (compare_date_lesser_than find_PassageAttention find_PassageAttention))",
	"number_comparison":         "(find_passageSpanAnswer (compare_num_greater_than find_PassageAttention find_PassageAttention))",
	"num_find_qtype":            "(find_PassageNumber find_PassageAttention)",
	"num_filterfind_qtype":      "(find_PassageNumber (filter_PassageAttention find_PassageAttention))",
	"min_find_qtype":            "(find_PassageNumber (minNumPattn find_PassageAttention))",
	"min_filterfind_qtype":      "(find_PassageNumber (minNumPattn (filter_PassageAttention find_PassageAttention)))",
	"max_find_qtype":            "(find_PassageNumber (maxNumPattn find_PassageAttention))",
	"max_filterfind_qtype":      "(find_PassageNumber (maxNumPattn (filter_PassageAttention find_PassageAttention)))",
	"count_find_qtype":          "(passageAttn2Count find_PassageAttention)",
	"count_filterfind_qtype":    "(passageAttn2Count (filter_PassageAttention find_PassageAttention))",
	"relocate_find_qtype":       "(find_passageSpanAnswer (relocate_PassageAttention find_PassageAttention))",
	"relocate_filterfind_qtype": "(find_passageSpanAnswer (relocate_PassageAttention (filter_PassageAttention find_PassageAttention)))",
	"relocate_maxfind_qtype":    "(find_passageSpanAnswer (relocate_PassageAttention (maxNumPattn find_PassageAttention)))",
	"relocate_maxfilterfind_qtype": "(find_passageSpanAnswer (relocate_PassageAttention (maxNumPattn (filter_PassageAttention " +
		"find_PassageAttention))))",
	"relocate_minfind_qtype": "(find_passageSpanAnswer (relocate_PassageAttention (minNumPattn find_PassageAttention)))",
	"relocate_minfilterfind_qtype": "(find_passageSpanAnswer (relocate_PassageAttention (minNumPattn (filter_PassageAttention " +
		"find_PassageAttention))))",
	"yeardiff_find_qtype":  "(year_difference_single_event find_PassageAttention)",
	"yeardiff_find2_qtype": "(year_difference find_PassageAttention find_PassageAttention)",
}

// write turns the vector into the two files that a person has: a run and its
// annotations. The passages' words are not in the vector and stand in for
// themselves.
func (v *vector) write(t testing.TB) fstest.MapFS {
	t.Helper()
	type object = map[string]any
	type list = []any
	var run strings.Builder
	passages := object{}
	for i, c := range v.Cases {
		if forms[c.Type] == "" {
			t.Fatalf("case %s: no program for question type %s", c.Query, c.Type)
		}
		var gold, outputs list
		for _, g := range c.Gold {
			gold = append(gold, list{g.Module, g.Spans})
		}
		for _, o := range c.Outputs {
			outputs = append(outputs, list{o.Module, o.Attention})
		}
		// A passage each: two cases may share one.
		passages[fmt.Sprint(i)] = object{
			"passage": "", "tokenized_passage": strings.TrimSuffix(strings.Repeat("word ", c.Tokens), " "),
			"qa_pairs": list{object{"query_id": c.Query, "question": c.Question, "module_output_annotations": gold}},
		}
		b, err := json.Marshal(object{"passage_id": c.Passage, "query_id": c.Query, "question": c.Question, "qtype": c.Type,
			"f1": nil, "em": nil, "predicted_logical_form": forms[c.Type], "module_outputs": outputs})
		check.NoError(t, err)
		run.Write(append(b, '\n'))
	}
	b, err := json.Marshal(passages)
	check.NoError(t, err)
	return fstest.MapFS{"run.jsonl": {Data: []byte(run.String())}, "gold.json": {Data: b}}
}

// open opens a run and waits until all its records are found.
func open(t testing.TB, fsys fs.FS, path string, o loaders.Options) *loaders.Run {
	t.Helper()
	run := loadertest.Formats{nmndrop.Format}.Open(t, fsys, path, o)
	return run
}

func TestOracleDropText(t *testing.T) {
	v := readVector(t)
	run := open(t, v.write(t), "run.jsonl", loaders.Options{Named: loaders.FlagValues{"gold": "gold.json"}})
	if run.Len() != len(v.Cases) || run.Len() == 0 {
		t.Fatalf("%d examples of %d cases", run.Len(), len(v.Cases))
	}

	all := spans.Protocol.Aggregate(scoring.Defaults())
	for i, c := range v.Cases {
		ex := run.Example(i)
		e := spans.Protocol.Prepare(ex)
		if ex.Broken != "" || e == nil {
			t.Fatalf("%s: not scored %s", c.Query, ex.Broken)
		}
		all.Add(e)
		single := spans.Protocol.Aggregate(scoring.Defaults())
		single.Add(e)
		if got, ok := value(t, single.Scores(), "overall"); !ok || !near(got, c.Expected.Loss) {
			t.Errorf("%s (%s): loss %v, the authors' is %v", c.Query, c.Type, got, c.Expected.Loss)
		}

		byOutput := map[int]scoring.ModuleScore{}
		for _, m := range scoringtest.Example(e, scoring.Defaults()).Modules {
			byOutput[ex.Program[m.Node].Place] = m
		}
		for k, want := range c.Expected.Pairs {
			got, ok := byOutput[k].Loss.Float()
			if !ok || !near(got, want.Loss) {
				t.Errorf("%s pair %d (%s): loss %v, the authors' is %v", c.Query, k, want.Module, got, want.Loss)
			}
			// The wrong reading of the same spans must not pass.
			var inclusive []loaders.Span
			for _, s := range c.Gold[k].Spans {
				inclusive = append(inclusive, loaders.Span{Start: s[0], End: s[1] + 1})
			}
			wrong := spans.Loss(c.Outputs[k].Attention, inclusive)
			if !near(wrong, want.Inclusive) {
				t.Errorf("%s pair %d: inclusive loss %v, the authors' is %v", c.Query, k, wrong, want.Inclusive)
			}
			if near(got, want.Inclusive) && !near(want.Loss, want.Inclusive) {
				t.Errorf("%s pair %d: loss %v is that of the inclusive reading", c.Query, k, got)
			}
		}
	}
	checkDataset(t, v, all.Scores())
	if kept, n := run.Problems.All(); n > 0 {
		t.Errorf("%d problems in a sound run, the first: %v", n, kept[0])
	}
}

func checkDataset(t *testing.T, v *vector, scores []scoring.Score) {
	t.Helper()
	want := map[string]float64{"overall": v.Dataset.Overall, "micro": v.Dataset.Micro, "micro-as-printed": v.Dataset.Printed}
	names := map[string]string{"minmax-pattn": "min-max"} // the authors' name: ours
	for name, loss := range v.Dataset.ByModule {
		of := name
		if n, ok := names[name]; ok {
			of = n
		}
		want[of] = loss
		if n, ok := v.Dataset.OfModules[name]; ok && count(scores, of) != int(n) {
			t.Errorf("%s: count %d, the authors' is %v", of, count(scores, of), n)
		}
	}
	for of, loss := range want {
		if got, ok := value(t, scores, of); !ok || !near(got, loss) {
			t.Errorf("%s: loss %v, the authors' is %v", of, got, loss)
		}
	}
}

func TestOracleDropTextEdgeCases(t *testing.T) {
	edges := readVector(t).Edges
	if len(edges) == 0 {
		t.Fatal("no edge cases")
	}
	for _, e := range edges {
		if got := spans.Loss(e.Attention, spansOf(e.Spans)); !near(got, e.Loss) {
			t.Errorf("%s: loss %v, the authors' is %v", e.Name, got, e.Loss)
		}
	}
}

// value returns the number of the one score named of.
func value(t testing.TB, scores []scoring.Score, of string) (float64, bool) {
	t.Helper()
	for _, s := range scores {
		if s.Of == of && s.Protocol == "module-spans" && s.Metric == "loss" {
			return s.Value.Float()
		}
	}
	t.Errorf("no score of %q", of)
	return 0, false
}

func count(scores []scoring.Score, of string) int {
	for _, s := range scores {
		if s.Of == of {
			return s.Count
		}
	}
	return -1
}
