package intervention

import (
	"math"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// Worked by hand: four parts, of which the first and the second that go carry .5 and .25.
func TestByHand(t *testing.T) {
	two := func(list ...float64) [][]float64 {
		return loaders.Map(list, func(p float64) []float64 { return []float64{1 - p, p} })
	}
	ex := &loaders.Example{
		Answer: loaders.Answer{Predicted: "yes", Classes: []loaders.Option{{Name: "no"}, {Name: "yes"}}},
		Attributions: []loaders.Attribution{
			{Name: "ig", Class: "yes", Over: "tokens", Tokens: []string{"a", "b", "[SEP]", "c", "d"}, Scores: []float64{4, 3, 0, 2, 1},
				Interventions: &loaders.Interventions{
					Erasure: loaders.Erasure{Order: []int{0, 1, 2, 3}, Deletion: two(1, .75, .25, .25, 0), Insertion: two(0, .5, .5, .75, 1)},
					Random:  []loaders.Erasure{{Order: []int{3, 2, 1, 0}, Deletion: two(1, 1, .75, .5, 0), Insertion: two(0, 0, .25, .5, 1)}},
				}},
			{Name: "ig", Class: "yes"}, // which was not asked
			{Name: "occlusion", Class: "yes", Over: "tokens", Scores: []float64{3, 4, 0, 2, 1}},
		},
	}
	for bins, want := range map[string][]float64{
		// k = 1, 1, 1, 1, 2 of 4: losses .25, .25, .25, .25, .75; with only them .5 everywhere.
		"1,5,10,20,50": {.35, .5, .4375, .5625, 1, .5, .8, 1, .5},
		"75,100":       {.875, .125, .4375, .5625, 1, .5, .8, 1, .5},
	} {
		s := scoring.Defaults()
		check.NoError(t, s.Bins.Set(bins))
		a := Protocol.Aggregate(s)
		a.Add(Protocol.Prepare(ex))
		scores := a.Scores()
		for i, x := range slices.Concat(want, want) { // the first one is the run's, too
			of := map[bool]string{true: "overall", false: "ig"}[i < len(want)]
			scoringtest.Near(t, scores[i].Metric, scores[i].Value, x, "of bins", bins)
			check.Equal(t, "subject of "+scores[i].Metric, scores[i].Of, of)
		}
		if random := scores[18]; random.Of != Random || random.Metric != "aopc_comprehensiveness" {
			t.Errorf("%s of %s after them", random.Metric, random.Of)
		}
	}
	ex.Attributions[0].Scores[3] = math.NaN() // which ranks as 0, the last but for the next
	ex.Attributions[0].Scores[4] = -1
	if r := Protocol.Prepare(ex).(*evidence).Rows[0]; !r.Related || math.Abs(r.Spearman-.8) > 1e-12 {
		t.Errorf("with a part that has no score, the rank correlation is %v, %v", r.Spearman, r.Related)
	}
	ex.Attributions = ex.Attributions[1:]
	check.Equal(t, "evidence without interventions", Protocol.Prepare(ex), nil)
}

func TestBins(t *testing.T) {
	for _, text := range []string{"", "0", "101", "5,5", "x", "NaN", "1,,2"} {
		var b scoring.PercentShares
		check.Fails(t, "a list of shares", b.Set(text), text)
	}
}

// Of 20 random orders one more passes as often as it says: the next of 21 that can be told
// apart is the highest in one case of 21, and a tie with it is not enough.
func TestChancePasses(t *testing.T) {
	of := func(c float64) erasureCurves {
		return erasureCurves{Deletion: []float64{1, 1 - c}, Insertion: []float64{0, 1}}
	}
	orders := loaders.Fill(21, func(i int) erasureCurves { return of(float64(i) / 21) })
	for share, k := range map[float64]int{.95: 1, .9: 2, .5: 10, 0: 21, 1: 1} {
		s := scoring.Defaults()
		s.RandomShare = share
		bins, passed := []float64{100}, 0
		for i := range orders {
			others := slices.Delete(slices.Clone(orders), i, i+1)
			own, _ := orders[i].meanLoss(bins)
			ok, chance := passesRandom(own, others, &s, bins)
			if ok {
				passed++
			}
			check.Near(t, "chance", chance, float64(k)/21, 1e-12, share, k)
		}
		check.Equal(t, "21 pass", passed, k, share)
	}
	s := scoring.Defaults()
	if ok, _ := passesRandom(1, []erasureCurves{of(1)}, &s, []float64{100}); ok {
		t.Error("a tie passes")
	}
}
