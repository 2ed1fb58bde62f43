package fever_test

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/fever"
	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{fever.Claims, fever.Predictions}

// rationales writes the sentences of an example's rationales.
func rationales(ex *loaders.Example) string {
	var all []string
	for _, r := range ex.Rationales {
		var names []string
		for _, s := range r.Spans {
			for k := s.Start; k < s.End; k++ {
				at := ex.Passage.Sentences[k]
				names = append(names, strings.Join(ex.Passage.Tokens[at.Start:at.End], " "))
			}
		}
		all = append(all, r.Name+": "+strings.Join(names, ", "))
	}
	return strings.Join(all, "; ")
}

// The files have the shape of FEVER's shared task; their text is made up for
// this test, under this project's licence.
func TestPredictions(t *testing.T) {
	run := formats.Testdata(t, "predictions.jsonl")
	if run.Format != "fever-predictions" || run.Gold == "" {
		t.Fatalf("format %q, gold %q", run.Format, run.Gold)
	}
	type outline struct {
		ID, Question, Gold, Predicted, Correct, Rationales string
	}
	loadertest.Same(t, run, []outline{
		{"101", "Ada Brook baked in Ghent.", "SUPPORTS", "supports", "right",
			"gold 1: Ada_Brook 0; gold 2: Ghent 4, Ada_Brook 2; predicted: Ada_Brook 2, Ghent 4, Bread 0, Ghent 4"},
		{"102", "Tom Hill was a miller.", "REFUTES", "REFUTES", "right",
			"gold 1: Tom_Hill_-LRB-poet-RRB- 1, Mill 0; predicted: Tom_Hill_-LRB-poet-RRB- 1, A 1, B 1, C 1, D 1, Mill 0"},
		{"103", "Rye was dear.", "NOT ENOUGH INFO", "NOT ENOUGH INFO", "right", "gold 1: ; predicted: Rye 3"},
		{"999", "", "", "SUPPORTS", "unknown", "predicted: "},
		{"104", "Nobody asked.", "SUPPORTS", "", "unanswered", "gold 1: Nobody 0; predicted: "},
	}, func(ex *loaders.Example) outline {
		return outline{ex.ID, ex.Question, ex.Answer.Gold, ex.Answer.Predicted, ex.Answer.Correct.String(), rationales(ex)}
	})
	loadertest.Problems(t, run, "1 of 4 claims have no answer in the run", `the claim "999" is not in claims.jsonl`)
}

func TestClaims(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "claims.jsonl"), "claims.jsonl", loaders.Options{})
	if got := rationales(run.Example(0)); run.Format != "fever" || got != "gold 1: Ada_Brook 0; gold 2: Ghent 4, Ada_Brook 2" ||
		run.Example(0).Answer.Correct != loaders.Unknown {
		t.Errorf("%s: %q", run.Format, got)
	}
	loadertest.Problems(t, run)
}

// Claims in the same lines are gold, as the scorer takes them.
func TestGoldInTheFile(t *testing.T) {
	const line = `{"id": 7, "claim": "c", "label": "REFUTES", "evidence": [[[1, 2, "P", 0]]], "predicted_label": "SUPPORTS", "predicted_evidence": [["P", 0]]}`
	run := loadertest.Formats{fever.Predictions}.Text(t, "out.jsonl", line)
	if ex := run.Example(0); ex.Answer.Correct != loaders.Wrong || rationales(ex) != "gold 1: P 0; predicted: P 0" {
		t.Errorf("%+v", ex)
	}
}

// Each broken twin says what is wrong.
func TestBroken(t *testing.T) {
	const good = `{"id": 7, "claim": "c", "label": "REFUTES", "evidence": [[[1, 2, "P", 0]]], "predicted_label": "SUPPORTS", "predicted_evidence": [["P", 0]]}`
	for _, c := range []struct{ old, changed, problem string }{
		{"", "", ""},
		{`["P", 0]]}`, `["P"]]}`, "is not a page with the number of a line"},
		{`[1, 2, "P", 0]`, `[1, "P", 0]`, "is not evidence"},
		{`"evidence": [[[1, 2, "P", 0]]]`, `"evidence": []`, ""},
		{`"REFUTES"`, `null`, ""},
		{`]]}`, `]`, "cut off"},
	} {
		run := loadertest.Formats{fever.Predictions}.Text(t, "out.jsonl", good+"\n"+loadertest.Twin(t, good, c.old, c.changed))
		if run.Len() != 2 {
			t.Fatalf("%q: %d examples", c.changed, run.Len())
		}
		loadertest.Problem(t, run, c.problem)
	}
}
