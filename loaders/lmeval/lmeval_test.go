package lmeval

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{Format}

func content(t testing.TB, text string) *loaders.Run {
	t.Helper()
	return formats.Text(t, "samples_x.jsonl", text)
}

// Every file reads as the script that wrote it says.
func TestConformance(t *testing.T) {
	for _, run := range loadertest.Conform(t, formats, func(ex *loaders.Example) []any {
		scores := ex.Answer.Scores
		if scores == nil {
			scores = map[string]float64{}
		}
		return []any{ex.ID, ex.Question, ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String(), scores, ex.Kind}
	}) {
		loadertest.Problems(t, run)
	}
}

// The model and the reported numbers come from the results beside the samples.
func TestResults(t *testing.T) {
	for name, want := range map[string][3]string{
		"samples_gsm8k_2025-01-02T03-04-05.678901.jsonl": {"made-up/model", "gsm8k",
			"the harness reports exact_match (strict-match) 0.5, exact_match (flexible-extract) 0.5"},
		"samples_sky_2025-01-02T03-04-05.678901.jsonl": {"made-up/model", "sky", "the harness reports acc 0.6667, acc_norm 1"},
		"lmms/20250102_030405_samples_mme.jsonl":       {"made-up/seeing", "mme", "the harness reports exact_match 0.5"},
	} {
		run := formats.Testdata(t, name)
		if got := [3]string{run.Model, run.Dataset, run.Note}; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for why, c := range map[string]struct{ name, content, problem string }{
		"results that are none": {"results_2025-01-01T00-00-00.json", "{", "not JSON"},
		"empty results":         {"results_2025-01-01T00-00-00.json", "", "empty"},
		"of another day":        {"results_2025-01-02T00-00-00.json", "{", ""},
	} {
		fsys := fstest.MapFS{"out/samples_x_2025-01-01T00-00-00.jsonl": {Data: []byte(generated)}, "out/" + c.name: {Data: []byte(c.content)}}
		t.Log(why)
		loadertest.Problem(t, formats.Open(t, fsys, "out/samples_x_2025-01-01T00-00-00.jsonl", loaders.Options{}), c.problem)
	}
}

const (
	generated = `{"doc_id":1,"doc":{"question":"What?"},"target":"x","arguments":{"gen_args_0":{"arg_0":"Q: What?"}},"filtered_resps":["x"],"filter":"none","exact_match":1.0}`
	chosen    = `{"doc_id":1,"doc":{"choices":["a","b"]},"target":"1","arguments":{"gen_args_0":{"arg_0":"Q","arg_1":" a"},"gen_args_1":{"arg_0":"Q","arg_1":" b"}},"filtered_resps":[[-2.0,false],[-1.0,true]],"filter":"none","acc":1.0}`
)

// Each broken twin of a good record says what is wrong, and loses nothing
// else.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		why, base, old, new string
		problem             string
		want                [4]string // question, predicted, gold, verdict
	}{
		{why: "as it is", base: generated, want: [4]string{"What?", "x", "x", "right"}},
		{why: "no doc_id", base: generated, old: `"doc_id":1`, new: `"doc_id":null`, problem: "no doc_id",
			want: [4]string{"What?", "x", "x", "right"}},
		{why: "no document", base: generated, old: `{"question":"What?"}`, new: `null`, want: [4]string{"Q: What?", "x", "x", "right"}},
		{why: "a document of another type", base: generated, old: `{"question":"What?"}`, new: `[1]`,
			problem: "doc: a JSON array where an object belongs", want: [4]string{"Q: What?", "x", "x", "right"}},
		{why: "neither document nor arguments", base: generated,
			old: `{"question":"What?"},"target":"x","arguments":{"gen_args_0":{"arg_0":"Q: What?"}}`, new: `{},"target":"x","arguments":7`,
			want: [4]string{"", "x", "x", "right"}},
		{why: "no responses", base: generated, old: `["x"]`, new: `[]`, problem: "no filtered_resps", want: [4]string{"What?", "", "x", "right"}},
		{why: "responses in lists", base: generated, old: `["x"]`, new: `[["y","x"]]`, want: [4]string{"What?", "y", "x", "right"}},
		{why: "a metric that is NaN", base: generated, old: `1.0}`, new: `NaN}`, problem: "NaN", want: [4]string{"What?", "x", "x", "unknown"}},
		{why: "a metric between", base: generated, old: `1.0}`, new: `0.5}`, want: [4]string{"What?", "x", "x", "unknown"}},
		{why: "a metric that is a list", base: generated, old: `1.0}`, new: `["x","y"]}`, want: [4]string{"What?", "x", "x", "unknown"}},
		{why: "gold and prediction as a metric", base: generated, old: `"exact_match":1.0}`, new: `"mcc":[1,0]}`,
			want: [4]string{"What?", "x", "x", "wrong"}},
		{why: "a metric that is an object with its score", base: generated, old: `"exact_match":1.0}`,
			new: `"mme_score":{"question_id":"1","category":"a","score":1.0}}`, want: [4]string{"What?", "x", "x", "right"}},
		{why: "a metric that is a list of objects", base: generated, old: `"exact_match":1.0}`,
			new: `"metrics":["exact"],"exact":[{"id":"1"},{"id":"1"}]}`, problem: `the metric "exact" is not a number`,
			want: [4]string{"What?", "x", "x", "unknown"}},
		{why: "several targets", base: generated, old: `"target":"x"`, new: `"target":["x","y"]`,
			want: [4]string{"What?", "x", "x or y", "right"}},
		{why: "a picture that climbs out", base: generated, old: `"question"`, new: `"image":"../a.png","question"`, problem: "leads out",
			want: [4]string{"What?", "x", "x", "right"}},
		{why: "cut off", base: generated, old: `,"exact_match":1.0}`, new: `,"ex`, problem: "cut off"},
		{why: "too deep", base: generated, old: `"doc_id"`, new: `"x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `,"doc_id"`,
			problem: "nests deeper"},

		{why: "choices as they are", base: chosen, want: [4]string{"Q", "b", "b", "right"}},
		{why: "choices under their labels", base: chosen, old: `["a","b"]`, new: `{"text":["a","b"],"label":["A","B"]}`,
			want: [4]string{"Q", "b", "b", "right"}},
		{why: "fewer choices than likelihoods", base: chosen, old: `["a","b"]`, new: `["z"]`, want: [4]string{"Q", "b", "b", "right"}},
		{why: "no texts of choices", base: chosen, old: `{"choices":["a","b"]},"target":"1","arguments":{"gen_args_0":{"arg_0":"Q","arg_1":" a"},"gen_args_1":{"arg_0":"Q","arg_1":" b"}}`, new: `{"question":"Q"},"target":"1","arguments":{}`, want: [4]string{"Q", "1", "1", "right"}},
		{why: "a tie is the first", base: chosen, old: "-2.0", new: "-1.0", want: [4]string{"Q", "a", "b", "right"}},
		{why: "a target beyond the choices", base: chosen, old: `"target":"1"`, new: `"target":"7"`, want: [4]string{"Q", "b", "7", "right"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			run := content(t, loadertest.Twin(t, c.base, c.old, c.new))
			if run.Len() != 1 {
				t.Fatalf("%d examples, want 1", run.Len())
			}
			ex := run.Example(0)
			got := [4]string{ex.Question, ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String()}
			if broken := c.want == [4]string{}; broken != (ex.Broken != "") || !broken && got != c.want {
				t.Errorf("%q (broken %q), want %q", got, ex.Broken, c.want)
			}
			loadertest.Problem(t, run, c.problem)
		})
	}
}

// Of a graded metric 0 and 1 are values among others, and no answer is right
// or wrong by them.
func TestGradedMetric(t *testing.T) {
	for _, metric := range []string{"f1", "agreement"} {
		var lines []string
		for _, x := range []string{"0", "0.3", "0.5", "1", "0.62", "0"} {
			lines = append(lines, loadertest.Twin(t, generated, `"exact_match":1.0`, `"`+metric+`":`+x))
		}
		run := content(t, strings.Join(lines, "\n")+"\n")
		for i := range run.Len() {
			if v := run.Example(i).Answer.Correct; v != loaders.Unknown {
				t.Errorf("%s: answer %d is %s", metric, i, v)
			}
		}
	}
}

func TestTask(t *testing.T) {
	for file, want := range map[string]string{
		"samples_gsm8k_2025-01-02T03-04-05.678901.jsonl":    "gsm8k",
		"samples_mmlu_a_b_2025-01-02T03-04-05.678901.jsonl": "mmlu_a_b",
		"20250102_030405_samples_mme.jsonl":                 "mme",
		"samples_x.jsonl.gz":                                "x",
		"run.jsonl":                                         "",
	} {
		if got := taskOf(file); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// FuzzLMEval opens any bytes as samples, with any as results.
func FuzzLMEval(f *testing.F) {
	f.Add([]byte(generated), []byte(`{"results":{"x":{"acc,none":1}},"model_name":"m"}`))
	f.Add([]byte(chosen), []byte(`{"results":[]`))
	f.Add([]byte(`{"doc_id":[],"doc":{"choices":{"text":7}},"target":{},"arguments":[[1],[]],"filtered_resps":[[1e999,true],[null,false]],"acc":"x"}`), []byte{})
	f.Fuzz(func(t *testing.T, lines, results []byte) {
		fsys := fstest.MapFS{"samples_x.jsonl": {Data: lines}, "results.json": {Data: results}}
		formats.Walk(t, fsys, "samples_x.jsonl", func(_ *loaders.Run, ex *loaders.Example) {
			for _, x := range ex.Answer.Scores {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("a metric of %v", x)
				}
			}
		})
	})
}

// What earlier versions wrote is read: a list, one object with logs, and the
// texts that were written out with a prompt and a likelihood for each choice.
func TestEarlierVersions(t *testing.T) {
	old := `{"doc_id":"0","prompt_0":"The sky is","logit_0":"-2.5","prompt_1":"The sky is","logit_1":"-0.5","truth":"1","acc":"1.0"}`
	for why, text := range map[string]string{
		"a list": "[" + generated + "]", "logs": `{"args":{"model":"m"},"model_configs":{},"logs":[` + generated + `]}`, "lines": generated,
	} {
		if ex := content(t, text).Example(0); ex.Question != "What?" || ex.Answer.Predicted != "x" || ex.Answer.Correct != loaders.Right {
			t.Errorf("%s: %+v", why, ex)
		}
	}
	ex := content(t, "["+old+"]").Example(0)
	if ex.Question != "The sky is" || ex.Answer.Predicted != "1" || ex.Answer.Gold != "1" || ex.Answer.Correct != loaders.Right {
		t.Errorf("written out: %+v", ex)
	}
}
