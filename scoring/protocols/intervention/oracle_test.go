package intervention

import (
	"math"
	"testing"

	"faithscope/scoring"
	"faithscope/scoring/vectors"
)

// reference holds what other code measured on the curves of a ranking.
type reference struct {
	Deletion, Insertion []float64
	DeletionAUC         float64 `json:"deletion_auc"`
	InsertionAUC        float64 `json:"insertion_auc"`
	Ceil                struct {
		Comprehensiveness float64 `json:"aopc_comprehensiveness"`
		Sufficiency       float64 `json:"aopc_sufficiency"`
	}
}

// Areas and AOPC of every ranking of the reference, whose curves need no model.
func TestOracleRankings(t *testing.T) {
	var all struct {
		NLI, Edge []struct {
			ID       string
			Rankings map[string]map[string]reference
		}
		QA []struct {
			ID       string
			Rankings map[string]reference
		}
	}
	vectors.Read(t, "../../explain/testdata", "explain.json", &all)
	bins, n := scoring.Defaults().Bins.Percent(), 0
	check := func(what string, want reference) {
		t.Helper()
		r := erasureCurves{Deletion: want.Deletion, Insertion: want.Insertion}
		c, s := r.meanLoss(bins)
		for name, x := range map[string][2]float64{
			"deletion_area": {areaUnder(r.Deletion), want.DeletionAUC}, "insertion_area": {areaUnder(r.Insertion), want.InsertionAUC},
			"aopc_comprehensiveness": {c, want.Ceil.Comprehensiveness}, "aopc_sufficiency": {s, want.Ceil.Sufficiency},
		} {
			if n++; !(math.Abs(x[0]-x[1]) <= 1e-9) {
				t.Errorf("%s: %s is %v, want %v", what, name, x[0], x[1])
			}
		}
	}
	for _, p := range append(all.NLI, all.Edge...) {
		for ranking, by := range p.Rankings {
			for remove, want := range by {
				check(p.ID+" "+ranking+" "+remove, want)
			}
		}
	}
	for _, q := range all.QA {
		for ranking, want := range q.Rankings {
			check(q.ID+" "+ranking, want)
		}
	}
	if n < 20 {
		t.Errorf("only %d figures", n)
	}
}
