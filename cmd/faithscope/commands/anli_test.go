package commands

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// labelsRight reads ANLI's analysis: per model, in the order of the columns, whether
// each row's label is the gold one.
func labelsRight(t *testing.T, path string) (right [][]bool) {
	t.Helper()
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		t.Skip("ANLI may not be shipped, and is not beside the project")
	}
	check.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	check.NoError(t, err)
	gold := -1
	for k, title := range rows[0] {
		if title == "gold_label" {
			gold = k
		}
	}
	for k, title := range rows[0] {
		if strings.HasPrefix(title, "preds-") && strings.HasSuffix(title, "PredLabel") {
			var own []bool
			for _, row := range rows[1:] {
				own = append(own, row[k] == row[gold])
			}
			right = append(right, own)
		}
	}
	return right
}

// halves returns the two-sided exact probability of a split of n coins at least as
// uneven as few to the rest: twice the sum of the binomial coefficients up to few,
// over 2^n, all in whole numbers, and no more than 1.
func halves(few, n int) float64 {
	sum := new(big.Int)
	for k := range few + 1 {
		sum.Add(sum, new(big.Int).Binomial(int64(n), int64(k)))
	}
	p, _ := new(big.Rat).SetFrac(sum.Lsh(sum, 1), new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
	return min(1, p)
}

// The eight models of ANLI's analysis as runs: compare counts what a reading of the
// table itself counts, and its McNemar tests are the binomial's.
func TestOracleANLIFlips(t *testing.T) {
	path := "../../../shared/data/anli/ANLI_analysis_r1_dev.csv"
	right := labelsRight(t, path)
	if len(right) != 8 || len(right[0]) != 1000 {
		t.Fatalf("%d models of %d rows", len(right), len(right[0]))
	}
	out := printed(t, "compare", path, "--protocol", "answers", "--trials", "100", "--format", "json")
	var got struct {
		Agreement struct {
			Runs  []struct{ Right, Judged int }
			Pairs []struct {
				A, B    int
				Answers struct {
					Both, Neither, Lost, Gained int
					P                           *float64 `json:"p"`
				}
			}
		}
	}
	check.NoError(t, json.Unmarshal([]byte(out), &got))
	if len(got.Agreement.Runs) != 8 || len(got.Agreement.Pairs) != 28 {
		t.Fatalf("%d runs, %d pairs", len(got.Agreement.Runs), len(got.Agreement.Pairs))
	}
	for k, run := range got.Agreement.Runs {
		n := 0
		for _, ok := range right[k] {
			if ok {
				n++
			}
		}
		check.Equal(t, "right", run.Right, n, "model", k)
		check.Equal(t, "judged", run.Judged, 1000, "model", k)
	}
	for _, pair := range got.Agreement.Pairs {
		counts := map[[2]bool]int{}
		for i, a := range right[pair.A] {
			counts[[2]bool{a, right[pair.B][i]}]++
		}
		lost, gained := counts[[2]bool{true, false}], counts[[2]bool{false, true}]
		f := pair.Answers
		if f.Both != counts[[2]bool{true, true}] || f.Neither != counts[[2]bool{false, false}] || f.Lost != lost || f.Gained != gained {
			t.Errorf("models %d and %d: %+v, want %v", pair.A, pair.B, f, counts)
		}
		want := halves(min(lost, gained), lost+gained)
		if f.P == nil || !(math.Abs(*f.P-want) <= 1e-9*want) {
			t.Errorf("models %d and %d: p %v of %d and %d, want %v", pair.A, pair.B, f.P, lost, gained, want)
		}
	}
}
