package rules

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// TestOracleScores compares with the authors' code; see the README.md beside the vectors.
func TestOracleScores(t *testing.T) {
	content, err := os.ReadFile("../../loaders/reading/testdata/scores.json")
	check.NoError(t, err)
	var vectors struct {
		Drop []struct {
			Prediction []string
			Answers    [][]string
			EM, F1     float64
		}
		Squad []struct {
			Prediction string
			Answers    []string
			EM, F1     float64
		}
	}
	check.NoError(t, json.Unmarshal(content, &vectors))
	if len(vectors.Drop) < 100 || len(vectors.Squad) < 100 {
		t.Fatalf("%d and %d vectors", len(vectors.Drop), len(vectors.Squad))
	}
	for _, v := range vectors.Drop {
		var a loaders.Answer
		Judge("drop", &a, v.Prediction, v.Answers...)
		if a.Scores["em"] != v.EM || math.Abs(a.Scores["f1"]-v.F1) > 1e-12 || (a.Correct == loaders.Right) != (v.EM == 1) {
			t.Errorf("DROP: %q for %q: %+v, want %v %v", v.Prediction, v.Answers, a, v.EM, v.F1)
		}
	}
	for _, v := range vectors.Squad {
		golds := loaders.Map(v.Answers, func(gold string) []string { return []string{gold} })
		if len(golds) == 0 {
			golds = [][]string{{}}
		}
		var a loaders.Answer
		Judge("squad", &a, []string{v.Prediction}, golds...)
		if a.Scores["em"] != v.EM || math.Abs(a.Scores["f1"]-v.F1) > 1e-12 || (a.Correct == loaders.Right) != (v.EM == 1) {
			t.Errorf("SQuAD: %q for %q: %+v, want %v %v", v.Prediction, v.Answers, a, v.EM, v.F1)
		}
	}
}

// TestAssign compares the assignment with trying all of them.
func TestAssign(t *testing.T) {
	next := uint64(7)
	for n := range 6 {
		for range 50 {
			gain := make([][]float64, n)
			for i := range gain {
				gain[i] = make([]float64, n)
				for k := range gain[i] {
					next = next*6364136223846793005 + 1442695040888963407
					gain[i][k] = float64(next>>60) / 8 // ties on purpose
				}
			}
			if got, want := assignGreatest(gain), tryAll(gain, 0, make([]bool, n)); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%v: %v, want %v", gain, got, want)
			}
		}
	}
}

func tryAll(gain [][]float64, row int, used []bool) float64 {
	if row == len(gain) {
		return 0
	}
	best := math.Inf(-1)
	for k := range used {
		if !used[k] {
			used[k] = true
			best = max(best, gain[row][k]+tryAll(gain, row+1, used))
			used[k] = false
		}
	}
	return best
}
