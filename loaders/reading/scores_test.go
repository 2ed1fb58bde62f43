package reading

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// TestOracleScores compares with the authors' code; see testdata/README.md.
func TestOracleScores(t *testing.T) {
	content, err := os.ReadFile("testdata/scores.json")
	if err != nil {
		t.Fatal(err)
	}
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
	if err := json.Unmarshal(content, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Drop) < 100 || len(vectors.Squad) < 100 {
		t.Fatalf("%d and %d vectors", len(vectors.Drop), len(vectors.Squad))
	}
	for _, v := range vectors.Drop {
		if em, f1 := dropScores(v.Prediction, v.Answers); em != v.EM || math.Abs(f1-v.F1) > 1e-12 {
			t.Errorf("DROP: %q for %q: em %v f1 %v, want %v %v", v.Prediction, v.Answers, em, f1, v.EM, v.F1)
		}
	}
	for _, v := range vectors.Squad {
		if em, f1 := squadScores(v.Prediction, v.Answers); em != v.EM || math.Abs(f1-v.F1) > 1e-12 {
			t.Errorf("SQuAD: %q for %q: em %v f1 %v, want %v %v", v.Prediction, v.Answers, em, f1, v.EM, v.F1)
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
			if got, want := assign(gain), tryAll(gain, 0, make([]bool, n)); math.Abs(got-want) > 1e-12 {
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
