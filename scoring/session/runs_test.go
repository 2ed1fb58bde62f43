package session_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/faithfulnmn"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// authorsNames are the code's names of our types.
var authorsNames = map[string]string{
	"overall": "overall", "find": "find", "filter": "filter", "with-relation": "with_relation", "relocate": "project",
}

// authorsMetrics is a run's metrics.json: the authors' metric over all
// examples, in their three modes, and the upper bound's.
type authorsMetrics map[string]json.RawMessage

// TestOracleRunsScoreAsTheAuthorsCode compares whole runs with the numbers that the
// authors' code gives for them, if the runs are available.
func TestOracleRunsScoreAsTheAuthorsCode(t *testing.T) {
	runs, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "nlvr1", "runs", "*", "predictions.json.gz"))
	if len(runs) == 0 || testing.Short() {
		t.Skip("../shared is not here, or the test is to be short")
	}
	for _, path := range runs {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			run := loadertest.Formats{faithfulnmn.Format}.Open(t, nil, path, loaders.Options{})
			s := session.New(run, session.Protocols())
			check.NoError(t, s.Read(t.Context()))
			check.Equal(t, "examples", run.Len(), 782)
			b, err := os.ReadFile(filepath.Join(filepath.Dir(path), "metrics.json"))
			check.NoError(t, err)
			var want authorsMetrics
			check.NoError(t, json.Unmarshal(b, &want))
			want.checkAccuracy(t, s.Scores(scoring.Defaults()))
			for key, change := range authorsSettings {
				settings := scoring.Defaults()
				change(&settings)
				want.check(t, key, s.Scores(settings))
			}
		})
	}
}

// authorsSettings says what the keys of metrics.json stand for.
var authorsSettings = map[string]func(*scoring.Settings){
	"model_mode1":         func(s *scoring.Settings) { s.Average = scoring.Cumulative },
	"model_mode2":         func(s *scoring.Settings) {},
	"model_mode2_neg1e-8": func(s *scoring.Settings) { s.NegativeIoU = 1e-8 },
	"model_mode3":         func(s *scoring.Settings) { s.Average = scoring.OverOccurrences },
	"upper_bound_mode1":   func(s *scoring.Settings) { s.Average, s.UpperBound = scoring.Cumulative, true },
	"upper_bound_mode2":   func(s *scoring.Settings) { s.UpperBound = true },
	"upper_bound_mode3":   func(s *scoring.Settings) { s.Average, s.UpperBound = scoring.OverOccurrences, true },
}

func (m authorsMetrics) checkAccuracy(t *testing.T, scores []scoring.Score) {
	t.Helper()
	var want float64
	check.NoError(t, json.Unmarshal(m["accuracy"], &want))
	if x, _ := scores[0].Value.Float(); scores[0].Metric != "accuracy" || math.Abs(x-want) > 1e-9 {
		t.Errorf("%s = %v, want %v", scores[0].Metric, x, want)
	}
}

func (m authorsMetrics) check(t *testing.T, key string, scores []scoring.Score) {
	t.Helper()
	var want map[string]map[string]float64
	if err := json.Unmarshal(m[key], &want); err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	checked := 0
	for _, score := range scores {
		if score.Protocol != "module-boxes" || session.MetricOf(score.Metric).Counts || score.Metric == "bce" {
			continue // their metrics.json has no cross-entropy
		}
		x, ok := score.Value.Float()
		if w := want[authorsNames[score.Of]][score.Metric]; !ok || math.Abs(x-w) > 1e-9 {
			t.Errorf("%s: %s of %s = %v over %d (%s), want %v", key, score.Metric, score.Of, x, score.Count, score.Value.Why(), w)
		}
		checked++
	}
	check.Equal(t, "scores compared", checked, 3*len(want), key)
}
