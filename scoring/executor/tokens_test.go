package executor

import (
	"math"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/scoringtest"
)

func TestSwitchedTokensStayADistribution(t *testing.T) {
	on := OutputChange{Switches: []ProbabilityOverride{{Box: 2, Probability: 1}}}
	check.EqualLists(t, "one more token", on.Tokens([]float64{.5, .5, 0}), []float64{.25, .25, .5})
	check.EqualLists(t, "a sum of other than 1", on.Tokens([]float64{.9, .9, 0}), []float64{.9, .9, 1})
	none := OutputChange{Output: &loaders.Output{Tokens: make([]float64, 3)}}
	check.EqualLists(t, "no token", none.Tokens([]float64{1, 0, 0}), []float64{0, 0, 0})
	check.Equal(t, "beside no number", on.Tokens([]float64{math.NaN(), 0, 0})[2], 1)
}

// Every gold span that the passage has gets the same share.
func TestGoldSpansShareTheAttention(t *testing.T) {
	out, ok := Gold(scoringtest.CountedPassage(), 2, .5)
	if !ok || !slices.Equal(out.Tokens, []float64{.5, 0, .25, .25}) {
		t.Errorf("%v, %v", out.Tokens, ok)
	}
}
