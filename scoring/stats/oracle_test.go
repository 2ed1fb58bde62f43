package stats_test

import (
	"encoding/json"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/stats"
	"faithscope/scoring/vectors"
)

// significance is faithful_nmn_significance.json.
type significance struct {
	Cases []struct {
		Name    string
		Method  int `json:"avg_method"`
		Model1  json.RawMessage
		Model2  json.RawMessage
		Authors struct {
			Statistic float64
			PValue    float64 `json:"p_value"`
			Trials    int
		}
		Units      int      `json:"units_permuted"`
		PExact     *float64 `json:"p_exact"`
		PReference *float64 `json:"p_reference"`
		Tolerance  float64  `json:"p_tolerance"`
	}
}

func TestOracleSignificance(t *testing.T) {
	var vector significance
	vectors.Read(t, "testdata", "faithful_nmn_significance.json", &vector)
	if len(vector.Cases) == 0 {
		t.Fatal("the vector has no cases")
	}
	for _, c := range vector.Cases {
		t.Run(c.Name, func(t *testing.T) {
			test := stats.PermutationTest{Trials: c.Authors.Trials, Seed: 1, Convention: stats.Released}
			r := testOf(t, test, c.Method, c.Model1, c.Model2)
			check.Near(t, "difference", float(t, r.Difference), c.Authors.Statistic, 1e-12)
			check.Equal(t, "units", r.Count, c.Units)
			want, tolerance := c.PReference, c.Tolerance
			if c.PExact != nil {
				want = c.PExact
				if r.Exact {
					tolerance = 1e-12
				}
			}
			if want == nil {
				t.Fatal("the vector has no p to compare with")
			}
			check.Near(t, "p over trials", float(t, r.P), *want, tolerance, r.Trials, tolerance, c.Authors.PValue)
		})
	}
}

func testOf(t *testing.T, test stats.PermutationTest, method int, a, b json.RawMessage) stats.Result {
	t.Helper()
	switch method {
	case 1:
		return test.Sums(flat(t, a), flat(t, b), pooledF1)[0]
	case 2:
		return test.Means(vectors.Decode[[]float64](t, a), vectors.Decode[[]float64](t, b))
	case 3:
		return test.Means(flat(t, a).Terms, flat(t, b).Terms)
	}
	t.Fatalf("the vector has a method %d", method)
	return stats.Result{}
}

func flat(t *testing.T, text json.RawMessage) stats.TermRows {
	var rows stats.TermRows
	for _, row := range vectors.Decode[[][]float64](t, text) {
		rows.Width = len(row)
		rows.Terms = append(rows.Terms, row...)
	}
	return rows
}

// pooledF1 returns the score of method 1.
func pooledF1(sums []float64) []scoring.Value {
	c := boxes.PrecisionCounts{PrecisionGood: int(sums[0]), PrecisionBad: int(sums[1]), RecallGood: int(sums[2]), RecallBad: int(sums[3])}
	return []scoring.Value{scoring.Defined(c.Metrics().F1)}
}

func float(t *testing.T, v scoring.Value) float64 {
	t.Helper()
	x, ok := v.Float()
	if !ok {
		t.Fatalf("undefined: %s", v.Why())
	}
	return x
}
