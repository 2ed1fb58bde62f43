package reading_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/reading"
)

// facts writes the sentences of an example's rationales.
func facts(ex *loaders.Example) string {
	var all []string
	for _, r := range ex.Rationales {
		var list []string
		for _, s := range r.Spans {
			at := ex.Passage.Sentences[s.Start]
			list = append(list, strings.Join(ex.Passage.Tokens[at.Start:at.End], " "))
		}
		all = append(all, r.Name+": "+strings.Join(list, " / "))
	}
	return strings.Join(all, "; ")
}

var multihop = loadertest.Formats{reading.Hotpot, reading.HotpotPredictions}

func TestHotpotPredictions(t *testing.T) {
	run := multihop.Open(t, loadertest.Only(t, "hotpot.json", "hotpot_predictions.json"), "hotpot_predictions.json", loaders.Options{})
	if run.Format != "hotpotqa-predictions" || run.Gold != "hotpot.json" || run.Dataset != "HotpotQA" {
		t.Fatalf("format %q, gold %q, data set %q", run.Format, run.Gold, run.Dataset)
	}
	type outline struct {
		ID, Kind, Gold, Predicted, Correct, Facts string
		F1                                        float64
	}
	loadertest.Same(t, run, []outline{
		{"5a8b57f25542995d1e6f1371", "comparison", "yes", "yes", "right",
			"gold: Ada Brook was a baker of Ghent . / Tom Hill was a baker and a poet .; predicted: Ada Brook was a baker of Ghent . / Tom Hill " +
				"was a baker and a poet . / Rye is a cereal .", 1},
		{"5a8c7595554299585d9e36b6", "bridge", "the Old Bridge", "Old Bridge in Lier", "wrong",
			"gold: Jan Maes built it . / Jan Maes also built the Old Bridge . / Jan Maes , sentence 7; predicted: Jan Maes built it . / Jan " +
				"Maes also built the Old Bridge . / Nowhere , sentence 3", 2. / 3},
		{"5a85ea095542994775f606a8", "bridge", "1921", "no", "wrong", "gold: It was sold in 1921 .; predicted: ", 0},
	}, func(ex *loaders.Example) outline {
		return outline{ex.ID, ex.Kind, ex.Answer.Gold, ex.Answer.Predicted, ex.Answer.Correct.String(), facts(ex), ex.Answer.Scores["f1"]}
	})
	loadertest.Problems(t, run, `the gold fact "Jan Maes", 7 is not in the passage`, `the predicted fact "Nowhere", 3 is not in the passage`,
		"no supporting facts")
}

// A question without an answer counts 0, with the facts that the run gives for it
// all the same, as in HotpotQA's evaluation.
func TestHotpotUnanswered(t *testing.T) {
	fsys := loadertest.Only(t, "hotpot.json")
	fsys["predictions.json"] = &fstest.MapFile{Data: []byte(`{"answer": {"5a8b57f25542995d1e6f1371": "yes", "5a85ea095542994775f606a8": "1921"},
		"sp": {"5a8b57f25542995d1e6f1371": [], "5a8c7595554299585d9e36b6": [["Bridge", 0]]}}`)}
	run := multihop.Open(t, fsys, "predictions.json", loaders.Options{})
	ex := run.Example(2)
	if run.Len() != 3 || ex.ID != "5a8c7595554299585d9e36b6" || ex.Answer.Correct != loaders.Unanswered || len(ex.Answer.Scores) != 4 ||
		ex.Rationales[1].Name != "predicted" || len(ex.Rationales[1].Spans) != 1 {
		t.Errorf("%d examples, %+v", run.Len(), ex)
	}
	loadertest.Problem(t, run, "1 of 3 questions have no answer in the run; they count 0 as in hotpot_evaluate")
}

// The same questions as Hugging Face has them read alike.
func TestHotpotFlat(t *testing.T) {
	const flat = `{"id":"5a85ea095542994775f606a8","question":"When was it sold?","answer":"1921","type":"bridge","level":"easy","supporting_facts":{"title":["Sale"],"sent_id":[0]},"context":{"title":["Sale"],"sentences":[["It was sold in 1921."]]}}`
	run, list := multihop.Text(t, "dev.jsonl", flat), multihop.Open(t, loadertest.Only(t, "hotpot.json"), "hotpot.json", loaders.Options{})
	if run.Format != "hotpotqa" || list.Format != "hotpotqa" || list.Len() != 3 {
		t.Fatalf("formats %q and %q, %d examples", run.Format, list.Format, list.Len())
	}
	a, b := run.Example(0), list.Example(2)
	if facts(a) != facts(b) || a.ID != b.ID || a.Passage.Text != b.Passage.Text || a.Answer.Gold != "1921" || a.Meta["level"] != "easy" {
		t.Errorf("%+v\n%+v", a, b)
	}
}

func TestHotpotBroken(t *testing.T) {
	const good = `{"_id":"5a85ea095542994775f606a8","question":"When?","answer":"1921","supporting_facts":[["Sale",0]],"context":[["Sale",["It was sold in 1921."]]]}`
	for _, c := range []struct{ old, changed, problem string }{
		{"", "", ""},
		{`["Sale",0]`, `["Sale",-1]`, "-1 is not the number of a sentence"},
		{`["Sale",0]`, `["Sale",1.5]`, "1.5 is not the number of a sentence"},
		{`["Sale",0]`, `["Sale",null]`, "is not the number of a sentence"},
		{`["Sale",0]`, `["Sale"]`, "is not a title with the number of a sentence"},
		{`["Sale",["It was sold in 1921."]]`, `["Sale"]`, "not a title with sentences"},
		{`[["Sale",0]]`, `null`, ""},
		{`[["Sale",["It was sold in 1921."]]]`, `[]`, "is not in the passage"},
		{`]]]}`, `]]`, "cut off"},
	} {
		run := multihop.Text(t, "dev.json", good+"\n"+loadertest.Twin(t, good, c.old, c.changed))
		if run.Len() != 2 {
			t.Fatalf("%q: %d examples", c.changed, run.Len())
		}
		loadertest.Problem(t, run, c.problem)
	}
}
