package pages

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// Every file reads as the script that wrote it says.
func TestConformanceOfSamples(t *testing.T) {
	loadertest.ConformIn(t, "lmeval", formats, func(ex *loaders.Example) []any {
		scores := ex.Answer.Scores
		if scores == nil {
			scores = map[string]float64{}
		}
		return []any{ex.ID, ex.Question, ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String(), scores, ex.Kind}
	})
}

func TestTask(t *testing.T) {
	for file, want := range map[string]string{
		"samples_gsm8k_2025-01-02T03-04-05.678901.jsonl":    "gsm8k",
		"samples_mmlu_a_b_2025-01-02T03-04-05.678901.jsonl": "mmlu_a_b",
		"20250102_030405_samples_mme.jsonl":                 "mme",
		"samples_x.jsonl.gz":                                "x",
		"run.jsonl":                                         "",
	} {
		check.Equal(t, file, taskOf(file), want)
	}
}
