package eraser_test

import (
	"encoding/json"
	"os"
	"testing"

	"faithscope/loaders"
	format "faithscope/loaders/eraser"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/eraser"
	"faithscope/scoring/scoringtest"
)

// scored returns the scores of a run by metric.
func scored(t *testing.T, run *loaders.Run, s scoring.Settings) map[string]scoring.Score {
	t.Helper()
	list := make([]*loaders.Example, run.Len())
	for i := range list {
		list[i] = run.Scan(i)
	}
	return scoresOf(s, list...)
}

func scoresOf(s scoring.Settings, list ...*loaders.Example) map[string]scoring.Score {
	a := eraser.Protocol.Aggregate(s)
	for _, ex := range list {
		if e := eraser.Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	scores := map[string]scoring.Score{}
	for _, score := range a.Scores() {
		scores[score.Metric] = score
	}
	return scores
}

// What nobody annotated has no gold to agree with; what annotators found nothing in has an empty one.
func TestWithoutGold(t *testing.T) {
	example := func(rationales ...loaders.Rationale) *loaders.Example {
		return &loaders.Example{Passage: &loaders.Passage{Tokens: []string{"a", "b"}}, Rationales: rationales}
	}
	predicted := loaders.Rationale{Name: "predicted", Over: loaders.OverPassage, Spans: []loaders.Span{{Start: 0, End: 1}}}
	gold := loaders.Rationale{Name: "gold", Over: loaders.OverPassage, Spans: predicted.Spans}
	got := scoresOf(scoring.Defaults(), example(predicted, gold), example(predicted))["token_f1"]
	scoringtest.Over(t, got.Metric, got, 1, 1)
	gold.Spans = []loaders.Span{}
	got = scoresOf(scoring.Defaults(), example(predicted, gold))["token_f1"]
	scoringtest.Over(t, got.Metric, got, 0, 1)
}

// The numbers are those of the benchmark's own script.
func TestScoresAreThoseOfTheScript(t *testing.T) {
	run := loadertest.Formats{format.Results}.Testdata(t, "results.jsonl")
	text, err := os.ReadFile("testdata/expected.json")
	check.NoError(t, err)
	type prf struct{ P, R, F1 float64 }
	var want struct {
		Class struct{ Comprehensiveness, Sufficiency float64 } `json:"classification_scores"`
		IoU   []struct{ Macro prf }                            `json:"iou_scores"`
		Token struct {
			Macro prf `json:"instance_macro"`
		} `json:"token_prf"`
		Soft struct{ AUPRC float64 } `json:"token_soft_metrics"`
	}
	check.NoError(t, json.Unmarshal(text, &want))
	got := scored(t, run, scoring.Defaults())
	for metric, x := range map[string]float64{
		"token_precision": want.Token.Macro.P, "token_recall": want.Token.Macro.R, "token_f1": want.Token.Macro.F1,
		"iou_precision": want.IoU[0].Macro.P, "iou_recall": want.IoU[0].Macro.R, "iou_f1": want.IoU[0].Macro.F1,
		"auprc": want.Soft.AUPRC, "comprehensiveness": want.Class.Comprehensiveness, "sufficiency": want.Class.Sufficiency,
	} {
		scoringtest.Near(t, metric, got[metric].Value, x)
	}
}

// Whose rationale it was that the model went without is the run's business: neither a
// passage nor a gold sentence is needed.
func TestComprehensivenessAndSufficiency(t *testing.T) {
	const none = "no example has a comprehensiveness score"
	for why, c := range map[string]struct {
		scores                     map[string]float64
		comprehensive, sufficiency any // a number, or why there is none
	}{
		"as the file says, whatever the probabilities": {map[string]float64{"comprehensiveness": .5, "sufficiency": -.25, "p_full": 1,
			"p_without_rationale": 1}, .5, -.25},
		"from probabilities":                    {map[string]float64{"p_full": .75, "p_without_rationale": .25, "p_only_rationale": .5}, .5, .25},
		"one of them":                           {map[string]float64{"p_full": .75, "p_only_rationale": .5}, none, .25},
		"a part without the probability of all": {map[string]float64{"p_only_rationale": .5, "sufficiency": 1}, none, 1.},
	} {
		got := scoresOf(scoring.Defaults(), &loaders.Example{Answer: loaders.Answer{Scores: c.scores}}, &loaders.Example{})
		for metric, want := range map[string]any{"comprehensiveness": c.comprehensive, "sufficiency": c.sufficiency} {
			v := got[metric].Value
			if x, ok := v.Float(); ok && (x != want || got[metric].Count != 1) || !ok && v.Why() != want {
				t.Errorf("%s: %s %+v, want %v", why, metric, got[metric], want)
			}
		}
		check.Equal(t, why+": scores", len(got), 2)
	}
	if eraser.Protocol.Prepare(&loaders.Example{Answer: loaders.Answer{Scores: map[string]float64{"p_full": 1}}}) != nil {
		t.Error("an example without a part's probability is accepted")
	}
}

// Scores are of the document that they name, or of the whole passage, and have a
// number for each token; others are left out.
func TestScoresAreOfTheirDocument(t *testing.T) {
	span := func(start, end int) loaders.Span { return loaders.Span{Start: start, End: end} }
	for why, c := range map[string]struct {
		attribution loaders.Attribution
		want        float64
		of          int // documents
	}{
		"of the second":        {loaders.Attribution{Name: "rationale scores, b", Scores: []float64{0, 1}}, 1, 1},
		"of both":              {loaders.Attribution{Name: "rationale scores", Over: "passage", Scores: []float64{0, 1, 0, 1}}, (.25 + 1) / 2, 2},
		"one number too many":  {loaders.Attribution{Name: "rationale scores, b", Scores: []float64{0, 1, 1}}, 0, 0},
		"of another document":  {loaders.Attribution{Name: "rationale scores, c", Scores: []float64{0, 1}}, 0, 0},
		"over the question":    {loaders.Attribution{Name: "rationale scores", Over: "question", Scores: []float64{0, 1, 0, 1}}, 0, 0},
		"of something besides": {loaders.Attribution{Name: "attention", Over: "passage", Scores: []float64{0, 1, 0, 1}}, 0, 0},
	} {
		got := scoresOf(scoring.Defaults(), &loaders.Example{
			Passage: &loaders.Passage{Tokens: []string{"a", "b", "c", "d"}, Documents: []loaders.Document{{Name: "a", Span: span(0, 2)},
				{Name: "b", Span: span(2, 4)}}},
			Rationales:   []loaders.Rationale{{Name: "gold", Over: "passage", Spans: []loaders.Span{span(0, 1), span(3, 4)}}},
			Attributions: []loaders.Attribution{c.attribution},
		})["auprc"]
		if x, ok := got.Value.Float(); x != c.want || ok != (c.of > 0) || got.Count != c.of {
			t.Errorf("%s: auprc %v over %d documents, want %v over %d", why, got.Value, got.Count, c.want, c.of)
		}
	}
}
