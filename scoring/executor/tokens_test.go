package executor

import (
	"math"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/scoringtest"
)

func TestSwitchedTokensStayADistribution(t *testing.T) {
	on := OutputChange{Switches: []ProbabilityOverride{{Box: 2, Probability: 1}}}
	if got := on.Tokens([]float64{.5, .5, 0}); !slices.Equal(got, []float64{.25, .25, .5}) {
		t.Errorf("one more token: %v", got)
	}
	if got := on.Tokens([]float64{.9, .9, 0}); !slices.Equal(got, []float64{.9, .9, 1}) {
		t.Errorf("a sum of other than 1: %v", got)
	}
	none := OutputChange{Output: &loaders.Output{Tokens: make([]float64, 3)}}
	if got := none.Tokens([]float64{1, 0, 0}); !slices.Equal(got, []float64{0, 0, 0}) {
		t.Errorf("no token: %v", got)
	}
	if got := on.Tokens([]float64{math.NaN(), 0, 0}); got[2] != 1 {
		t.Errorf("beside no number: %v", got)
	}
}

// Every gold span that the passage has gets the same share.
func TestGoldSpansShareTheAttention(t *testing.T) {
	out, ok := Gold(scoringtest.CountedPassage(), 2, .5)
	if !ok || !slices.Equal(out.Tokens, []float64{.5, 0, .25, .25}) {
		t.Errorf("%v, %v", out.Tokens, ok)
	}
}
