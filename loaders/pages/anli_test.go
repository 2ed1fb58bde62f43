package pages

import (
	"os"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// nliOutline is an example as expected.json has it.
type nliOutline struct {
	ID          string     `json:"id"`
	Question    string     `json:"question"`
	Passage     string     `json:"passage"`
	Explanation string     `json:"explanation"`
	Tags        []string   `json:"tags"`
	Answer      [3]string  `json:"answer"` // predicted, gold, verdict
	P           [3]float64 `json:"p"`      // of entailment, neutral, contradiction
}

func nliOutlineOf(ex *loaders.Example) nliOutline {
	p := ex.Answer.Scores
	return nliOutline{
		ex.ID, ex.Question, ex.Passage.Text, ex.Explanation, append([]string{}, ex.Tags...),
		[3]string{ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String()},
		[3]float64{p["p_entailment"], p["p_neutral"], p["p_contradiction"]},
	}
}

// The table is a run per model, each as the script that wrote it says.
func TestConformanceOfANLI(t *testing.T) {
	want := loadertest.ExpectedIn[map[string][]nliOutline](t, "anli")
	runs, err := files.NewOpener(nil, formats...).OpenAll(t.Context(), "testdata/anli/analysis.csv", loaders.Options{})
	if err != nil || len(runs) != len(want) {
		t.Fatalf("%d runs of %d models, %v", len(runs), len(want), err)
	}
	for _, run := range runs {
		loadertest.Same(t, loadertest.Whole(t, run), want[run.Model], nliOutlineOf)
	}
}

// The real table, where it is: each model's accuracy as a separate count of
// the CSV by Python says.
func TestOracleAnalysis(t *testing.T) {
	path := "../../../shared/data/anli/ANLI_analysis_r1_dev.csv"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no ../shared/data here")
	}
	runs, err := files.NewOpener(nil, formats...).OpenAll(t.Context(), path, loaders.Options{})
	check.NoError(t, err)
	want := map[string]int{
		"roberta-from-r2": 672, "roberta-from-r3": 717, "bert-r1": 0, "anli-roberta-large": 738,
		"anli-bart-large": 735, "anli-xlnet-large": 735, "anli-electra-large": 671, "anli-albert-xxlarge": 760,
	}
	check.Equal(t, "runs", len(runs), len(want))
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
