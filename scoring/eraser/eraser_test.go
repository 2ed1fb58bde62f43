package eraser_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"faithscope/loaders"
	format "faithscope/loaders/eraser"
	"faithscope/loaders/loadertest"
	"faithscope/scoring"
	"faithscope/scoring/eraser"
)

// scored are the scores of a run by metric.
func scored(t *testing.T, run *loaders.Run, s scoring.Settings) map[string]scoring.Score {
	t.Helper()
	a := eraser.Protocol.Aggregate(s)
	for i := range run.Len() {
		ex := run.Scan(i)
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

// The numbers are those of the benchmark's own script.
func TestScoresAreThoseOfTheScript(t *testing.T) {
	run := loadertest.Formats{format.Results}.Testdata(t, "results.jsonl")
	text, err := os.ReadFile("testdata/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	type prf struct{ P, R, F1 float64 }
	var want struct {
		Class struct{ Comprehensiveness, Sufficiency float64 } `json:"classification_scores"`
		IoU   []struct{ Macro prf }                            `json:"iou_scores"`
		Token struct {
			Macro prf `json:"instance_macro"`
		} `json:"token_prf"`
		Soft struct{ AUPRC float64 } `json:"token_soft_metrics"`
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	got := scored(t, run, scoring.Defaults())
	for metric, x := range map[string]float64{
		"token_precision": want.Token.Macro.P, "token_recall": want.Token.Macro.R, "token_f1": want.Token.Macro.F1,
		"iou_precision": want.IoU[0].Macro.P, "iou_recall": want.IoU[0].Macro.R, "iou_f1": want.IoU[0].Macro.F1,
		"auprc": want.Soft.AUPRC, "comprehensiveness": want.Class.Comprehensiveness, "sufficiency": want.Class.Sufficiency,
	} {
		if v, ok := got[metric].Value.Float(); !ok || math.Abs(v-x) > 1e-12 {
			t.Errorf("%s is %v, want %v", metric, got[metric].Value, x)
		}
	}
}
