package pages

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/steps"
)

// MR-Ben's file has a list of solutions for each question, Hugging Face's a line for each.
func TestMRBen(t *testing.T) {
	for _, file := range []string{"mr-ben.json", "mr-ben.jsonl"} {
		for model, want := range map[string]string{
			"Claude2": "2 steps, none wrong; 3 steps, first wrong step 1; ",
			"GPT3.5":  "2 steps, first wrong step 2; 1 step, none wrong; ",
		} {
			run, got := formats.Open(t, nil, "testdata/tables/"+file+"#"+model, loaders.Options{}), ""
			for ex := range run.ScanAll {
				got += steps.Describe(ex.Program) + "; "
			}
			check.Equal(t, file+"#"+model, got, want)
			loadertest.Problems(t, run)
		}
	}
}
