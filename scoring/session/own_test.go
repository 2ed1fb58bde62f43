package session

import (
	"context"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// Under the average over examples a number is the mean of what the examples
// score by themselves, also where their evidence was let go.
func TestANumberIsTheMeanOfItsExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("compares many numbers one after the other")
	}
	kept, released := both(t, blockSize)
	settings := scoring.Defaults()
	for name, s := range map[string]*ScoredRun{"kept": kept, "released": released} {
		seen := 0
		for _, score := range s.Scores(settings) {
			want, ok := score.Value.Float()
			if score.Protocol != "module-boxes" && score.Metric != "accuracy" || !ok || score.Metric == "unscored" {
				continue
			}
			seen++
			owns, err := s.Owns(context.Background(), score)
			check.NoError(t, err)
			var mean scoring.Mean
			for i, own := range owns {
				mean.Add(scoring.Defined(own.Value))
				if i > 0 && own.Example <= owns[i-1].Example {
					t.Fatalf("%s: example %d stands after %d", name, own.Example, owns[i-1].Example)
				}
			}
			if got, _ := mean.Value("").Float(); !near(got, want) || len(owns) != score.Count {
				t.Errorf("%s: %s of %s is %v over %d, and the mean of %d examples is %v", name, score.Metric, score.Of, want, score.Count, len(owns),
					got)
			}
		}
		if seen < 7 {
			t.Errorf("%s: %d numbers were looked at", name, seen)
		}
	}
	stars := scoring.Score{Protocol: "counting of stars", Metric: "f1", Of: "find", Settings: settings}
	if owns, err := kept.Owns(context.Background(), stars); owns != nil || err != nil {
		t.Errorf("of a protocol that there is not: %v, %v", owns, err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	f1 := scoring.Score{Protocol: "module-boxes", Metric: "f1", Of: "find", Settings: settings}
	_, err := released.Owns(ended, f1)
	check.Fails(t, "the end of the context is not an error", err)
	run, _ := scoringtest.Run(scoringtest.NewRecords(3, true), scoringtest.Seen)
	if owns, _ := New(run, Protocols()).Owns(context.Background(), f1); len(owns) != 0 {
		t.Errorf("of a run that nobody read: %v", owns)
	}
}
