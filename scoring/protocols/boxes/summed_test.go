package boxes

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Scores from sums of terms are those of one pass, and the parts of an
// example add up to its terms.
func TestSummedTerms(t *testing.T) {
	examples := generated(30)
	for _, ex := range examples {
		for k := range ex.Program { // with-relation seldom, relocate never
			if op := &ex.Program[k].Op; *op == "relocate" || *op == "with-relation" && k > 0 {
				*op = "count"
			}
		}
	}
	examples[3].Program[2].Output = loaders.Output{}
	for average := scoring.OverExamples; average <= scoring.OverOccurrences; average++ {
		s := scoring.Defaults()
		s.Average = average
		whole := newAggregate(s).(*scoring.Additive)
		summed := newAggregate(s).(scoring.DividedAggregate)
		sums, row := make([]float64, summed.Width()), make([]float64, summed.Width())
		for _, ex := range examples {
			e := Protocol.Prepare(ex)
			whole.Add(e)
			summed.Terms(e, row)
			parts := summed.Parts(e)
			if (parts == nil) == (average == scoring.OverOccurrences) {
				t.Fatalf("%s: %d parts", average, len(parts))
			}
			for k, x := range row {
				sums[k] += x
				for _, part := range parts {
					x -= part[k]
				}
				if parts != nil && math.Abs(x) > 1e-12 {
					t.Errorf("%s: term %d and its parts differ by %v", average, k, x)
				}
			}
		}
		checkValues(t, whole.Values(sums), whole.Scores())
		checkValues(t, summed.Values(make([]float64, summed.Width())), newAggregate(s).Scores())
	}
}

func checkValues(t *testing.T, values []scoring.Value, scores []scoring.Score) {
	t.Helper()
	if len(values) != len(scores) {
		t.Fatalf("%d values, want %d", len(values), len(scores))
	}
	for k, s := range scores {
		got, _ := values[k].Float()
		want, _ := s.Value.Float()
		if math.Abs(got-want) > 1e-12 || values[k].Why() != s.Value.Why() {
			t.Errorf("%s of %s: %+v, want %+v", s.Metric, s.Of, values[k], s.Value)
		}
	}
}
