package boxes

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// What a module predicts, and whether there was anything to find, are two questions: only
// where both have no for an answer is there nothing wanted. The upper bound predicts what is
// aligned, whatever its probability, and nothing else.
func TestPredictsAndWants(t *testing.T) {
	here, there := loaders.Box{X1: .2, Y1: .2}, loaders.Box{X0: .5, Y0: .5, X1: .7, Y1: .7}
	for _, c := range []struct {
		name                   string
		probability            float64
		gold                   []loaders.Box
		upper                  bool
		predicts, nothingWants bool
	}{
		{"gold, and found", .9, []loaders.Box{here}, false, true, false},
		{"gold, and missed", .1, []loaders.Box{here}, false, false, false},
		{"no gold, and predicted", .9, []loaders.Box{}, false, true, false},
		{"no gold, and nothing predicted", .1, []loaders.Box{}, false, false, true},
		{"the bound finds what is aligned", .1, []loaders.Box{here}, true, true, false},
		{"the bound leaves what is not", .9, []loaders.Box{there}, true, false, false},
	} {
		ex := one([]loaders.Box{here}, []float64{c.probability}, c.gold)
		s := scoring.Defaults()
		s.UpperBound = c.upper
		m := scoringtest.Example(Protocol.Prepare(ex), s).Modules[0]
		if m.Predicts != c.predicts || m.NothingWanted != c.nothingWants {
			t.Errorf("%s: predicts %v, nothing wanted %v; want %v, %v", c.name, m.Predicts, m.NothingWanted, c.predicts, c.nothingWants)
		}
	}
}

// The precision of a single example without a predicted box is vacuous, under every average.
func TestPrecisionWithoutAPredictionIsVacuous(t *testing.T) {
	proposals := []loaders.Box{{X1: .2, Y1: .2}}
	ex := one(proposals, []float64{.1}, proposals)
	eachAverage(t, func(t *testing.T, s scoring.Settings) {
		for _, score := range aggregated([]*loaders.Example{ex}, s).Scores() {
			want := ""
			if score.Metric == "precision" && (score.Of == "find" || score.Of == "overall") {
				want = predictsNothing
			}
			check.Equal(t, score.Metric+" of "+score.Of+" is vacuous", score.Vacuous, want)
		}
	})
}
